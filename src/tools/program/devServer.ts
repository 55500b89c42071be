/** What `latchkey dev` serves: the emulator, the built widget and the playground. */
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { existsSync, readFileSync } from 'node:fs'
import { emulatorModule } from '../emulator/emulatorModule.ts'
import type { Emulator } from '../emulator/index.ts'
import { emulatorPaths } from '../emulator/paths.ts'
import { dist } from './dist.ts'

/**
 * A release never changes a file with a hash in its name. Browsers revalidate all other files; the
 * answer is usually 304.
 */
const cacheControl = (path: string) => (/\/c\/[^/]+\.[\w-]{6,}\.js$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Serves the files of a folder of dist/, below a path of the same name or at the root. */
const files = (folder: string, below = '') =>
  serveStatic({
    root: dist + folder,
    rewriteRequestPath: (path) => path.slice(below.length),
    onFound: (path, c) => c.header('Cache-Control', cacheControl(path)),
  })

/**
 * The playground follows the rules under which the widget promises to work: no inline code or
 * style, no HTML from strings.
 */
const strict = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    frameSrc: ["'self'"],
    imgSrc: ['http:', 'https:', 'data:'],
    formAction: ["'none'"],
    frameAncestors: ["'self'"],
    baseUri: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['latchkey'],
  },
  // Served over plain http, only to this machine.
  strictTransportSecurity: false,
})

/**
 * Serves the emulator under its own paths and as a module for pages, the widget under /embed/, its
 * translations under /strings/, what else the playground imports under /development/, and the
 * playground at the root.
 */
export const createDevApp = (emulator: Emulator) => {
  const app = new Hono()
  for (const path of emulatorPaths) app.all(path, (c) => emulator.fetch(c.req.raw))
  app.use(etag())
  // A page on another port can load the widget from here, and browsers fetch modules with CORS.
  for (const folder of ['embed', 'strings', 'development']) {
    app.use(`/${folder}/*`, cors())
    if (existsSync(dist + folder)) app.use(`/${folder}/*`, files(folder, `/${folder}`))
  }
  app.use(strict)
  app.get('/prerender.js', (c) =>
    c.body(readFileSync(`${dist}prerender/index.js`, 'utf8'), 200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }),
  )
  // The gallery loads it a hundred times, and browsers keep what they have compiled only of a file
  // that they need not ask for again.
  app.get('/emulator.js', (c) =>
    c.body(emulatorModule(readFileSync(`${dist}emulator/index.cjs`, 'utf8')), 200, {
      'Content-Type': 'text/javascript',
      'Cache-Control': 'max-age=600',
    }),
  )
  const playground = existsSync(`${dist}playground`)
  // The links of a page start from its folder.
  app.get('/:folder{(?:[a-z0-9]+/)*[a-z0-9]+}', (c, next) =>
    existsSync(`${dist}playground/${c.req.param('folder')}/index.html`)
      ? Promise.resolve(c.redirect(`${c.req.path}/${new URL(c.req.url).search}`))
      : next(),
  )
  if (playground) app.use(files('playground'))
  app.notFound((c) => c.text(playground ? 'Not found' : 'The playground is not built. Run: npm run build', 404))
  // The error of a fault that drops the connection goes on to the server, which can do that.
  app.onError((error) => {
    throw error
  })
  return app
}
