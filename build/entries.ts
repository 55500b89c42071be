import { locales, type Locale } from '../src/ui/language.ts'

/** What every row says. */
interface Built {
  /** As in `npm run build -- <name>`. */
  name: string
  source: string
  output: string
  /** First line of the output: `'use client'`. */
  firstLine?: string
  /** Without the checks of what a host gives to methods, and without advice on the console (src/api/hostChecks.ts). */
  hostChecks?: false
}

/**
 * Where code goes that several chunks of an entry need. A chunk, by its name, holds these files and all that they import, but for what one before it holds. `entry` is the
 * entry's own file, and the first. What is in none of them and needed by several is a file of its own. Paths below the checkout.
 */
export type Shared = [chunk: string, files: string[]][]

/**
 * What `react` and `#signals` stand for: as much of Preact and of signals as screens use, bundled in their place; `preact/compat` and `@preact/signals-core` themselves;
 * the host's React, left outside; neither is used.
 */
export type Framework = 'preact' | 'fullCompat' | 'react' | 'none'

/** What a visitor downloads. */
export interface MicrobundleEntry extends Built {
  by: 'microbundle'
  framework: Framework
  /** A module by default. */
  format?: 'iife'
  shared?: Shared
  /** Its chunks are fetched through `$have.fetch`, if the script tag has set it (src/embed.ts). */
  byTag?: boolean
  /** Chunks that V8 compiles whole while they come, as it does the entry, and not function by function at the first call: most of each runs for a first screen. */
  compiledEagerly?: readonly string[]
  /** Hosts' bundlers leave out what a host does not import: by marks of purity, which stay in. */
  shakable?: true
  module?: undefined
}

/** What runs on a developer's machine, the emulator, the program, the playground, what bundlers take in development; and the custom elements. */
export interface EsbuildEntry extends Built {
  by: 'esbuild'
  platform: 'neutral' | 'node' | 'browser' | 'page'
  /** A module by default. */
  format?: 'cjs'
  /** To be run as a command. */
  program?: boolean
  /** An ES module that has the same to offer as `output`, a CommonJS file. */
  module?: string
  /** The folders below `source` of a site, each with a `main.tsx`. */
  pages?: string[]
  /** What is not bundled, a file below the root or a package, and what it is imported as, instead of a second copy. */
  outside?: Record<string, string>
  framework?: undefined
}

/** A language, which is data: words.ts writes it, and its parts beside it. */
export interface WordsEntry extends Built {
  by: 'words'
  locale: Locale
  framework?: undefined
  module?: undefined
}

export type Entry = MicrobundleEntry | EsbuildEntry | WordsEntry

/** Of the widget: the entry, and the rows of src/widget/chunks.ts and laterChunks.ts that others stand on. */
const shared: Shared = [
  ['entry', ['src/api/call.ts']],
  ['engine', ['src/client/engine.ts']],
  ['kit', ['src/widget/kit.ts', 'src/ui/Confirmation.tsx', 'src/ui/rich.ts', 'src/ui/Toasts.tsx', 'src/browser/navigate.ts']],
  ['preparation', ['src/client/preparation.ts']],
  ['otp', ['src/products/otp/index.tsx']],
  ['passwords', ['src/products/passwords/index.tsx']],
  ['passkeys', ['src/products/passkeys/index.tsx']],
  ['newPassword', ['src/products/passwords/newPassword/index.tsx']],
  ['crypto', ['src/products/crypto/index.tsx']],
  ['webauthn', ['src/client/webauthn.ts']],
]

