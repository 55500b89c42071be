/** The documentation site in dist/site/, as a static server sends it. */
import '../built/site.ts'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { serve } from './listening.ts'

export const folder: string = fileURLToPath(new URL('../../dist/site/', import.meta.url))

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

/** Every file of the site, as a path from its folder. */
export const files: string[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
  .sort()

/** The address of every page, such as `guides/npm/`. The start page's is empty. */
export const addresses: string[] = files
  .filter((file) => /(^|\/)index\.html$/.test(file))
  .map((file) => file.slice(0, -'index.html'.length))

const compressed = new Map<string, Promise<Buffer | undefined>>()

/** A file of the site, compressed once. Undefined: there is none. */
const gzipped = (file: string) => {
  if (!compressed.has(file))
    compressed.set(
      file,
      readFile(file).then(
        (content) => gzipSync(content),
        () => undefined,
      ),
    )
  return compressed.get(file)!
}

/**
 * Serves the site below a path such as `/latchkey/`, with 404.html for what is not there, and
 * compressed, as hosts of static sites do. `url` ends with the path.
 */
export const serveDocumentation = async (below = '/'): Promise<{ url: string; close: () => void }> => {
  const { url, close } = await serve(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url!, 'http://localhost').pathname))
    const file = path.startsWith(below) ? join(folder, path.slice(below.length), path.endsWith('/') ? 'index.html' : '') : ''
    const content = file && (await gzipped(file))
    const type = content ? (types[extname(file)] ?? 'application/octet-stream') : types['.html']!
    response.writeHead(content ? 200 : 404, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'max-age=600' })
    response.end(content || (await gzipped(join(folder, '404.html'))))
  })
  return { url: url + below, close }
}
