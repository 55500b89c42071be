/**
 * `npm run docs` writes the documentation site to dist/site/: static files that any server can
 * serve, below any path.
 *
 *   --base /latchkey/   the path that the site is served below. Only 404.html needs it, because a
 *                       server sends that page for any address.
 *   --stale             does nothing if nothing has changed since the last build
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import * as esbuild from 'esbuild'
import { floor } from '../build/floor.ts'
import { writeForFloor } from '../build/plugins/styleSheets.ts'
import { isStale, noteInputs } from '../build/freshness.ts'
import { cache, dist, root } from '../build/paths.ts'
import { formStyle } from './demonstration.ts'
import { documentPages } from './documents.ts'
import { parts } from './parts.ts'
import { pageHtml } from './layout.ts'
import { type SiteTree, isOnWeb, isPicture, relativeLink, targetOf } from './links.ts'
import { llmsText, withLinks } from './llms.ts'
import { htmlOf, linksIn, outlineOf } from './markdown.ts'
import { type Page, sections } from './page.ts'
import { searchTexts } from './search.ts'
import { sourcePage } from './sources.ts'
import { startPage } from './startPage.ts'

const output = join(dist, 'site')
const stage = join(cache, `site-${process.pid}`)

const write = async (path: string, content: string | Uint8Array) => {
  await mkdir(dirname(join(stage, path)), { recursive: true })
  await writeFile(join(stage, path), content)
}
const isFolder = (path: string) => path === '' || path.endsWith('/')
const isWritten = (path: string) => existsSync(join(stage, isFolder(path) ? `${path}index.html` : path))

const inOrder = (pages: Page[]) => sections.flatMap((section) => pages.filter((page) => page.section === section))

/**
 * Returns every file of the repository that pages link to, by its address on the site. Throws an
 * error with all links that lead nowhere.
 */
const linkedFiles = (pages: Page[], tree: SiteTree) => {
  const files = new Map<string, string>()
  const dead: string[] = []
  for (const page of pages)
    for (const link of linksIn(page.markdown).filter((link) => !isOnWeb(link)))
      try {
        const { path, file } = targetOf(link, page, tree)
        if (file) files.set(path, file)
      } catch (error) {
        dead.push(`${page.source ?? `/${page.path}`}: ${link}: ${(error as Error).message}`)
      }
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`)
  return files
}

const writePages = async (pages: Page[], tree: SiteTree) => {
  for (const page of pages) {
    const leading = (suffix: string) => (link: string) => {
      if (isOnWeb(link)) return link
      const { path, anchor } = targetOf(link, page, tree)
      return relativeLink(page.path, tree.outlines.has(path) ? path + suffix : path, anchor)
    }
    if (!isWritten(page.path)) {
      const html = htmlOf(page.markdown, leading(''))
      await write(`${page.path}index.html`, pageHtml(page, page.complete?.(html) ?? html, pages))
    }
    await write(`${page.path}index.md`, withLinks(page.markdown, leading('index.md')))
  }
}

const writeLinkedFiles = async (files: Map<string, string>, pages: Page[]) => {
  for (const [path, file] of files) {
    const content = await readFile(join(root, file))
    if (isPicture(file)) await write(path, content)
    else {
      const page = sourcePage(path, file, content.toString())
      await write(`${path}index.html`, pageHtml(page, htmlOf(page.markdown, String), pages))
    }
  }
}

/** Writes 404.html, which a server sends for an address that the site does not have. */
const writeErrorPage = (pages: Page[], base: string) => {
  const page: Page = {
    path: '404.html',
    title: 'No such page',
    description: 'There is nothing at this address.',
    markdown: `# No such page\n\nThere is nothing at this address. Search for what you need, or [start at the beginning](/).`,
    section: 'Get started',
  }
  return write(
    page.path,
    pageHtml(
      page,
      htmlOf(page.markdown, (link) => base + link.slice(1)),
      pages,
      base,
    ),
  )
}

const writeScripts = async (...names: string[]) => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: names.map((name) => `site/client/${name}`),
    outdir: stage,
    bundle: true,
    splitting: true,
    chunkNames: 'c/[name].[hash]',
    format: 'esm',
    ...floor.syntax,
    minify: true,
    logLevel: 'silent',
    metafile: true,
  })
  writeForFloor(metafile)
}

const build = async (base: string) => {
  await mkdir(stage, { recursive: true })
  const pageLists = (await Promise.all(parts.map((part) => part(stage)))).flatMap((pages) => pages ?? [])
  // A description is shown as text.
  const generatedPages = pageLists.map((page) => ({ ...page, description: page.description.replaceAll('`', '') }))
  const documents = inOrder([...generatedPages, ...documentPages()])
  const start = startPage(documents)
  const pages = [start, ...documents]
  const tree: SiteTree = {
    outlines: new Map(pages.map(({ path, markdown }) => [path, outlineOf(markdown)])),
    pathOf: new Map(documents.flatMap(({ source, path }) => (source ? [[source, path]] : []))),
    isWritten,
  }
  const files = linkedFiles(pages, tree)
  await writePages(pages, tree)
  await writeLinkedFiles(files, pages)
  await writeErrorPage(pages, base)
  await writeScripts('site.ts', 'scheme.ts', 'site.css', 'report.css', 'demonstration.ts', 'demonstration.css')
  await write('form.css', formStyle)
  for (const [name, texts] of Object.entries(searchTexts(pages, tree.outlines))) await write(name, JSON.stringify(texts))
  await write('llms.txt', llmsText(start, pages))
  await write('llms-full.txt', `${pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')}\n`)
  await cp(join(root, 'site/assets'), stage, { recursive: true })
  await rm(output, { recursive: true, force: true })
  await rename(stage, output)
  const sources = documents.flatMap(({ source }) => source ?? [])
  noteInputs('site', ['site', 'src', 'docs', 'bench', ...sources, ...files.values()])
  console.log(`dist/site/ has ${pages.length} pages. Look at them with: npx serve dist/site`)
}

const { values } = parseArgs({ options: { base: { type: 'string', default: '/' }, stale: { type: 'boolean', default: false } } })
if (!/^\/(.*\/)?$/.test(values.base))
  throw new Error(`--base is a path that begins and ends with '/', such as /latchkey/. It was '${values.base}'`)
if (!values.stale || isStale({ name: 'site', output: 'dist/site' }))
  try {
    await build(values.base)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
