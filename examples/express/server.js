import express from 'express'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prerender } from 'latchkey/prerender'
import { verifySession } from 'latchkey/server'

// `latchkey dev` sets those that begin with STYTCH. In production, set the values of your project,
// and leave STYTCH_BASE_URL out.
const { PORT = 3000, STYTCH_PROJECT_ID, STYTCH_SECRET, STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL } = process.env

const app = express()
app.use('/embed', express.static(dirname(fileURLToPath(import.meta.resolve('latchkey/embed/embed.js')))))
app.use(express.static('public'))

const attribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const page = (title, body) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="/page.css" />
  </head>
  <body>${body}</body>
</html>`

/** Where the widget's script finds the project. */
const project = `data-public-token="${attribute(STYTCH_PUBLIC_TOKEN)}" ${STYTCH_BASE_URL ? `data-base-url="${attribute(STYTCH_BASE_URL)}"` : ''}`

// The form is in the HTML: visitors see it and type before any script has loaded.
const config = { products: ['otp'], otpOptions: { methods: ['email'] }, successURL: '/account' }
const form = prerender({ config })

app.use((_, response, next) => {
  response.setHeader(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `script-src 'self' '${form.scriptHash}'`,
      `style-src 'self' '${form.styleHash}'`,
      `connect-src ${STYTCH_BASE_URL ?? 'https://api.stytch.com'}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  next()
})

app.get('/', (_, response) => {
  response.send(
    page(
      'Log in',
      `<style>${form.style}</style>
    <div id="login">${form.html}<script>${form.script}</script></div>
    <script src="/embed/embed.js" data-element="#login" ${project} data-config="${attribute(JSON.stringify(config))}" async></script>`,
    ),
  )
})

app.get('/account', async (request, response) => {
  const result = await verifySession(request, {
    projectId: STYTCH_PROJECT_ID,
    secret: STYTCH_SECRET,
    baseUrl: STYTCH_BASE_URL,
    // the note in the cookie is good for five minutes; then the provider is asked
    authenticate: 'whenNeeded',
  })
  if (!result.ok && result.status === 401) return response.redirect('/')
  if (!result.ok) return response.status(result.status).send(result.message)
  for (const line of result.renewed?.setCookie ?? []) response.append('Set-Cookie', line)
  response.send(
    page(
      'Your account',
      `<main>
      <h1>Hello</h1>
      <p>You are signed in as ${result.session.user_id}.</p>
      <button type="button" ${project}>Sign out</button>
    </main>
    <script type="module" src="/account.js"></script>`,
    ),
  )
})

const server = app.listen(PORT, (error) => {
  if (error) {
    console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3001 npm run dev` : error)
    process.exit(1)
  }
  console.log(`Open http://localhost:${server.address().port}`)
})
