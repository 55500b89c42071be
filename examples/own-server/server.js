import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'
import { DEFAULT_OAUTH_SCOPES, oauthProvider } from '@better-auth/oauth-provider'
import { passkey } from '@better-auth/passkey'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { getMigrations } from 'better-auth/db/migration'
import { emailOTP, jwt, magicLink, twoFactor } from 'better-auth/plugins'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { html, raw } from 'hono/html'
import { authRoutes, bridge, latchkey, widgetLink } from 'latchkey/better-auth'
import { proofOfWork } from 'latchkey/bridge'
import { prerender } from 'latchkey/prerender'
import { createTransport } from 'nodemailer'
import { openDatabase } from './database.js'
import { importUsers, verifyPassword } from './importUsers.js'

const {
  PORT = '3000',
  DATABASE_URL = 'file:app.db',
  SMTP_URL,
  MAIL_FROM = 'Example <log-in@example.com>',
  TRUST_PROXY,
  BOT_CHECK,
} = process.env
const BASE_URL = process.env.BASE_URL ?? `http://localhost:${PORT}`
/** The servers that apps may ask for tokens for. This one is examples/mcp. */
const RESOURCES = process.env.RESOURCES?.split(' ') ?? ['http://localhost:3000/mcp']

/** The secret that signs cookies. In production, set BETTER_AUTH_SECRET; here, a file keeps one. */
const secretFile = 'app.secret'
if (!process.env.BETTER_AUTH_SECRET && !existsSync(secretFile))
  writeFileSync(secretFile, randomBytes(32).toString('base64'), { mode: 0o600 })
const secret = process.env.BETTER_AUTH_SECRET ?? readFileSync(secretFile, 'utf8')

const { database, alone } = await openDatabase(DATABASE_URL)

const transport = SMTP_URL && createTransport(SMTP_URL)

/**
 * Sends a mail without waiting for it, so that the time of an answer does not tell whether there
 * was one to send.
 */
