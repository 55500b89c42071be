import { NextResponse, type NextRequest } from 'next/server'

const api = process.env.STYTCH_BASE_URL ?? 'https://api.stytch.com'

/** Gives /strict a Content Security Policy that allows scripts and styles by a nonce alone. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID())
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self' ${api}`,
    "base-uri 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  // Next.js puts the nonce of this header on its own scripts
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: '/strict' }
