/**
 * The playground and its gallery, live: static files, with the emulator in the visitor's browser.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { dist, root } from '../../build/paths.ts'
import { emulatorModule } from '../../src/tools/emulator/emulatorModule.ts'
import type { Page } from '../page.ts'
import { livePage } from './page.ts'

const FRAME = 'gallery/screen/index.html'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()

const scripts = (options: esbuild.BuildOptions) =>
  esbuild.build({ absWorkingDir: root, bundle: true, target: 'es2022', charset: 'utf8', minify: true, logLevel: 'silent', ...options })

/**
 * Writes everything that the playground requests from its server, except the answers of the
 * emulator.
 */
const writeFiles = async (folder: string) => {
  await cp(join(dist, 'playground'), folder, { recursive: true })
  await cp(join(dist, 'embed'), join(folder, 'embed'), { recursive: true, filter: (path) => !path.endsWith('.html') })
  // the languages, whose parts are in embed/
  await cp(join(dist, 'strings'), join(folder, 'strings'), { recursive: true })
  // the client of organizations, and the folder of what it imports
  for (const file of ['b2b.js', 'c']) await cp(join(dist, 'development', file), join(folder, 'development', file), { recursive: true })
  await cp(join(dist, 'prerender/index.js'), join(folder, 'prerender.js'))
  await writeFile(join(folder, 'emulator.js'), emulatorModule(await readFile(join(dist, 'emulator/index.cjs'), 'utf8')))
  await scripts({ entryPoints: ['site/live/client/start.ts', 'site/live/client/live.css'], outdir: folder, format: 'esm' })
  for (const file of filesBelow(folder).filter((file) => /(^|\/)index\.html$/.test(file))) {
    const path = join(folder, file)
    await writeFile(path, livePage(await readFile(path, 'utf8'), file === FRAME))
  }
}

/**
 * Writes the worker, which knows all other files. Firefox runs only classic scripts as service
 * workers.
 */
const writeWorker = (folder: string) => {
  const digest = createHash('sha256')
  const files = filesBelow(folder)
  for (const file of files) digest.update(file).update(readFileSync(join(folder, file)))
  return scripts({
    entryPoints: ['site/live/worker/worker.ts'],
    outfile: join(folder, 'worker.js'),
    format: 'iife',
    mainFields: ['module', 'main'],
    define: {
      FILES: JSON.stringify(files.map((file) => file.replace(/(^|\/)index\.html$/, '$1'))),
      RELEASE: JSON.stringify(digest.digest('hex').slice(0, 16)),
    },
  })
}

const pages: Page[] = [
  {
    path: 'playground/',
    title: 'Playground',
    description: 'Try the widget in this browser, with every option, theme and failure.',
    section: 'Try it',
    markdown: `# Playground

Try the widget in this browser, with every option, theme and failure: log in by email link, code, password, social account, passkey or wallet, and copy
the code for what you see. The provider is the [emulator](emulator.md), in a service worker of the page. No request leaves the site, and what you enter stays on your
machine. \`npx latchkey dev\` serves the same pages from there.
`,
  },
  {
    path: 'playground/gallery/',
    title: 'Gallery',
    description: 'Every screen of the widget, in the theme and language of your choice.',
    section: 'Try it',
    markdown: `# Gallery

Every screen of the widget, in the theme and language of your choice. Each is the real widget, with a visitor and a provider of its own. The
[playground](/playground/) has the same themes and languages.
`,
  },
  {
    path: 'playground/app/',
    title: 'Third-party app',
    description: 'An app that signs people in with their account at your site: consent and log-out, from both sides.',
    section: 'Try it',
    markdown: `# Third-party app

An app that signs people in with their account at your site: consent and log-out, from both sides. The [guide to consent](consent.md) says how to build it.
`,
  },
  {
    path: 'playground/agent/',
    title: 'Agent',
    description: 'An agent that asks for the tools of a server: allow one, see what it can do, and end its access.',
    section: 'Try it',
    markdown: `# Agent

An agent that asks for the tools of a server, as agents do with the Model Context Protocol (MCP): allow one, see what it can do, and end its access in the account. The
[guide to consent](consent.md#agents-and-mcp) says what your site needs for that.
`,
  },
  {
    path: 'playground/b2b/',
    title: 'Organizations, live',
    description: 'Walk through discovery, an organization, its members and a second factor.',
    section: 'Try it',
    markdown: `# Organizations, live

Walk through discovery, an organization, its members and a second factor, with the client for organizations. The [guide to organizations](organizations.md) has the code.
`,
  },
]

/** Writes `playground/` below the folder of the site, and returns its pages. */
export const writeLivePages = async (folder: string): Promise<Page[]> => {
  const playground = join(folder, 'playground')
  await writeFiles(playground)
  await writeWorker(playground)
  return pages
}
