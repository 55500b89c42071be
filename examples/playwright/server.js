// The product: one page, and the files of the widget.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const widget = fileURLToPath(new URL('embed/', import.meta.resolve('latchkey/package.json').replace(/package\.json$/, 'dist/')))

createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, 'http://localhost')
  const file = pathname.startsWith('/latchkey/') ? widget + pathname.slice('/latchkey/'.length) : new URL('index.html', import.meta.url)
  try {
    const body = await readFile(file)
    response.setHeader('Content-Type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8').end(body)
  } catch {
    response.writeHead(404).end()
  }
}).listen(Number(process.env.PORT ?? 3000))
