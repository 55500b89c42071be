import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { prerender } from 'latchkey/prerender'
import { respond } from 'latchkey/supabase'
import { answer, baseURL } from './logIn.js'

const { PORT = '3000', PROVIDERS = '' } = process.env
/** Those that are turned on in the project: `google,github`. */
const providers = PROVIDERS.split(',').filter(Boolean)

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const config = {
  products: [...(providers.length > 0 ? ['oauth'] : []), 'emailMagicLinks', 'passwords'],
  oauthOptions: {
    providers: providers.map((type) => ({ type })),
    loginRedirectURL: `${baseURL}/`,
    signupRedirectURL: `${baseURL}/`,
  },
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
// The widget's calls. Before parsers of bodies, so that it says itself which body is too large.
app.use('/auth', answer.node)

/** Finds who sent a request. The browser hears of a session that was renewed or is over. */
const signedIn = async (request, response) => {
  const session = await answer.sessionOf(request, { setCookie: (line) => response.append('Set-Cookie', line) })
  return session?.user
}

app.get('/', async (request, response) => {
  // a link that this browser asked for signs in before the page is sent
  const landed = await answer.land(request, { page: '/account' })
  if (landed) return respond(response, landed)
  response.set('Cache-Control', 'no-store')
  if (!request.query.token && (await signedIn(request, response))) return response.redirect('/account')
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
  const user = await signedIn(request, response)
  if (!user) return response.redirect('/')
  const email = user.emails[0]?.email ?? ''
  const name = [user.name.first_name, user.name.last_name].join(' ').trim()
  response.send(
    page(
      'Your account',
      `<main data-email="${escaped(email)}">
      <h1>Your account</h1>
      <p>You are signed in as ${escaped(email)}.</p>
      <form id="name"><label>Name <input name="name" autocomplete="name" value="${escaped(name)}" /></label> <button>Save</button></form>
      <form id="password">
        <label>Password <input name="existing" type="password" autocomplete="current-password" required /></label>
        <label>New password <input name="new" type="password" autocomplete="new-password" required /></label>
        <button>Change</button>
      </form>
      <p role="status"></p>
      <button id="log-out">Log out</button>
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
