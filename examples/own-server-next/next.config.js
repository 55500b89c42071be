import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

// The secret that signs cookies. In production, set BETTER_AUTH_SECRET; here, a file keeps one.
if (!process.env.BETTER_AUTH_SECRET) {
  const file = 'app.secret'
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  process.env.BETTER_AUTH_SECRET = readFileSync(file, 'utf8')
}

export default {
  reactStrictMode: true,
  // they run as they are: the build is faster, and Better Auth is there once
  serverExternalPackages: ['better-auth', '@better-auth/oauth-provider', '@better-auth/passkey', '@libsql/kysely-libsql'],
  // this folder is the whole application, whatever the folders around it contain
  turbopack: { root: import.meta.dirname },
}
