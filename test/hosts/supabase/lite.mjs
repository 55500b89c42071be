/**
 * Runs `@supabase/lite` on SQLite, as a program. Each mail is one line of JSON on the terminal.
 * `LITE` has further options of its authentication.
 */
import { createServer } from 'node:http'
import { App } from '@supabase/lite'
import { createConnection } from '@supabase/lite/sqlite'

const { SITE_URL, KEY, LITE = '{}' } = process.env

const app = new App({
  connection: await createConnection({ url: ':memory:' }),
  auth: {
    enabled: true,
    jwt_secret: 'a-secret-of-the-tests-with-32-characters',
    site_url: SITE_URL,
    publishable_key: KEY,
    email: { enable_confirmations: true },
    ...JSON.parse(LITE),
  },
  options: {
    drivers: {
      email: {
        async send({ to, text }) {
          const [, code] = /code(?: is)?: (\d+)/.exec(text)
          const [, hash, type] = /token=([^&]+)&type=(\w+)/.exec(text)
          console.log(JSON.stringify({ to, code, hash, type }))
        },
      },
    },
  },
})
await app.init()
await app.ensureSystemSchema()

const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = parts.length > 0 ? Buffer.concat(parts) : undefined
  const answer = await app.fetch(
    new Request(`http://${request.headers.host}${request.url}`, { method: request.method, headers: request.headers, body }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
