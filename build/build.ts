/**
 * `npm run build` builds everything in entries.ts, and the declarations, into dist/.
 * `npm run build -- widget embed` builds only these two. `--stale` builds only entries whose
 * sources have changed since their last build. `--playground` builds only what `npm start` serves.
 * `--full-compat` builds `fullCompat` of entries.ts.
 *
 * A build is all or nothing. Files are built beside dist/ and move there when everything that was
 * requested has succeeded. So a failed build leaves the last good one in place, and a server that
 * reads dist/ meanwhile never sees half a build.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import * as esbuild from 'esbuild'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { playgroundPages } from '../src/tools/playground/pages.ts'
import { type EmbedChunks, snippet } from '../src/tools/snippet/snippet.ts'
import { cache, dist, isFullCompat, placeOf, root } from './paths.ts'
import type { Answer, Request } from './microbundle.ts'
import { declarations } from './declarations.ts'
import { type EsbuildEntry, type MicrobundleEntry, type WordsEntry, entries, fullCompat } from './entries.ts'
import { floor } from './floor.ts'
import { sheetModule, writeForFloor } from './plugins/styleSheets.ts'
import { isStale, noteInputs } from './freshness.ts'
import { keepOneCopy } from './oneCopy.ts'
import { type Contents, billOfMaterials, withoutTexts } from './notices.ts'
import type { Chunks } from './plugins/contents.ts'
import { withoutHostChecksInEsbuild } from './plugins/withoutHostChecks.ts'
import { chunkTable } from './sizes.ts'
import { languageModules, wordSources } from './words.ts'

const stage = join(cache, `stage-${process.pid}`)
const stagePath = (output: string) => join(stage, relative('dist', output))
const json = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T

/** Paths are relative to the repository root. */
interface Outcome {
  /** The files that it was built from. */
  inputs: string[]
  /** The input files in each output file. */
  contents: Contents
}

interface Job {
  name: string
  source: string
  output: string
  run: () => Promise<Outcome>
}

/** The programs that have started, and build no entry at the moment. */
const idle: ChildProcess[] = []

const startMicrobundle = () =>
  fork(join(root, 'build/microbundle.ts'), isFullCompat ? ['--full-compat'] : [], {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  })

const withMicrobundle = async ({ name, output }: MicrobundleEntry): Promise<Outcome> => {
  const program = idle.pop() ?? startMicrobundle()
  program.send({ name, output: stagePath(output) } satisfies Request)
  // It exits only if it crashes.
  const [answer] = (await Promise.race([
    once(program, 'message'),
    once(program, 'exit').then(() => [{ error: 'microbundle crashed' }]),
  ])) as [Answer]
  if (program.connected) idle.push(program)
  if (answer.error) throw new Error(answer.error)
  const folder = dirname(relative('dist', output))
  const chunks = Object.entries(await json<Chunks>(join(cache, `${name}.json`)))
  return {
    inputs: await json(join(cache, `${name}.sources.json`)),
    contents: Object.fromEntries(
      chunks.map(([file, { modules }]) => [join(folder, file), modules.filter(([, bytes]) => bytes > 0).map(([path]) => path)]),
    ),
  }
}

// The program loads the emulator and the renderer that hosts import, so that there is only one copy
// of each, and the doctor and `migrate` only when they are called.
const entriesOutside = (output: string): Plugin => ({
  name: 'entries-outside',
  setup: (build) =>
    build.onResolve({ filter: /(emulator|prerender|doctor|migrate)\/index\.tsx?$/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const [, name] = /(\w+)\/index\.tsx?$/.exec(path)!
      return { path: `${dirname(output) === 'dist' ? '.' : '..'}/${name}/index.js`, external: true }
    }),
})

const leaveOutside = (outside: Record<string, string>): Plugin => ({
  name: 'leave-outside',
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined
      const target = outside[path.startsWith('.') ? relative(root, join(resolveDir, path)) : path]
      return target ? { path: target, external: true } : undefined
    }),
})

/** Replaces files with others, or with computed text. */
const putInstead = (instead: NonNullable<EsbuildEntry['instead']>): Plugin => ({
  name: 'put-instead',
  setup(build) {
    const unusedPaths = new Set(Object.keys(instead))
    for (const [path, other] of Object.entries(instead)) {
      build.onLoad({ filter: new RegExp(`${path.replace(/[.\\/]/g, '[$&]')}$`) }, async () => {
        unusedPaths.delete(path)
        return { contents: typeof other === 'object' ? await other.text() : `export * from ${JSON.stringify(join(root, other))}` }
      })
    }
    build.onEnd(() => (unusedPaths.size ? { errors: [{ text: `No such file is used: ${[...unusedPaths].join(', ')}` }] } : undefined))
  },
})

