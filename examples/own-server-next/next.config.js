import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

// The secret that signs cookies. In production, set BETTER_AUTH_SECRET; here, a file keeps one.
if (!process.env.BETTER_AUTH_SECRET) {
  const file = 'app.secret'
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  process.env.BETTER_AUTH_SECRET = readFileSync(file, 'utf8')
}

/**
 * Next.js writes scripts and styles into pages, so a policy for those needs a nonce: see
 * examples/next.
 */
const policy = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const headers = [
  { key: 'Content-Security-Policy', value: policy },
  { key: 'Referrer-Policy', value: 'strict-origin' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
]

export default {
  reactStrictMode: true,
  headers: async () => [{ source: '/:path*', headers }],
  // they run as they are: the build is faster, and Better Auth is there once
  serverExternalPackages: ['better-auth', '@better-auth/oauth-provider', '@better-auth/passkey', '@libsql/kysely-libsql'],
  // this folder is the whole application, whatever the folders around it contain
  turbopack: { root: import.meta.dirname },
}
