/** What each file of dist/ weighs, and what is inside the largest: names come without their hash. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entries } from '../build/entries.ts'
import { weigh } from './weights.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path) => readFileSync(join(root, path))

/** `c/otp.1a2b3c4d.js` is `c/otp.js` in every report. */
const plain = (path) => path.replace(/\.[0-9a-f]{8}\.js$/, '.js')

/** One part a source file of ours and a package of others, in characters of each minified on its own. */
const inside = (modules) => {
  const parts = new Map()
  for (const [id, length] of modules) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id
    parts.set(name, (parts.get(name) ?? 0) + length)
  }
  return [...parts].filter(([, length]) => length > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** `{ downloads, others, largest }`: files that a visitor's browser may load, files that stay with the developer, and what is in the three largest of the first. */
export const filesOfDist = () => {
  const modulesOf = new Map(
    entries
      .filter(({ by }) => by === 'microbundle')
      .flatMap(({ name, output }) => {
        const file = `.cache/build/${name}.json`
        if (!existsSync(join(root, file))) return []
        return Object.entries(JSON.parse(read(file))).map(([chunk, { modules }]) => [`${dirname(output)}/${chunk}`, modules])
      }),
  )
  const files = readdirSync(join(root, 'dist'), { recursive: true })
    .map((name) => `dist/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(js|css|html)$/.test(path))
    .map((path) => ({ path, ...weigh(read(path)) }))
    .sort((a, b) => (plain(a.path) < plain(b.path) ? -1 : 1))
  const isDownload = ({ path }) => modulesOf.has(path) || basename(path) === 'snippet.html' || path.startsWith('dist/element/')
  const named = (list) => list.map((file) => ({ ...file, path: plain(file.path) }))
  const downloads = files.filter(isDownload)
  const largest = downloads
    .filter(({ path }) => modulesOf.has(path))
    .sort((a, b) => b.brotli - a.brotli)
    .slice(0, 3)
  return {
    downloads: named(downloads),
    others: named(files.filter((file) => !isDownload(file))),
    largest: largest.map(({ path }) => ({ path: plain(path), parts: inside(modulesOf.get(path)) })),
  }
}
