import { NextResponse } from 'next/server'

/** Gives /strict a Content Security Policy that allows scripts and styles by a nonce alone. */
export function proxy(request) {
  const nonce = btoa(crypto.randomUUID())
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self' http://localhost:4100",
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
