import { type NextRequest, NextResponse } from 'next/server'
import { verifySession } from 'latchkey/server'
import { renewing } from './session'

/**
 * Renews a session whose JWT has expired, and sends visitors who are not signed in to the log-in
 * page. Pages and routes check again.
 */
export async function proxy(request: NextRequest) {
  const result = await verifySession(request, renewing)
  if (!result.ok) {
    const isPage = !request.nextUrl.pathname.startsWith('/api/')
    // with 503 nobody knows whether they are signed in, so nobody is sent away
    if (isPage && result.status === 401) return NextResponse.redirect(new URL('/', request.url))
    return NextResponse.json({ error: result.code }, { status: result.status })
  }
  if (!result.renewed) return NextResponse.next()
  const { session_jwt, setCookie } = result.renewed
  // for the page or the route that this request is for
  request.cookies.set('stytch_session_jwt', session_jwt)
  const response = NextResponse.next({ request: { headers: request.headers } })
  for (const line of setCookie) response.headers.append('Set-Cookie', line)
  return response
}

export const config = { matcher: ['/account/:path*', '/api/:path*'] }