/** How esbuild names what replaces files that are left out. */
const LATER = 'later:file'

/**
 * Leaves out what a server never runs: each file that the widget fetches later, which is an
 * `import()`.
 */
const withoutLaterFiles: Plugin = {
  name: 'without-later-files',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: 'file', namespace: 'later' } : undefined))
    build.onLoad({ filter: /^/, namespace: 'later' }, () => ({ contents: '' }))
  },
}

/**
 * What the screens import of React, as in the Preact builds of microbundle.ts, and style sheets as
 * text: a prerendered form has one style for all browsers.
 */
const screensOnPreact: Plugin = {
  name: 'screens-on-preact',
  setup(build) {
    const aliases: Record<string, string> = {
      react: 'src/ui/frameworks/react.preact.ts',
      'react-dom/client': 'src/ui/frameworks/react.preact.ts',
      'react/jsx-runtime': 'src/ui/frameworks/jsx.preact.ts',
    }
    build.onResolve({ filter: /^react/ }, ({ path }) => (aliases[path] ? { path: join(root, aliases[path]) } : undefined))
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: sheetModule(path, true) }))
  },
}

// Lines that fit a terminal, for stack traces in a host's tests.
const readableTraces = { minify: true, lineLimit: 120 }

/**
 * How esbuild's output names a file of dist/ that stands outside of the pages, until it is written.
 */
const BESIDE = 'beside:'

/**
 * The pages take the languages, and the client of organizations, from where hosts do. Whoever
 * serves the pages serves these folders beside them (devServer.ts, site/live/index.ts).
 */
const besidePages: Plugin = {
  name: 'beside-pages',
  setup(build) {
    build.onResolve({ filter: /strings\/[\w-]+\.ts$/ }, ({ path }) => ({
      path: `${BESIDE}strings/${basename(path, '.ts')}.js`,
      external: true,
    }))
    build.onResolve({ filter: /entries\/b2b\.ts$/ }, () => ({ path: `${BESIDE}development/b2b.js`, external: true }))
  },
}

/** Nobody downloads the pages, but React DOM would be a fifth of them. */
const preactForPages = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

const platforms: Record<EsbuildEntry['platform'], BuildOptions> = {
  neutral: { ...readableTraces, mainFields: ['module', 'main'], conditions: ['import', 'module', 'default'] },
  node: readableTraces,
  page: { minify: true },
  // servers of all kinds: nothing of Node, nothing of a browser
  anywhere: { minify: true, conditions: ['preact', 'import'], plugins: [withoutLaterFiles, screensOnPreact] },
  browser: { minify: true, define: { 'process.env.NODE_ENV': '"production"' } },
}

const withEsbuild = async (entry: EsbuildEntry): Promise<Outcome> => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    ...(entry.pages
      ? {
          entryPoints: entry.pages.flatMap((page) => ['main.tsx', 'main.css'].map((file) => join(entry.source, page, file))),
          outbase: entry.source,
          outdir: dirname(stagePath(entry.output)),
          splitting: true,
          chunkNames: 'c/[name].[hash]',
          alias: preactForPages,
        }
      : entry.beside
        ? {
            entryPoints: { [basename(entry.output, '.js')]: entry.source, ...entry.beside },
            outdir: dirname(stagePath(entry.output)),
            splitting: true,
            chunkNames: 'c/[name].[hash]',
          }
        : { entryPoints: [entry.source], outfile: stagePath(entry.output) }),
    platform: entry.platform === 'page' ? 'browser' : entry.platform === 'anywhere' ? 'neutral' : entry.platform,
    bundle: true,
    format: entry.format ?? 'esm',
    ...floor.syntax,
    jsx: 'automatic',
    charset: 'utf8',
    logLevel: 'silent',
    logOverride: { 'ignored-bare-import': 'error' },
    ...platforms[entry.platform],
    ...(entry.program && { banner: { js: '#!/usr/bin/env node' } }),
    ...(entry.firstLine && { banner: { js: entry.firstLine } }),
    ...(entry.globals && { inject: entry.globals }),
    plugins: [
      ...(entry.outside ? [leaveOutside(entry.outside)] : []),
      ...(entry.platform === 'node' ? [entriesOutside(entry.output)] : []),
      ...(entry.pages ? [besidePages] : []),
      ...(entry.instead ? [putInstead(entry.instead)] : []),
      ...(entry.hostChecks === false ? [withoutHostChecksInEsbuild] : []),
      ...(platforms[entry.platform].plugins ?? []),
    ],
    metafile: true,
  })
  if (entry.program) await chmod(stagePath(entry.output), 0o755)
  if (entry.module) await offerAsModule(stagePath(entry.output), stagePath(entry.module))
  const dataFiles = Object.values(entry.instead ?? {}).flatMap((other) => (typeof other === 'object' ? other.sources : []))
  const inputs = [...Object.keys(metafile.inputs).filter((path) => path !== LATER), ...dataFiles]
  const contentsOf = ({ inputs }: Metafile['outputs'][string]) =>
    Object.keys(inputs).filter((path) => inputs[path]!.bytesInOutput > 0 && path !== LATER)
  const contents = Object.fromEntries(
    Object.entries(metafile.outputs).map(([file, output]) => [relative(stage, join(root, file)), contentsOf(output)]),
  )
  if (!entry.pages) return { inputs, contents }
  for (const file of Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'))) {
    const path = join(root, file)
    const up = relative(dirname(path), dirname(stagePath(entry.output)))
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(BESIDE, up ? `${up}/` : './'))
  }
  writeForFloor(metafile)
  // The pages themselves, and the files that they link to as they are.
  const folder = dirname(stagePath(entry.output))
  const assets = (path: string) => !['.ts', '.tsx', '.css'].includes(extname(path))
  await cp(join(root, entry.source), folder, { recursive: true, filter: assets })
  for (const [path, html] of playgroundPages) await writeFile(join(folder, path), html)
  return { inputs: [...inputs, entry.source], contents }
}

