/**
 * `npm run build`: everything in entries.ts, and the declarations, into dist/. `npm run build -- widget embed` builds these alone; with `--stale`, only what
 * the sources have changed since it was built; with `--full-compat`, `fullCompat` of entries.ts.
 *
 * It is all or nothing: files are built beside dist/ and moved there once everything asked for has succeeded, so that a failed build
 * leaves the last good one, and a server that reads dist/ meanwhile never sees half of it.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import * as esbuild from 'esbuild'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { type EmbedChunks, snippet } from '../src/snippet.ts'
import { cache, dist, isFullCompat, node, placeOf, root } from './checkout.ts'
import { declarations } from './declarations.ts'
import { type EsbuildEntry, type MicrobundleEntry, type WordsEntry, entries, fullCompat } from './entries.ts'
import { isStale, noteInputs } from './freshness.ts'
import { type Contents, billOfMaterials, withoutTexts } from './notices.ts'
import type { Chunks } from './plugins/contents.ts'
import { withoutHostChecksInEsbuild } from './plugins/withoutHostChecks.ts'
import { languageModules, wordSources } from './words.ts'

const stage = join(cache, `stage-${process.pid}`)
const staged = (output: string) => join(stage, relative('dist', output))
const json = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T

/** Paths are below the checkout. */
interface Outcome {
  /** The files that it was built from. */
  inputs: string[]
  /** Which of them each file of it holds. */
  contents: Contents
}

interface Job {
  name: string
  source: string
  output: string
  run: () => Promise<Outcome>
}

/** In a process of its own, so that two run at a time. */
const withMicrobundle = async ({ name, output }: MicrobundleEntry): Promise<Outcome> => {
  const options = isFullCompat ? ['--full-compat'] : []
  await node(['--import', 'tsx', join(root, 'build/microbundle.ts'), name, staged(output), ...options], { NODE_ENV: 'production' })
  const folder = dirname(relative('dist', output))
  const chunks = Object.entries(await json<Chunks>(join(cache, `${name}.json`)))
  return {
    inputs: await json(join(cache, `${name}.sources.json`)),
    contents: Object.fromEntries(
      chunks.map(([file, { modules }]) => [join(folder, file), modules.filter(([, bytes]) => bytes > 0).map(([path]) => path)]),
    ),
  }
}

// The program loads the emulator that hosts import too, instead of carrying a second copy.
const emulatorOutside: Plugin = {
  name: 'emulator-outside',
  setup: (build) => build.onResolve({ filter: /emulator\/index\.ts$/ }, () => ({ path: './emulator/index.js', external: true })),
}

const leaveOutside = (outside: Record<string, string>): Plugin => ({
  name: 'leave-outside',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined
      const target = outside[path.startsWith('.') ? relative(root, join(resolveDir, path)) : path]
      return target ? { path: target, external: true } : undefined
    }),
})

const platforms: Record<EsbuildEntry['platform'], BuildOptions> = {
  neutral: {
    mainFields: ['module', 'main'],
    conditions: ['import', 'module', 'default'],
    // A fifth smaller, and a stack trace in somebody's test still has its names, in lines that a terminal can show.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
  },
  node: { plugins: [emulatorOutside] },
  page: { minify: true },
  browser: { minify: true, define: { 'process.env.NODE_ENV': '"production"' } },
}

const withEsbuild = async (entry: EsbuildEntry): Promise<Outcome> => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    ...(entry.pages
      ? {
          entryPoints: entry.pages.map((page) => join(entry.source, page, 'main.tsx')),
          outbase: entry.source,
          outdir: dirname(staged(entry.output)),
          splitting: true,
          chunkNames: 'c/[name].[hash]',
        }
      : { entryPoints: [entry.source], outfile: staged(entry.output) }),
    platform: entry.platform === 'page' ? 'browser' : entry.platform,
    bundle: true,
    format: entry.format ?? 'esm',
    target: 'es2022',
    jsx: 'automatic',
    charset: 'utf8',
    logLevel: 'silent',
    logOverride: { 'ignored-bare-import': 'error' },
    ...platforms[entry.platform],
    ...(entry.program && { banner: { js: '#!/usr/bin/env node' } }),
    ...(entry.firstLine && { banner: { js: entry.firstLine } }),
    ...(entry.outside && { plugins: [leaveOutside(entry.outside)] }),
    ...(entry.hostChecks === false && { plugins: [withoutHostChecksInEsbuild] }),
    metafile: true,
  })
  if (entry.program) await chmod(staged(entry.output), 0o755)
  if (entry.module) await offerAsModule(staged(entry.output), staged(entry.module))
  const inputs = Object.keys(metafile.inputs)
  const held = ({ inputs }: Metafile['outputs'][string]) => Object.keys(inputs).filter((path) => inputs[path]!.bytesInOutput > 0)
  const contents = Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, output]) => [relative(stage, join(root, file)), held(output)]),
  )
  if (!entry.pages) return { inputs, contents }
  // The pages themselves, and what they link to as it is.
  const assets = (path: string) => !['.ts', '.tsx'].includes(extname(path))
  await cp(join(root, entry.source), dirname(staged(entry.output)), { recursive: true, filter: assets })
  return { inputs: [...inputs, entry.source], contents }
}