const send = async (to, subject, text) => {
  if (!transport) return console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`)
  transport.sendMail({ from: MAIL_FROM, to, subject, text }).catch((error) => console.error(`A mail could not be sent: ${error.code}`))
}

const linkMail = (email, url) =>
  send(email, 'Your link to log in', `Open this link to log in. It works once, for 5 minutes:\n\n${widgetLink(url)}`)

const auth = betterAuth({
  appName: 'Example',
  logger: { level: 'error' },
  baseURL: BASE_URL,
  secret,
  // over HTTPS, names of cookies that no subdomain can set
  advanced: BASE_URL.startsWith('https:')
    ? { useSecureCookies: false, cookiePrefix: '__Host-example', defaultCookieAttributes: { secure: true } }
    : {},
  database,
  emailAndPassword: {
    enabled: true,
    password: { verify: verifyPassword },
    sendResetPassword: ({ user, url }) => send(user.email, 'Your new password', `Choose a new password here:\n\n${widgetLink(url)}`),
  },
  // counted in the database, so that several processes count together
  rateLimit: { enabled: true, storage: 'database' },
  plugins: [
    latchkey(),
    passkey({ rpName: 'Example', origin: BASE_URL }),
    magicLink({ storeToken: 'hashed', sendMagicLink: ({ email, url }) => linkMail(email, url) }),
    emailOTP({
      storeOTP: 'hashed',
      sendVerificationOTP: ({ email, otp }) => send(email, 'Your code to log in', `Your code is ${otp}. It works once, for 5 minutes.`),
    }),
    twoFactor({ issuer: 'Example' }),
    jwt(),
    oauthProvider({
      loginPage: '/consent',
      consentPage: '/consent',
      // the form says which app the visitor continues to
      allowPublicClientPrelogin: true,
      scopes: [...DEFAULT_OAUTH_SCOPES, 'notes:read', 'notes:write'],
      resources: RESOURCES,
      // agents become apps by themselves, and may ask for tokens for these servers
      allowDynamicClientRegistration: true,
      allowUnauthenticatedClientRegistration: true,
      clientRegistrationDefaultResources: RESOURCES,
      customUserInfoClaims: ({ user, jwt }) => letIn(user.id, jwt.client_id),
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ],
})

/**
 * Refuses the token of an app that the visitor has removed. Until it expires, a token says itself
 * that it is good, so servers that take it ask for the user's claims.
 */
const letIn = async (userId, clientId) => {
  const where = Object.entries({ userId, clientId }).map(([field, value]) => ({ field, value }))
  const { adapter } = await auth.$context
  if (!(await adapter.findOne({ model: 'oauthConsent', where }))) throw new APIError('UNAUTHORIZED', { error: 'invalid_token' })
  return {}
}
await alone(async () => (await getMigrations(auth.options)).runMigrations())

// npm start -- --import users.json
if (process.argv[2] === '--import') {
  console.log(`Imported. ${(await importUsers(auth, process.argv[3])).join(', ')}`)
  process.exit()
}

const config = {
  products: ['passkeys', 'emailMagicLinks', 'passwords'],
  passwordOptions: { resetPasswordRedirectURL: `${BASE_URL}/` },
}
// The form is in the HTML: visitors see it and type before any script has loaded.
const form = prerender({ config })

/** The form, which leads to `successURL`. The links of mails lead to the form again, at `here`. */
const loginForm = (successURL, here) => {
  const emailMagicLinksOptions = { loginRedirectURL: BASE_URL + here, signupRedirectURL: BASE_URL + here }
  return html`<style>${raw(form.style)}</style>
    <main class="form">
      <div id="login">${raw(form.html)}<script>${raw(form.script)}</script></div>
    </main>
    <script src="/embed/embed.js" data-element="#login" data-backend="/auth" data-config="${JSON.stringify({ ...config, emailMagicLinksOptions, successURL })}" async></script>`
}

// `html` escapes every value that is not marked as `raw`
const page = (title, body) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/page.css" />
  </head>
  <body>${body}</body>
</html>`

const policy = [
  "default-src 'none'",
  `script-src 'self' '${form.scriptHash}'`,
  `style-src 'self' '${form.styleHash}'`,
  "connect-src 'self'",
  "img-src 'self' https: data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const app = new Hono()
app.use(async (c, next) => {
  await next()
  c.header('Content-Security-Policy', policy)
  if (!c.res.headers.has('Referrer-Policy')) c.header('Referrer-Policy', 'strict-origin')
  c.header('X-Content-Type-Options', 'nosniff')
})

// Apps in other sites' pages read this as well, and send no cookie.
app.use('/.well-known/*', cors())
for (const path of ['jwks', 'oauth2/register', 'oauth2/token']) app.use(`/api/auth/${path}`, cors())
const trustProxy = TRUST_PROXY === '1'
// What sends a mail or tries a password costs a browser a second of work. BOT_CHECK=off is for
// scripts that test the server.
const botCheck = BOT_CHECK === 'off' ? undefined : proofOfWork({ secret })
// The widget's calls. Mails lead to pages with the widget, and nowhere else.
const answer = bridge(auth, { trustProxy, botCheck, isPage: ({ pathname }) => ['/', '/consent'].includes(pathname) })
// Those of Better Auth's own routes that other providers and apps need, and those of /security.
const also = ['enable', 'verify-totp', 'generate-backup-codes', 'disable'].map((name) => `/two-factor/${name}`)
const routes = authRoutes(auth, { trustProxy, also: ['/change-password', ...also] })
const visitorOf = (c) => ({ address: getConnInfo(c).remote.address })
app.all('/auth/*', (c) => answer(c.req.raw, visitorOf(c)))
app.all('/api/auth/*', (c) => routes(c.req.raw, visitorOf(c)))
app.get('/.well-known/*', (c) => routes(c.req.raw, visitorOf(c)))

const sessionOf = (c) => {
  c.header('Cache-Control', 'no-store')
  return auth.api.getSession({ headers: c.req.raw.headers })
}

app.get('/', async (c) => {
  // a link that this browser asked for signs in before the page is sent
  const landed = await answer.land(c.req.raw, { ...visitorOf(c), page: '/account' })
  if (landed) return landed
  return (await sessionOf(c)) && !c.req.query('token') ? c.redirect('/account') : c.html(page('Log in', loginForm('/account', '/')))
})

const menu = { '/account': 'Account', '/security': 'Security' }

/** A page for a visitor who is signed in, with the header and its menu. */
const ownPage = (here, { user }, body) =>
  page(
    menu[here],
    html`<header>
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="24" height="24" />Example</a>
      <nav>${Object.entries(menu).map(([path, name]) => html`<a href="${path}"${path === here ? raw(' aria-current="page"') : ''}>${name}</a>`)}</nav>
      <p>You are signed in as ${user.email}.</p>
      <button type="button">Log out</button>
    </header>
    <main>${body}</main>
    <script type="module" src="${here}.js"></script>`,
  )

app.get('/account', async (c) => {
  const session = await sessionOf(c)
  // `session.user` is who sent this request: use it in your own code
  return session ? c.html(ownPage('/account', session, html`<div id="account"></div>`)) : c.redirect('/')
})

const passwordField = (label, name, autocomplete) =>
  html`<label>${label}<input type="password" name="${name}" autocomplete="${autocomplete}" minlength="8" required /></label>`

/** A form of /security, which security.js sends. Password managers need the address. */
const passwordForm = (id, email, button, fields = passwordField('Your password', 'password', 'current-password')) =>
  html`<form id="${id}">
        <input hidden type="email" name="email" autocomplete="username" value="${email}" />
        ${fields}<button>${button}</button><p role="status"></p>
      </form>`

app.get('/security', async (c) => {
  const session = await sessionOf(c)
  if (!session) return c.redirect('/')
  const { email, twoFactorEnabled } = session.user
  const accounts = await auth.api.listUserAccounts({ headers: c.req.raw.headers })
  if (!accounts.some(({ providerId }) => providerId === 'credential')) {
    const choose = html`<p>You have none yet. A second factor comes after a password.</p>${passwordForm('choose', email, 'Email me a link to choose one', '')}`
    return c.html(ownPage('/security', session, html`<h1>Password and second factor</h1><section><h2>Password</h2>${choose}</section>`))
  }
  const newPassword = html`${passwordField('Current password', 'currentPassword', 'current-password')}${passwordField('New password', 'newPassword', 'new-password')}`
  const factor = twoFactorEnabled
    ? html`<p>It is on: after your password, you enter a code of your app.</p>
      ${passwordForm('codes', email, 'Make new backup codes')}${passwordForm('disable', email, 'Turn it off')}`
    : html`<p>An app on your phone shows a code, which you enter after your password.</p>${passwordForm('enable', email, 'Turn it on')}
      <form id="verify" hidden>
        <p>Add this key to your app, or <a>open your app</a> on this device:</p><code></code>
        <label>The code that the app shows<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" required /></label>
        <button>Confirm</button><p role="status"></p>
      </form>`
  return c.html(
    ownPage(
      '/security',
      session,
      html`<h1>Password and second factor</h1>
    <section><h2>Password</h2>${passwordForm('change', email, 'Change the password', newPassword)}</section>
    <section><h2>Second factor</h2>${factor}
      <div id="backup" hidden><p>Keep these backup codes. Each works once, if you do not have your phone:</p><ul></ul></div>
    </section>`,
    ),
  )
})

app.get('/consent', async (c) => {
  const landed = await answer.land(c.req.raw, visitorOf(c))
  if (landed) return landed
  if (!(await sessionOf(c))) {
    const { pathname, searchParams } = new URL(c.req.url)
    // those of a link from a mail are not the app's
    for (const name of ['token', 'latchkey_token_type']) searchParams.delete(name)
    const here = `${pathname}?${searchParams}`
    return c.html(page('Log in', loginForm(here, here)))
  }
  return c.html(page('Allow access', html`<main class="form" id="consent"></main><script type="module" src="/consent.js"></script>`))
})

const embed = relative('.', dirname(createRequire(import.meta.url).resolve('latchkey/embed/embed.js')))
app.use('/embed/*', serveStatic({ root: embed, rewriteRequestPath: (path) => path.replace(/^\/embed/, '') }))
app.use(serveStatic({ root: './public' }))

app.onError((error, c) => {
  console.error(`${c.req.method} ${c.req.path} failed: ${error.name}`)
  return c.text('This page is not available at the moment. Please try again soon.', 503)
})

serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) => console.log(`Open http://localhost:${port}`)).on('error', (error) => {
  console.error(`This port cannot be used: ${error.message}. Set PORT to another one.`)
  process.exit(1)
})