/** What is built, one row a file that people load. The drop-in clients without screens have all that a call needs in one file, as the provider's do. */
export const entries: Entry[] = [
  {
    name: 'widget',
    by: 'microbundle',
    framework: 'preact',
    source: 'src/index.ts',
    output: 'dist/embed/widget.js',
    byTag: true,
    compiledEagerly: ['methods', 'otp', 'passwords', 'oauth', 'crypto', 'passkeys'],
    shared,
  },
  { name: 'embed', by: 'microbundle', framework: 'none', format: 'iife', source: 'src/embed.ts', output: 'dist/embed/embed.js' },
  { name: 'when', by: 'microbundle', framework: 'none', source: 'src/when.ts', output: 'dist/embed/when.js' },
  {
    name: 'headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/headless.ts',
    output: 'dist/headless/index.js',
    hostChecks: false,
    shakable: true,
  },
  {
    name: 'react',
    by: 'microbundle',
    framework: 'react',
    source: 'src/react.tsx',
    output: 'dist/react/index.js',
    firstLine: "'use client'",
    shared,
  },
  {
    name: 'compat',
    by: 'microbundle',
    framework: 'preact',
    source: 'src/compat/index.ts',
    output: 'dist/compat/index.js',
    shared,
  },
  {
    name: 'compat-headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/compat/headless.ts',
    output: 'dist/compat/headless/index.js',
    shared: [['entry', ['src/client/preparation.ts']]],
  },
  {
    name: 'compat-b2b-headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/compat/b2b/headless.ts',
    output: 'dist/compat/b2b/headless/index.js',
    shared: [['entry', ['src/client/b2b/preparation.ts']]],
  },
  { name: 'b2b', by: 'microbundle', framework: 'none', source: 'src/b2b.ts', output: 'dist/b2b/index.js', hostChecks: false },
  {
    name: 'element',
    by: 'esbuild',
    platform: 'page',
    source: 'src/element.ts',
    output: 'dist/element/index.js',
    outside: { 'src/index.ts': '../embed/widget.js' },
  },
  { name: 'presets', by: 'esbuild', platform: 'page', source: 'src/presets.ts', output: 'dist/presets/index.js' },
  {
    name: 'development',
    by: 'esbuild',
    platform: 'page',
    source: 'src/development/index.ts',
    output: 'dist/development/index.js',
    outside: { 'src/index.ts': '../embed/widget.js' },
  },
  {
    name: 'development-react',
    by: 'esbuild',
    platform: 'page',
    source: 'src/development/react.tsx',
    output: 'dist/development/react.js',
    firstLine: "'use client'",
    outside: { 'src/react.tsx': '../react/index.js', 'react/jsx-runtime': 'react/jsx-runtime' },
  },
  {
    name: 'development-element',
    by: 'esbuild',
    platform: 'page',
    source: 'src/element.ts',
    output: 'dist/development/element.js',
    outside: { 'src/index.ts': './index.js' },
  },
  { name: 'development-headless', by: 'esbuild', platform: 'page', source: 'src/headless.ts', output: 'dist/development/headless.js' },
  {
    name: 'development-headless-require',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/headless.ts',
    output: 'dist/development/headless.cjs',
  },
  { name: 'development-b2b', by: 'esbuild', platform: 'page', source: 'src/b2b.ts', output: 'dist/development/b2b.js' },
  ...locales.map((locale): Entry => {
    const files = { name: `strings-${locale}`, source: `src/strings/${locale}.ts`, output: `dist/strings/${locale}.js` }
    return locale === 'en' ? { ...files, by: 'esbuild', platform: 'neutral' } : { ...files, by: 'words', locale }
  }),
  {
    name: 'headless-require',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/headless.ts',
    output: 'dist/headless/index.cjs',
    hostChecks: false,
  },
  {
    name: 'emulator',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/emulator/index.ts',
    output: 'dist/emulator/index.cjs',
    module: 'dist/emulator/index.js',
  },
  {
    name: 'emulator-node',
    by: 'esbuild',
    platform: 'node',
    format: 'cjs',
    source: 'src/emulator/node.ts',
    output: 'dist/emulator/node.cjs',
    module: 'dist/emulator/node.js',
  },
  { name: 'cli', by: 'esbuild', platform: 'node', source: 'src/cli.ts', output: 'dist/cli.js', program: true },
  {
    name: 'playground',
    by: 'esbuild',
    platform: 'browser',
    source: 'src/playground',
    output: 'dist/playground/main.js',
    pages: ['.', 'app', 'consent', 'b2b'],
  },
]

/**
 * What `npm run build -- --full-compat` builds into .cache/full-compat/: the script tag's files, with the packages themselves where the release has as much of them as
 * screens use. Tests on both prove that the release has a strict subset.
 */
export const fullCompat: Entry[] = entries
  .filter(({ output }) => output.startsWith('dist/embed/'))
  .map((entry) => (entry.framework === 'preact' ? { ...entry, framework: 'fullCompat' } : entry))
