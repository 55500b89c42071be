import express from 'express'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mcp } from './mcp.js'
import { API, BACKEND, ORIGIN, PORT, RESOURCE, STYTCH_BASE_URL, STYTCH_PUBLIC_TOKEN } from './project.js'

const app = express()
app.use(mcp)
app.use('/embed', express.static(dirname(fileURLToPath(import.meta.resolve('latchkey/embed/embed.js')))))
app.use(express.static('public'))

const attribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A page whose script finds the project in the attributes of <main>. */
const page = (title, script) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="/page.css" />
  </head>
  <body>
    <main data-public-token="${attribute(STYTCH_PUBLIC_TOKEN)}" ${STYTCH_BASE_URL ? `data-base-url="${attribute(STYTCH_BASE_URL)}"` : ''}></main>
    <script type="module" src="${script}"></script>
  </body>
</html>`

app.use((_, response, next) => {
  response.setHeader(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src https: data:',
      `connect-src ${API}`,
      // The widget sends no form: it calls the provider, and then leaves the page.
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  )
  next()
})

if (BACKEND) {
  // A server of your own has these pages itself.
  app.get('/', (_, response) => response.redirect(BACKEND))
} else {
  // The authorization URL of the project: apps send visitors here.
  app.get('/consent', (_, response) => response.send(page('Let an app in', '/consent.js')))
  app.get('/', (_, response) => response.send(page('Your account', '/account.js')))
}

const server = app.listen(PORT, (error) => {
  if (error) {
    console.error(error.code === 'EADDRINUSE' ? `Port ${PORT} is taken. Choose another: PORT=3001 npm run dev` : error)
    process.exit(1)
  }
  console.log(`Open ${ORIGIN}, or let an agent in: npm run agent -- ${RESOURCE}`)
  console.log(`Your own agent, such as Claude Code or VS Code, takes the address ${RESOURCE}`)
})
process.once('SIGTERM', () => server.close())
