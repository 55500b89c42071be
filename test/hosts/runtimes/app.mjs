import { memoryAdapter } from '@better-auth/memory-adapter'
import { betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { bridge, latchkey } from './better-auth/index.js'

/**
 * Creates the server: the bridge over Better Auth in memory, the code that was sent last, and who
 * is signed in.
 */
export const create = (baseURL) => {
  let code = ''
  const auth = betterAuth({
    baseURL,
    secret: 'a-secret-for-tests-that-is-long-enough-to-be-one-9f3b',
    logger: { level: 'error' },
    database: memoryAdapter({ user: [], session: [], account: [], verification: [], rateLimit: [] }),
    plugins: [
      latchkey(),
      emailOTP({
        sendVerificationOTP: async ({ otp }) => {
          code = otp
        },
      }),
    ],
  })
  const answer = bridge(auth)
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/code') return new Response(code)
    if (pathname === '/account') return new Response((await auth.api.getSession({ headers: request.headers }))?.user.email)
    return answer(request, { address: '203.0.113.1' })
  }
}