/** A language, with the parts of it in files beside it. */
const writeWords = async ({ locale, output }: WordsEntry): Promise<Outcome> => {
  const modules = await languageModules(locale)
  for (const [file, text] of Object.entries(modules)) {
    const path = join(dirname(staged(output)), file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const folder = dirname(relative('dist', output))
  return { inputs: wordSources, contents: Object.fromEntries(Object.keys(modules).map((file) => [join(folder, file), wordSources])) }
}

/** Writes an ES module with the exports of a CommonJS file: one copy for whoever requires it and whoever imports it, in one application, too. */
const offerAsModule = async (file: string, module: string) => {
  const names = Object.keys(createRequire(file)(file)).join(', ')
  // Node reads the names of a CommonJS file's exports without running it; this is where it finds them.
  await appendFile(file, `0 && (module.exports = { ${names} });\n`)
  await writeFile(module, `export { ${names} } from './${basename(file)}'\n`)
}

const types: Job = {
  name: 'types',
  source: 'src',
  output: 'dist/types',
  run: () => declarations(join(stage, 'types')).then(() => ({ inputs: ['src'], contents: {} })),
}

const jobs: Job[] = [
  ...(isFullCompat ? fullCompat : entries).map((entry) => ({
    ...entry,
    run: () => (entry.by === 'microbundle' ? withMicrobundle(entry) : entry.by === 'words' ? writeWords(entry) : withEsbuild(entry)),
  })),
  ...(isFullCompat ? [] : [types]),
]

/** Moves what was built to its place: in whole for a whole build, else over what is there. */
const deliver = async (built: Job[], whole: boolean) => {
  if (!whole) {
    for (const { name, output } of built) {
      // a declaration that nobody needs any more
      if (name === 'types') await rm(join(dist, 'types'), { recursive: true, force: true })
      // of the entries that have chunks: a file beside them has none, and they are not its
      if (name !== 'types' && existsSync(join(dirname(staged(output)), 'c')))
        await rm(join(dirname(placeOf(output)), 'c'), { recursive: true, force: true })
    }
    return cp(stage, dist, { recursive: true })
  }
  const old = join(cache, `old-${process.pid}`)
  if (existsSync(dist)) await rename(dist, old)
  await rename(stage, dist)
  await rm(old, { recursive: true, force: true })
}

const digest = async (file: string, by = 'sha384') =>
  `${by}-${createHash(by)
    .update(await readFile(file))
    .digest('base64')}`

/** `file` with all that it imports statically, and what that imports. */
const closure = (file: string, stats: Chunks, seen = new Set<string>()) => {
  if (!seen.has(file)) {
    seen.add(file)
    for (const next of stats[file]!.imports) closure(next, stats, seen)
  }
  return [...seen]
}

/**
 * dist/embed/integrity.js: what each chunk of the widget has to be, for pages whose script tag asks (src/embed.ts). Of words, which have a
 * language in their names, the chunk that finds them says it (plugins/languageFiles.ts).
 */
const integrityModule = async (chunks: EmbedChunks, folder: string) => {
  const files = Object.entries(chunks).flatMap(([name, { file }]) => (file.startsWith('c/') && !name.includes('.') ? [file] : []))
  // hashes do not compress, and sha256 is a third shorter
  const rows = await Promise.all(files.map(async (file) => [file.slice(2), (await digest(join(folder, file), 'sha256')).slice(7)]))
  return `const table=${JSON.stringify(Object.fromEntries(rows))}
export const integrity=(file)=>{const hash=table[file.slice(2)];if(!hash)throw new Error("[Latchkey] Not of this release: "+file);return"sha256-"+hash}
`
}

/** dist/embed/chunks.json, integrity.js and snippet.html, for the page that wants to know what to preload; types in src/snippet.ts. */
const describeEmbed = async () => {
  const chunks: EmbedChunks = {}
  const list = async (name: string, file: string, imports: string[], dynamicImports: string[]) => {
    if (chunks[name]) throw new Error(`Two chunks are called '${name}'. Rename a file: budgets and preloads go by these names`)
    const text = await readFile(join(dist, 'embed', file))
    const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    chunks[name] = { file, imports, dynamicImports, integrity: await digest(join(dist, 'embed', file)), raw: text.length, brotli }
  }
  for (const entry of ['embed', 'when', 'widget']) {
    const written = join(cache, `${entry}.json`)
    if (!existsSync(written)) return
    const stats = await json<Chunks>(written)
    for (const [file, { name, dynamicImports }] of Object.entries(stats)) {
      if (!existsSync(join(dist, 'embed', file))) return
      await list(name, file, closure(file, stats).slice(1), dynamicImports)
    }
  }
  await writeFile(join(dist, 'embed/integrity.js'), await integrityModule(chunks, join(dist, 'embed')))
  await list('integrity', 'integrity.js', [], [])
  await writeFile(join(dist, 'embed/chunks.json'), `${JSON.stringify(chunks, null, 2)}\n`)
  const example = snippet({ publicToken: 'public-token-test-...', element: '#login' }, chunks)
  await writeFile(join(dist, 'embed/snippet.html'), `${example}\n`)
}

/** dist/sri.json: the integrity of every script of a release. */
const describeIntegrity = async () => {
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js')).sort()
  const digests = await Promise.all(files.map(async (name) => [name, await digest(join(dist, name))]))
  await writeFile(join(dist, 'sri.json'), `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`)
}

/** dist/sbom.cdx.json: the packages that a release carries, once every entry is built. */
const describeContents = async () => {
  if (jobs.some(({ name }) => !existsSync(join(cache, `${name}.contents.json`)))) return
  await writeFile(join(dist, 'sbom.cdx.json'), `${JSON.stringify(withoutTexts(await billOfMaterials()), null, 2)}\n`)
}

const onlyStale = process.argv.includes('--stale')
const asked = process.argv.slice(2).filter((name) => name !== '--stale' && name !== '--full-compat')
for (const name of asked) {
  if (!jobs.some((job) => job.name === name)) throw new Error(`No entry '${name}'. There is: ${jobs.map((job) => job.name).join(', ')}`)
}
const chosen = jobs.filter((job) => (asked.length === 0 || asked.includes(job.name)) && (!onlyStale || isStale(job)))
const isWhole = chosen.length === jobs.length
const waiting = chosen.filter((job) => existsSync(join(root, job.source)))
for (const job of chosen) if (!waiting.includes(job)) console.warn(`WARNING: ${job.name} is not built, ${job.source} does not exist yet`)

const built: (Job & Outcome)[] = []
const failed: Job[] = []
const worker = async () => {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const start = Date.now()
    try {
      built.push({ ...job, ...(await job.run()) })
      console.log(`${job.name.padEnd(16)} ${((Date.now() - start) / 1000).toFixed(1)} s`)
    } catch (error) {
      failed.push(job)
      console.error(`FAILED: ${job.name}\n${error instanceof Error ? error.message : error}`)
    }
  }
}

if (chosen.length === 0) process.exit()
await mkdir(stage, { recursive: true })
try {
  await Promise.all([worker(), worker()])
  if (failed.length === 0) {
    await deliver(built, isWhole)
    await describeEmbed()
    await describeIntegrity()
    for (const { name, contents } of built) await writeFile(join(cache, `${name}.contents.json`), JSON.stringify(contents))
    if (!isFullCompat) await describeContents()
    for (const { name, inputs } of built) noteInputs(name, inputs)
  } else {
    console.error(`Not built: ${failed.map((job) => job.name).join(', ')}. dist/ is left as it was.`)
    process.exitCode = 1
  }
} finally {
  await rm(stage, { recursive: true, force: true })
}