/** Writes a language, with its parts in files beside it. */
const writeWords = async ({ locale, output }: WordsEntry): Promise<Outcome> => {
  const modules = await languageModules(locale)
  for (const [file, text] of Object.entries(modules)) {
    const path = join(dirname(stagePath(output)), file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const folder = dirname(relative('dist', output))
  return { inputs: wordSources, contents: Object.fromEntries(Object.keys(modules).map((file) => [join(folder, file), wordSources])) }
}

/**
 * Writes an ES module with the exports of a CommonJS file, so that an application has one copy even
 * if it both requires and imports it.
 */
const offerAsModule = async (file: string, module: string) => {
  const names = Object.keys(createRequire(file)(file)).join(', ')
  // Node finds the export names of a CommonJS file here, without running the file.
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

/**
 * Moves the build to dist/. A whole build replaces dist/; a partial build overwrites files in it.
 */
const deliver = async (outputs: Job[], whole: boolean) => {
  if (!whole) {
    for (const { name, output } of outputs) {
      // Removes declarations that are no longer needed.
      if (name === 'types') await rm(join(dist, 'types'), { recursive: true, force: true })
      // Only for entries that have chunks. A file beside such an entry has none, and must not
      // delete them.
      if (name !== 'types' && existsSync(join(dirname(stagePath(output)), 'c')))
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

/** Returns `file` and everything that it imports statically, directly or not. */
const closure = (file: string, stats: Chunks, files = new Set<string>()) => {
  if (!files.has(file)) {
    files.add(file)
    for (const next of stats[file]!.imports) closure(next, stats, files)
  }
  return [...files]
}

/**
 * Returns the source of dist/embed/integrity.js: the hash of each chunk of the widget, for pages
 * whose script tag asks for integrity (src/entries/embed.ts). Chunks of words, which have a
 * language in their names, are not listed: the chunk that loads them has their hashes
 * (plugins/languageFiles.ts).
 */
const integrityModule = async (chunks: EmbedChunks, folder: string) => {
  const files = Object.entries(chunks).flatMap(([name, { file }]) => (file.startsWith('c/') && !name.includes('.') ? [file] : []))
  // Hashes do not compress, and sha256 is a third shorter.
  const rows = await Promise.all(files.map(async (file) => [file.slice(2), (await digest(join(folder, file), 'sha256')).slice(7)]))
  return `const table=${JSON.stringify(Object.fromEntries(rows))}
export const integrity=(file)=>{const hash=table[file.slice(2)];if(!hash)throw new Error("[Latchkey] Not of this release: "+file);return"sha256-"+hash}
`
}

/**
 * Writes dist/embed/chunks.json, integrity.js and snippet.html, for pages that preload files. The
 * types are in src/tools/snippet/snippet.ts.
 */
const describeEmbed = async () => {
  const chunks: EmbedChunks = {}
  const list = async (name: string, file: string, imports: string[], dynamicImports: string[]) => {
    if (chunks[name]) throw new Error(`Two chunks are called '${name}'. Rename a file: budgets and preloads go by these names`)
    const text = await readFile(join(dist, 'embed', file))
    const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    chunks[name] = { file, imports, dynamicImports, integrity: await digest(join(dist, 'embed', file)), raw: text.length, brotli }
  }
  for (const entry of ['embed', 'when', 'widget']) {
    const record = join(cache, `${entry}.json`)
    if (!existsSync(record)) return
    const stats = await json<Chunks>(record)
    for (const [file, { name, dynamicImports }] of Object.entries(stats)) {
      if (!existsSync(join(dist, 'embed', file))) return
      await list(name, file, closure(file, stats).slice(1), dynamicImports)
    }
  }
  await writeFile(join(dist, 'embed/integrity.js'), await integrityModule(chunks, join(dist, 'embed')))
  await list('integrity', 'integrity.js', [], [])
  await writeFile(join(dist, 'embed/chunks.json'), `${JSON.stringify(chunks)}\n`)
  const example = snippet({ publicToken: 'public-token-test-...', element: '#login' }, chunks)
  await writeFile(join(dist, 'embed/snippet.html'), `${example}\n`)
}

/**
 * Writes dist/sri.json, the integrity of every script of a release, which dist/site/ is no part of.
 */
const describeIntegrity = async () => {
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js') && !/^site[\\/]/.test(name)).sort()
  const digests = await Promise.all(files.map(async (name) => [name, await digest(join(dist, name))]))
  await writeFile(join(dist, 'sri.json'), `${JSON.stringify(Object.fromEntries(digests), null, 1)}\n`)
}

/** Writes dist/sbom.cdx.json, the third-party packages in a release, once every entry is built. */
const describeContents = async () => {
  if (jobs.some(({ name }) => !existsSync(join(cache, `${name}.contents.json`)))) return
  await writeFile(join(dist, 'sbom.cdx.json'), `${JSON.stringify(withoutTexts(await billOfMaterials()))}\n`)
}

const onlyStale = process.argv.includes('--stale')
/** What `latchkey dev` and its pages need. */
const forPlayground = /^(widget|embed|when|prerender|development-headless|strings-[\w-]+|emulator(-node)?|cli|playground)$/
const onlyPlayground = process.argv.includes('--playground')
const names = onlyPlayground
  ? jobs.map(({ name }) => name).filter((name) => forPlayground.test(name))
  : process.argv.slice(2).filter((name) => name !== '--stale' && name !== '--full-compat')
for (const name of names) {
  if (!jobs.some((job) => job.name === name)) throw new Error(`No entry '${name}'. Choose from: ${jobs.map((job) => job.name).join(', ')}`)
}
const selection = jobs.filter((job) => (names.length === 0 || names.includes(job.name)) && (!onlyStale || isStale(job)))
const isWhole = selection.length === jobs.length
const waiting = selection.filter((job) => existsSync(join(root, job.source)))
for (const job of selection) if (!waiting.includes(job)) console.warn(`WARNING: ${job.name} is not built, ${job.source} does not exist yet`)

/** Throws if a file of an entry that is no tool contains a tool's code. */
const refuseTools = ({ source }: Job, { contents }: Outcome) => {
  if (source.startsWith('src/tools/')) return
  for (const [file, paths] of Object.entries(contents)) {
    const tool = paths.find((path) => path.startsWith('src/tools/'))
    if (tool) throw new Error(`${file} contains ${tool}. No entry but a tool contains a tool's code (ARCHITECTURE.md)`)
  }
}

const outputs: (Job & Outcome)[] = []
const failures: Job[] = []
const worker = async () => {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const start = Date.now()
    try {
      const outcome = await job.run()
      refuseTools(job, outcome)
      outputs.push({ ...job, ...outcome })
      console.log(`${job.name.padEnd(16)} ${((Date.now() - start) / 1000).toFixed(1)} s`)
    } catch (error) {
      failures.push(job)
      console.error(`FAILED: ${job.name}\n${error instanceof Error ? error.message : error}`)
    }
  }
}

if (selection.length === 0) process.exit()
await mkdir(stage, { recursive: true })
try {
  await Promise.all([worker(), worker()])
  for (const program of idle) program.disconnect()
  if (failures.length === 0) {
    await deliver(outputs, isWhole)
    if (!isFullCompat) await keepOneCopy()
    await describeEmbed()
    // a release says this of itself, which the build of everything else writes
    if (!onlyPlayground) await describeIntegrity()
    for (const { name, contents } of outputs) await writeFile(join(cache, `${name}.contents.json`), JSON.stringify(contents))
    if (!isFullCompat && !onlyPlayground) await describeContents()
    for (const { name, inputs } of outputs) noteInputs(name, inputs)
    if (!isFullCompat && !onlyPlayground && outputs.some(({ name }) => name === 'widget')) console.log(chunkTable())
  } else {
    console.error(`Not built: ${failures.map((job) => job.name).join(', ')}. dist/ is unchanged.`)
    process.exitCode = 1
  }
} finally {
  await rm(stage, { recursive: true, force: true })
}
