/**
 * Builds entries with microbundle, one after the other. build.ts runs this as a program, several
 * times at once, and sends it a message for each entry. Half of the time of a small entry is the
 * start of microbundle.
 *
 * microbundle accepts no plugins and hides the options that decide what a visitor downloads. So
 * this file wraps the one function through which microbundle calls rollup.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { InputOptions, Plugin } from 'rollup'
import { cache, isFullCompat, root } from './paths.ts'
import { type MicrobundleEntry, entries, fullCompat } from './entries.ts'
import { chunks } from './plugins/chunks.ts'
import { compile } from './plugins/compile.ts'
import { computedImports } from './plugins/computedImports.ts'
import { contents } from './plugins/contents.ts'
import { firstLine } from './plugins/firstLine.ts'
import { frameworkImports } from './plugins/frameworkImports.ts'
import { languageFiles } from './plugins/languageFiles.ts'
import { localNames } from './plugins/localNames.ts'
import { minify, terserOptions } from './plugins/minify.ts'
import { oneHash } from './plugins/oneHash.ts'
import { preact } from './plugins/preact.ts'
import { standAlone } from './plugins/standAlone.ts'
import { styleSheets } from './plugins/styleSheets.ts'
import { withoutHostChecks } from './plugins/withoutHostChecks.ts'
import { microbundlesRollup } from './rollup.ts'
import { otherLocales, wordModules, wordSources } from './words.ts'

// Aliases match by prefix, so sub-paths come first.
const aliases = {
  preact: [
    // Preact's own runtime creates elements with code of its own, beside `createElement`. That
    // would be 55 bytes more on the first screen.
    'react/jsx-runtime=' + join(root, 'src/ui/frameworks/jsx.preact.ts'),
    ...['react-dom/client', 'react'].map((name) => `${name}=${join(root, 'src/ui/frameworks/react.preact.ts')}`),
  ],
  fullCompat: ['react/jsx-runtime=preact/compat/jsx-runtime', 'react-dom/client=preact/compat/client', 'react=preact/compat'],
  // The shim is for React 17 and reads `process.env`. React 18 and later have the hook.
  react: ['use-sync-external-store/shim/index.js=react'],
  none: [],
}

/** microbundle's plugins that `compile` and `minify` replace. */
const pluginsToReplace = ['rpt2', 'babel', 'terser']

/** The options that microbundle passes to rollup. */
type RollupOptions = InputOptions & { plugins: Plugin[]; onwarn: NonNullable<InputOptions['onwarn']> }

/** Named like the options of its command line. */
interface Options {
  cwd: string
  entries: string[]
  output: string
  format: string
  target: 'web'
  external: string
  alias: string
  css: 'inline'
  compress: boolean
  sourcemap: boolean
  generateTypes: boolean
  workers: boolean
  'pkg-main': boolean
}

/** What build.ts asks for. `output` is a full path. */
export interface Request {
  name: string
  output: string
}

/** `error` is the reason why it failed. */
export interface Answer {
  error?: string
}

const { rollup } = microbundlesRollup
const microbundle = createRequire(import.meta.url)('microbundle') as (options: Options) => Promise<unknown>

const pluginsOf = async (entry: MicrobundleEntry) => {
  // Run before microbundle's plugins: its postcss plugin must not see a style sheet.
  const before: Plugin[] = [
    frameworkImports(entry.framework),
    styleSheets,
    compile(entry.framework),
    ...(entry.framework === 'preact' ? [preact] : []),
    ...(entry.hostChecks === false ? [withoutHostChecks] : []),
    chunks(entry.source, entry.sharedChunks),
  ]

  // Runs before the plugins that read sources and after oneHash, because the hash is how the loader
  // finds these files.
  const words: Plugin[] = entry.byTag
    ? [
        languageFiles(
          Object.fromEntries(await Promise.all(otherLocales.map(async (locale) => [locale, await wordModules(locale)]))),
          wordSources,
        ),
      ]
    : []

  const after: Plugin[] = [
    minify(terserOptions(entry.format !== 'iife', entry.shakable)),
    localNames,
    ...(entry.byTag ? [standAlone] : []),
    ...(entry.framework === 'none' ? [] : [computedImports]),
    ...(entry.firstLine ? [firstLine(entry.firstLine)] : []),
    ...(entry.compiledEagerly ? [firstLine('//# allFunctionsCalledOnLoad', entry.compiledEagerly)] : []),
    oneHash(entry.byTag ?? false),
    ...words,
    contents(root, entry.name, (chunks, sources) => {
      mkdirSync(cache, { recursive: true })
      writeFileSync(join(cache, `${entry.name}.json`), `${JSON.stringify(chunks, null, 2)}\n`)
      writeFileSync(join(cache, `${entry.name}.sources.json`), JSON.stringify(sources))
    }),
  ]
  return { before, after }
}

const bundle = async ({ name, output }: Request): Promise<void> => {
  const entry = (isFullCompat ? fullCompat : entries).find((row): row is MicrobundleEntry => row.by === 'microbundle' && row.name === name)!
  const { before, after } = await pluginsOf(entry)
  microbundlesRollup.rollup = (options) => {
    const rollupOptions = options as RollupOptions
    return rollup({
      ...rollupOptions,
      // The entry keeps its own code instead of re-exporting another chunk, which saves a round
      // trip.
      preserveEntrySignatures: 'allow-extension',
      plugins: [...before, ...rollupOptions.plugins.filter((plugin) => !pluginsToReplace.includes(plugin.name)), ...after],
      onwarn(warning, warn) {
        // microbundle only prints this warning, and leaves a bare import in the output that no
        // browser can resolve.
        if (warning.code === 'UNRESOLVED_IMPORT') throw new Error(warning.message.split(' – ')[0])
        if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.message.includes('/preact/src/')) return
        // 'use client', which a server of React reads in our sources and `firstLine` writes again.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') rollupOptions.onwarn(warning, warn)
      },
    })
  }
  await microbundle({
    cwd: root,
    entries: [entry.source],
    output,
    format: entry.format ?? 'modern',
    target: 'web',
    external: entry.framework === 'react' ? '^react$,^react-dom$,^react-dom/client$' : 'none',
    alias: aliases[entry.framework].join(),
    css: 'inline',
    compress: true,
    sourcemap: false,
    generateTypes: false,
    workers: false,
    'pkg-main': false,
  })
}

process.on('message', (request: Request) =>
  bundle(request).then(
    () => process.send!({} satisfies Answer),
    (error) => process.send!({ error: error instanceof Error ? error.message : String(error) } satisfies Answer),
  ),
)
