/**
 * Weighs each file of dist/, and lists what the largest ones contain. File names are shown without
 * their hash.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entries } from '../build/entries.ts'
import type { Chunks } from '../build/plugins/contents.ts'
import type { DistFiles, FilePart, FileWeight } from './results.ts'
import { weigh } from './weights.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path))

/** Drops the hash: `c/otp.1a2b3c4d.js` is `c/otp.js` in every report. */
const plain = (path: string) => path.replace(/\.[0-9a-f]{8}\.js$/, '.js')

/** The modules in a file of dist/, each with its length in characters. */
type Modules = Chunks[string]['modules']

/**
 * Returns one part for each of our source files and each package, with its length in characters,
 * minified on its own.
 */
const inside = (modules: Modules): FilePart[] => {
  const parts = new Map<string, number>()
  for (const [id, length] of modules) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id
    parts.set(name, (parts.get(name) ?? 0) + length)
  }
  return [...parts].filter(([, length]) => length > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Weighs every script, style and page of dist/. */
export const filesOfDist = (): DistFiles => {
  const modulesOf = new Map<string, Modules>(
    entries
      .filter(({ by }) => by === 'microbundle')
      .flatMap(({ name, output }) => {
        const file = `.cache/build/${name}.json`
        if (!existsSync(join(root, file))) return []
        const chunks = JSON.parse(read(file).toString()) as Chunks
        return Object.entries(chunks).map(([chunk, { modules }]) => [`${dirname(output)}/${chunk}`, modules] as const)
      }),
  )
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((name) => `dist/${name.replaceAll('\\', '/')}`)
    // the site is not in the package
    .filter((path) => /\.(js|css|html)$/.test(path) && !path.startsWith('dist/site/'))
    .map((path) => ({ path, ...weigh(read(path)) }))
    .sort((a, b) => (plain(a.path) < plain(b.path) ? -1 : 1))
  const isDownload = ({ path }: FileWeight) => modulesOf.has(path) || basename(path) === 'snippet.html' || path.startsWith('dist/element/')
  const withPlainNames = (list: FileWeight[]) => list.map((file) => ({ ...file, path: plain(file.path) }))
  const downloads = files.filter(isDownload)
  const largest = downloads
    .filter(({ path }) => modulesOf.has(path))
    .sort((a, b) => b.brotli - a.brotli)
    .slice(0, 3)
  return {
    downloads: withPlainNames(downloads),
    others: withPlainNames(files.filter((file) => !isDownload(file))),
    largest: largest.map(({ path }) => ({ path: plain(path), parts: inside(modulesOf.get(path)!) })),
  }
}
