import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { prerender } from 'latchkey/prerender'
import { respond } from 'latchkey/bridge'
import { answer } from './logIn.js'
import { provider } from './provider.js'
import { baseURL } from './settings.js'

const { PORT = '3000' } = process.env

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const config = { products: ['emailMagicLinks', 'passwords'], passwordOptions: { resetPasswordRedirectURL: `${baseURL}/` } }
// The form is in the HTML: visitors see it and type before any script has loaded.
const form = prerender({ config })

/** The form, which leads to `successURL`. The links of mails lead to the form again, at `here`. */
const loginForm = (successURL, here) => {
  const emailMagicLinksOptions = { loginRedirectURL: baseURL + here, signupRedirectURL: baseURL + here }
  return `<style>${form.style}</style>
    <div id="login">${form.html}<script>${form.script}</script></div>
    <script src="/embed/embed.js" data-element="#login" data-backend="/auth" data-config="${escaped(JSON.stringify({ ...config, emailMagicLinksOptions, successURL }))}" async></script>`
}

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
// before the pages' headers: it has its own
app.use('/oidc', provider.callback())
app.use((_, response, next) => {
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'strict-origin', 'X-Content-Type-Options': 'nosniff' })
  next()
})
app.use('/embed', express.static(dirname(fileURLToPath(import.meta.resolve('latchkey/embed/embed.js')))))
app.use(express.static('public'))
// The widget's calls. Before parsers of bodies, so that it says itself which body is too large.
app.use('/auth', answer.node)

app.get('/', async (request, response) => {
  // a link that this browser asked for signs in before the page is sent
  const landed = await answer.land(request, { page: '/account' })
  if (landed) return respond(response, landed)
  response.set('Cache-Control', 'no-store')
  if (!request.query.token && (await answer.sessionOf(request))) return response.redirect('/account')
  response.send(page('Log in', loginForm('/account', '/')))
})

// The provider leads here with an app's request.
app.get('/consent', async (request, response) => {
  const landed = await answer.land(request)
  if (landed) return respond(response, landed)
  response.set('Cache-Control', 'no-store')
  const here = request.originalUrl
  if (request.query.token || !(await answer.sessionOf(request))) return response.send(page('Log in', loginForm(here, here)))
  response.send(page('Allow access', '<div id="consent"></div><script type="module" src="/consent.js"></script>'))
})

app.get('/account', async (request, response) => {
  response.set('Cache-Control', 'no-store')
  const session = await answer.sessionOf(request)
  if (!session) return response.redirect('/')
  response.send(
    page(
      'Your account',
      `<main>
      <h1>Your account</h1>
      <p>You are signed in as ${escaped(session.user.emails[0].email)}.</p>
      <div id="account"></div>
      <button>Log out</button>
    </main>
    <script type="module" src="/account.js"></script>`,
    ),
  )
})

app.use((error, request, response, _next) => {
  console.error(`${request.method} ${request.path} failed:`, error.name)
  response.status(503).type('text').send('This page is not available at the moment. Please try again soon.')
})

app.listen(Number(PORT), (error) => {
  if (error) {
    console.error(`Port ${PORT} cannot be used: ${error.message}. Set PORT to another one.`)
    process.exit(1)
  }
  console.log(`Open ${baseURL}`)
})
