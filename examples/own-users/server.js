import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import session from 'express-session'
import { respond } from 'latchkey/bridge/own'
import { prerender } from 'latchkey/prerender'
import { answer, baseURL, signedIn } from './logIn.js'

const { PORT = '3000', SESSION_SECRET = randomBytes(32).toString('hex') } = process.env
const secure = baseURL.startsWith('https:')

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const config = {
  products: ['emailMagicLinks', 'passwords'],
  emailMagicLinksOptions: { loginRedirectURL: `${baseURL}/`, signupRedirectURL: `${baseURL}/` },
  passwordOptions: { resetPasswordRedirectURL: `${baseURL}/` },
  successURL: '/account',
}
// The form is in the HTML: visitors see it and type before any script has loaded.
const form = prerender({ config })

const page = (title, body) => `<!doctype html>
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

const app = express()
// behind a proxy, it says who the visitor is, by which limits count
app.set('trust proxy', process.env.TRUST_PROXY === '1' ? 1 : false)
app.use((_, response, next) => {
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'strict-origin', 'X-Content-Type-Options': 'nosniff' })
  next()
})
app.use('/embed', express.static(dirname(fileURLToPath(import.meta.resolve('latchkey/embed/embed.js')))))
app.use(express.static('public'))
app.use(
  session({
    name: secure ? '__Host-sid' : 'sid',
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure },
  }),
)
// The widget's calls. Before parsers of bodies, so that it says itself which body is too large.
app.use('/auth', answer.node)

app.get('/', async (request, response) => {
  // a link that this browser asked for signs in before the page is sent
  const landed = await answer.land(request, { page: '/account' })
  if (landed) return respond(response, landed)
  response.set('Cache-Control', 'no-store')
  if (!request.query.token && (await signedIn(request))) return response.redirect('/account')
  response.send(
    page(
      'Log in',
      `<style>${form.style}</style>
    <div id="login">${form.html}<script>${form.script}</script></div>
    <script src="/embed/embed.js" data-element="#login" data-backend="/auth" data-config="${escaped(JSON.stringify(config))}" async></script>`,
    ),
  )
})

app.get('/account', async (request, response) => {
  response.set('Cache-Control', 'no-store')
  // who sent this request: a row of your table
  const user = await signedIn(request)
  if (!user) return response.redirect('/')
  const { email, name, passwordHash } = user
  response.send(
    page(
      'Your account',
      `<main data-email="${escaped(email)}">
      <h1>Your account</h1>
      <p>You are signed in as ${escaped(email)}.</p>
      <form id="name"><label>Name <input name="name" autocomplete="name" value="${escaped(name ?? '')}" /></label> <button>Save</button></form>
      ${
        passwordHash
          ? `<form id="password">
        <label>Password <input name="existing" type="password" autocomplete="current-password" required /></label>
        <label>New password <input name="new" type="password" autocomplete="new-password" required /></label>
        <button>Change</button>
      </form>`
          : ''
      }
      <p role="status"></p>
      <button id="log-out">Log out</button>
    </main>
    <script type="module" src="/account.js"></script>`,
    ),
  )
})

app.use((error, request, response, _next) => {
  console.error(`${request.method} ${request.path} failed:`, secure ? error.name : error)
  response.status(503).type('text').send('This page is not available at the moment. Please try again soon.')
})

app.listen(Number(PORT), (error) => {
  if (error) {
    console.error(`Port ${PORT} cannot be used: ${error.message}. Set PORT to another one.`)
    process.exit(1)
  }
  console.log(`Open ${baseURL}`)
})
