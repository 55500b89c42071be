import { oauthProvider } from '@better-auth/oauth-provider'
import { passkey } from '@better-auth/passkey'
import { createClient } from '@libsql/client'
import { LibsqlDialect } from '@libsql/kysely-libsql'
import { betterAuth } from 'better-auth'
import { jwt, magicLink, twoFactor } from 'better-auth/plugins'
import { headers } from 'next/headers'
import { authRoutes, bridge, latchkey, widgetLink } from 'latchkey/better-auth'

const { PORT = '3000', DATABASE_URL = 'file:app.db' } = process.env
export const BASE_URL = process.env.BASE_URL ?? `http://localhost:${PORT}`

export const database = createClient({ url: DATABASE_URL })
// Next.js loads this file more than once, and `next build` in several processes. A write waits
// until another connection has finished its own.
await database.execute('PRAGMA busy_timeout = 5000')

/**
 * Sends a mail: here, to the terminal. Nobody waits for it, so the time of an answer does not tell
 * whether there was one to send.
 */
const send = (to: string, subject: string, text: string) => console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`)

export const auth = betterAuth({
  appName: 'Example',
  logger: { level: 'error' },
  baseURL: BASE_URL,
  database: { dialect: new LibsqlDialect({ client: database }), type: 'sqlite' },
  emailAndPassword: {
    enabled: true,
    sendResetPassword: async ({ user, url }) => send(user.email, 'Your new password', `Choose a new password here:\n\n${widgetLink(url)}`),
  },
  // for visitors who confirm their address before they create a passkey or let an app in
  emailVerification: {
    autoSignInAfterVerification: true,
    sendVerificationEmail: async ({ user, url }) =>
      send(user.email, 'Confirm your address', `Open this link to confirm your address:\n\n${widgetLink(url)}`),
  },
  // over HTTPS, names of cookies that no subdomain can set
  advanced: BASE_URL.startsWith('https:')
    ? { useSecureCookies: false, cookiePrefix: '__Host-example', defaultCookieAttributes: { secure: true } }
    : {},
  rateLimit: { enabled: true, storage: 'database' },
  plugins: [
    latchkey(),
    passkey({ rpName: 'Example', origin: BASE_URL }),
    magicLink({
      storeToken: 'hashed',
      sendMagicLink: async ({ email, url }) =>
        send(email, 'Your link to log in', `Open this link to log in. It works once, for 5 minutes:\n\n${widgetLink(url)}`),
    }),
    twoFactor({ issuer: 'Example' }),
    jwt(),
    oauthProvider({
      loginPage: '/consent',
      consentPage: '/consent',
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
})

/**
 * Answers the widget. A route of Next.js does not know the address of the connection, so limits
 * count by `X-Forwarded-For`, which Next.js sets if a request has none. In production, a proxy in
 * front has to replace it, as hosts of Next.js do: otherwise visitors could choose their address.
 */
export const answer = bridge(auth, { trustProxy: true })

const also = ['enable', 'verify-totp', 'generate-backup-codes', 'disable'].map((name) => `/two-factor/${name}`)

/** Answers other providers and apps, with Better Auth's own routes that they and /security need. */
export const routes = authRoutes(auth, { trustProxy: true, also: ['/change-password', ...also] })

/** Who sends this request: for pages, actions and routes. */
export const getSession = async () => auth.api.getSession({ headers: await headers() })
