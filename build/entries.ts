import { commonPasswords } from './emulator/data.ts'
import { firstCallTexts, pageScript } from './pageScript.ts'
import { firstWords } from './words.ts'
import { locales, type Locale } from '../src/ui/words/language.ts'

/** What every row has. */
interface BaseEntry {
  /** As in `npm run build -- <name>`. */
  name: string
  source: string
  output: string
  /** First line of the output, such as `'use client'`. */
  firstLine?: string
  /**
   * `false` leaves out the checks of a host's arguments and the advice on the console
   * (src/api/hostChecks.ts).
   */
  hostChecks?: false
}

/**
 * Decides which chunk contains code that several chunks of an entry need. Each named chunk contains
 * these files and everything that they import, except what an earlier chunk contains. `entry` is
 * the entry's own file and comes first. Code that several chunks need and that none of these
 * contains becomes a file of its own. Paths are relative to the repository root.
 */
export type SharedChunks = [chunk: string, files: string[]][]

/**
 * What `react` and `#signals` resolve to: our subset of Preact and of signals, bundled;
 * `preact/compat` and `@preact/signals-core` themselves, bundled; the host's React, not bundled; or
 * neither is used.
 */
export type Framework = 'preact' | 'fullCompat' | 'react' | 'none'

/** Code that a visitor downloads. */
export interface MicrobundleEntry extends BaseEntry {
  by: 'microbundle'
  framework: Framework
  /** Default: an ES module. */
  format?: 'iife'
  sharedChunks?: SharedChunks
  /**
   * The entry loads its chunks with `$have.fetch` if the script tag has set it
   * (src/entries/embed.ts).
   */
  byTag?: boolean
  /**
   * Chunks that V8 compiles whole while they load, like the entry, instead of each function at its
   * first call. A first screen runs most of the code of each.
   */
  compiledEagerly?: readonly string[]
  /**
   * Keeps the marks of purity, so that a host's bundler can leave out what the host does not
   * import.
   */
  shakable?: true
  module?: undefined
}

/** A module whose text the build computes. */
export interface ComputedModule {
  /** Files and folders that the text depends on. Paths are relative to the repository root. */
  sources: readonly string[]
  text: () => Promise<string>
}

/**
 * Code that runs on a host's server or a developer's machine (the emulator, the program, the
 * playground, what bundlers use in development), the custom elements, the presets and English.
 */
export interface EsbuildEntry extends BaseEntry {
  by: 'esbuild'
  platform: 'neutral' | 'node' | 'browser' | 'page' | 'anywhere'
  /** Default: an ES module. */
  format?: 'cjs'
  /** Can be run as a command. */
  program?: boolean
  /** An ES module with the same exports as `output`, which is a CommonJS file. */
  module?: string
  /**
   * The names and sources of files beside `output` that share code with it, in files below `c/`.
   * Only for what no visitor downloads, because each shared file is one more request.
   */
  beside?: Record<string, string>
  /** The folders of a site, below `source`, each with a `main.tsx` and a `main.css`. */
  pages?: string[]
  /**
   * Files (paths from the repository root) and packages that are not bundled, to avoid a second
   * copy, each with the path that the output imports instead.
   */
  outside?: Record<string, string>
  /**
   * Files and computed modules that replace others. Paths are relative to the repository
   * root.
   */
  instead?: Record<string, string | ComputedModule>
  /** Files whose exports replace globals of the same names. */
  globals?: string[]
  framework?: undefined
}

/** A language. words.ts writes its file and its parts. */
export interface WordsEntry extends BaseEntry {
  by: 'words'
  locale: Locale
  framework?: undefined
  module?: undefined
}

export type Entry = MicrobundleEntry | EsbuildEntry | WordsEntry

/**
 * Used by the entries with the widget. The chunks are the entry itself and those rows of
 * src/widget/firstScreenChunks.ts and laterChunks.ts that other chunks share code with.
 */
const sharedChunksWith = (entry: readonly string[], kit: readonly string[]): SharedChunks => [
  ['entry', ['src/api/call.ts', ...entry]],
  ['engine', ['src/widget/engine.ts']],
  [
    'kit',
    [
      'src/widget/kit.ts',
      'src/ui/screen/Confirmation.tsx',
      'src/ui/screen/OwnWindow.tsx',
      'src/ui/words/rich.ts',
      'src/ui/fields/TextButton.tsx',
      'src/ui/fields/useTextOf.ts',
      'src/ui/screen/Toasts.tsx',
      'src/ui/useWait.ts',
      'src/ui/visitor/useSession.ts',
      'src/ui/visitor/hasEmailLink.ts',
      'src/ui/visitor/accountName.ts',
      'src/ui/visitor/useUnseen.ts',
      'src/ui/visitor/useSignedInElsewhere.ts',
      'src/ui/visitor/signedIn.ts',
      'src/api/confirmedAt.ts',
      ...kit,
      'src/browser/navigate.ts',
    ],
  ],
  ['laterEngine', ['src/widget/laterEngine.ts']],
  ['emailMagicLinks', ['src/products/emailMagicLinks/index.tsx', 'src/products/shared/OwnMailbox.tsx', 'src/ui/fields/Resend.tsx']],
  ['otp', ['src/products/otp/index.tsx']],
  ['passwords', ['src/products/passwords/index.tsx']],
  ['passkeys', ['src/products/passkeys/index.tsx']],
  ['newPassword', ['src/products/passwords/newPassword/index.tsx']],
  ['crypto', ['src/products/crypto/index.tsx']],
  ['webauthn', ['src/client/namespaces/webauthn.ts']],
  ['otpScreens', ['src/products/otp/otpScreens.ts']],
  ['totps', ['src/client/namespaces/totps.ts', 'src/products/shared/wrongAppCodeErrors.ts']],
  [
    'list',
    [
      'src/ui/screen/ListRow.tsx',
      'src/ui/visitor/device.ts',
      'src/products/shared/useChanges.ts',
      'src/products/shared/createPasskey.ts',
      'src/ui/words/accountWords.ts',
      'src/ui/visitor/useSignedInUser.ts',
    ],
  ],
]

const passkeyErrors = ['src/api/passkeyErrors.ts']
const sharedChunks = sharedChunksWith([], passkeyErrors)

/** What the emulator needs of large packages, in their place. */
const smallerParts: EsbuildEntry['instead'] = {
  '@zxcvbn-ts/language-common/dist/passwords.json.mjs': { sources: ['package-lock.json', 'build/emulator'], text: commonPasswords },
  ...Object.fromEntries(
    [
      'registration/verifications/verifyAttestationAndroidKey',
      'registration/verifications/verifyAttestationAndroidSafetyNet',
      'registration/verifications/verifyAttestationApple',
      'registration/verifications/verifyAttestationFIDOU2F',
      'registration/verifications/verifyAttestationPacked',
      'registration/verifications/tpm/verifyAttestationTPM',
      'helpers/convertX509PublicKeyToCOSE',
      'helpers/getCertificateInfo',
      'helpers/isCertRevoked',
      'helpers/validateCertificatePath',
      'services/defaultRootCerts/android-key',
      'services/defaultRootCerts/android-safetynet',
      'services/defaultRootCerts/apple',
      'services/defaultRootCerts/mds',
      'services/metadataService',
    ].map((file) => [`@simplewebauthn/server/esm/${file}.js`, 'build/emulator/attestations.ts']),
  ),
  '@simplewebauthn/server/esm/helpers/iso/isoCrypto/unwrapEC2Signature.js': 'build/emulator/signature.ts',
}

/**
 * Everything that the build makes, one row for each file that people load. The drop-in clients
 * without screens have all code that a call needs in one file, like the provider's.
 */
export const entries: Entry[] = [
  {
    name: 'widget',
    by: 'microbundle',
    framework: 'preact',
    source: 'src/entries/index.ts',
    output: 'dist/embed/widget.js',
    byTag: true,
    compiledEagerly: ['methods', 'otp', 'passwords', 'oauth', 'crypto', 'passkeys'],
    sharedChunks,
  },
  { name: 'embed', by: 'microbundle', framework: 'none', format: 'iife', source: 'src/entries/embed.ts', output: 'dist/embed/embed.js' },
  { name: 'when', by: 'microbundle', framework: 'none', source: 'src/entries/when.ts', output: 'dist/embed/when.js' },
  {
    name: 'headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/entries/headless.ts',
    output: 'dist/headless/index.js',
    hostChecks: false,
    shakable: true,
  },
  {
    name: 'react',
    by: 'microbundle',
    framework: 'react',
    source: 'src/entries/react.tsx',
    output: 'dist/react/index.js',
    firstLine: "'use client'",
    sharedChunks,
  },
  {
    name: 'compat',
    by: 'microbundle',
    framework: 'preact',
    source: 'src/entries/compat/index.ts',
    output: 'dist/compat/index.js',
    // every error that leaves the drop-in is renamed by them
    sharedChunks: sharedChunksWith(passkeyErrors, []),
  },
  {
    name: 'compat-headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/entries/compat/headless.ts',
    output: 'dist/compat/headless/index.js',
    sharedChunks: [['entry', ['src/client/laterEngine.ts']]],
  },
  {
    name: 'compat-b2b-headless',
    by: 'microbundle',
    framework: 'none',
    source: 'src/entries/compat/b2b/headless.ts',
    output: 'dist/compat/b2b/headless/index.js',
    sharedChunks: [['entry', ['src/client/b2b/laterEngine.ts']]],
  },
  {
    name: 'compat-react',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/compat/react.tsx',
    output: 'dist/compat/react/index.js',
    firstLine: "'use client'",
    outside: { 'src/entries/react.tsx': '../../react/index.js', react: 'react', 'react/jsx-runtime': 'react/jsx-runtime' },
  },
  { name: 'b2b', by: 'microbundle', framework: 'none', source: 'src/entries/b2b.ts', output: 'dist/b2b/index.js', hostChecks: false },
  {
    name: 'element',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/element.ts',
    output: 'dist/element/index.js',
    outside: { 'src/entries/index.ts': '../embed/widget.js' },
  },
  {
    name: 'prerender',
    by: 'esbuild',
    platform: 'anywhere',
    source: 'src/prerender/index.tsx',
    output: 'dist/prerender/index.js',
    // the widget's own screens, with what a server has instead of what a browser has
    instead: {
      'src/ui/looks/sheets.ts': 'src/prerender/sheets.ts',
      'src/browser/imageUrl.ts': 'src/prerender/imageUrl.ts',
      'src/prerender/firstWords.ts': { sources: ['src/strings', 'src/prerender/firstWords.ts'], text: firstWords },
      'src/prerender/script.ts': { sources: ['src/prerender'], text: pageScript },
      'src/prerender/firstCall/texts.ts': { sources: ['src/prerender/firstCall'], text: firstCallTexts },
    },
    globals: ['src/prerender/browserGlobals.ts'],
  },
  {
    name: 'react-server-form',
    by: 'esbuild',
    platform: 'anywhere',
    source: 'src/prerender/serverForm.ts',
    output: 'dist/react/serverForm.js',
    outside: { 'src/prerender/index.tsx': '../prerender/index.js' },
  },
  {
    name: 'react-no-server-form',
    by: 'esbuild',
    platform: 'anywhere',
    source: 'src/prerender/noServerForm.ts',
    output: 'dist/react/noServerForm.js',
  },
  { name: 'presets', by: 'esbuild', platform: 'page', source: 'src/entries/presets.ts', output: 'dist/presets/index.js' },
  {
    name: 'development',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/development/index.ts',
    output: 'dist/development/index.js',
    outside: { 'src/entries/index.ts': '../embed/widget.js', 'src/entries/development/advice.ts': './advice.js' },
  },
  {
    name: 'development-advice',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/development/advice.ts',
    output: 'dist/development/advice.js',
  },
  {
    name: 'development-react',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/development/react.tsx',
    output: 'dist/development/react.js',
    firstLine: "'use client'",
    outside: {
      'src/entries/react.tsx': '../react/index.js',
      'react/jsx-runtime': 'react/jsx-runtime',
      'src/entries/development/advice.ts': './advice.js',
    },
  },
  {
    name: 'development-element',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/element.ts',
    output: 'dist/development/element.js',
    outside: { 'src/entries/index.ts': './index.js' },
  },
  {
    name: 'development-headless',
    by: 'esbuild',
    platform: 'page',
    source: 'src/entries/headless.ts',
    output: 'dist/development/headless.js',
    beside: { b2b: 'src/entries/b2b.ts' },
  },
  {
    name: 'development-headless-require',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/entries/headless.ts',
    output: 'dist/development/headless.cjs',
  },
  ...locales.map((locale): Entry => {
    const files = { name: `strings-${locale}`, source: `src/strings/${locale}.ts`, output: `dist/strings/${locale}.js` }
    return locale === 'en' ? { ...files, by: 'esbuild', platform: 'neutral' } : { ...files, by: 'words', locale }
  }),
  {
    name: 'strings-en-plain',
    by: 'esbuild',
    platform: 'neutral',
    source: 'src/strings/en-plain.ts',
    output: 'dist/strings/en-plain.js',
  },
  {
    name: 'headless-require',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/entries/headless.ts',
    output: 'dist/headless/index.cjs',
    hostChecks: false,
  },
  { name: 'server', by: 'esbuild', platform: 'anywhere', source: 'src/server/index.ts', output: 'dist/server/index.js' },
  {
    name: 'server-require',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/server/index.ts',
    output: 'dist/server/index.cjs',
  },
  { name: 'bridge', by: 'esbuild', platform: 'anywhere', source: 'src/server/bridge/index.ts', output: 'dist/bridge/index.js' },
  {
    name: 'better-auth',
    by: 'esbuild',
    platform: 'anywhere',
    source: 'src/server/betterAuth/index.ts',
    output: 'dist/better-auth/index.js',
    outside: { 'src/server/bridge/handler.ts': '../bridge/index.js', 'src/server/bridge/refusals.ts': '../bridge/index.js' },
  },
  {
    name: 'own',
    by: 'esbuild',
    platform: 'node',
    source: 'src/server/own/index.ts',
    output: 'dist/own/index.js',
    outside: Object.fromEntries(['handler', 'node', 'refusals'].map((file) => [`src/server/bridge/${file}.ts`, '../bridge/index.js'])),
  },
  {
    name: 'supabase',
    by: 'esbuild',
    platform: 'node',
    source: 'src/server/supabase/index.ts',
    output: 'dist/supabase/index.js',
    outside: {
      ...Object.fromEntries(['handler', 'node', 'refusals'].map((file) => [`src/server/bridge/${file}.ts`, '../bridge/index.js'])),
      ...Object.fromEntries(['store', 'sqlStores'].map((file) => [`src/server/own/${file}.ts`, '../own/index.js'])),
    },
  },
  {
    name: 'conformance',
    by: 'esbuild',
    platform: 'anywhere',
    source: 'src/tools/conformance/index.ts',
    output: 'dist/conformance/index.js',
  },
  {
    name: 'emulator',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/tools/emulator/index.ts',
    output: 'dist/emulator/index.cjs',
    module: 'dist/emulator/index.js',
    instead: smallerParts,
  },
  {
    name: 'emulator-node',
    by: 'esbuild',
    platform: 'node',
    format: 'cjs',
    source: 'src/tools/emulator/node.ts',
    output: 'dist/emulator/node.cjs',
    module: 'dist/emulator/node.js',
  },
  {
    name: 'testing',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/tools/testing/index.ts',
    output: 'dist/testing/index.cjs',
    module: 'dist/testing/index.js',
  },
  {
    name: 'testing-playwright',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/tools/testing/playwright.ts',
    output: 'dist/testing/playwright.cjs',
    module: 'dist/testing/playwright.js',
    // loaded only for tests that need an emulator of their own
    outside: { 'src/tools/emulator/index.ts': '../emulator/index.cjs' },
  },
  {
    name: 'testing-msw',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/tools/testing/msw.ts',
    output: 'dist/testing/msw.cjs',
    module: 'dist/testing/msw.js',
  },
  {
    name: 'testing-cypress',
    by: 'esbuild',
    platform: 'neutral',
    format: 'cjs',
    source: 'src/tools/testing/cypress.ts',
    output: 'dist/testing/cypress.cjs',
    module: 'dist/testing/cypress.js',
  },
  {
    name: 'cli',
    by: 'esbuild',
    platform: 'node',
    source: 'src/tools/program/cli.ts',
    output: 'dist/cli.js',
    program: true,
    outside: { 'src/tools/emulator/node.ts': './emulator/node.js' },
  },
  {
    name: 'doctor',
    by: 'esbuild',
    platform: 'node',
    source: 'src/tools/doctor/index.ts',
    output: 'dist/doctor/index.js',
    outside: { 'src/entries/development/advice.ts': '../development/advice.js' },
  },
  {
    name: 'migrate',
    by: 'esbuild',
    platform: 'node',
    source: 'src/tools/migrate/index.ts',
    output: 'dist/migrate/index.js',
  },
  {
    name: 'playground',
    by: 'esbuild',
    platform: 'browser',
    source: 'src/tools/playground',
    output: 'dist/playground/main.js',
    pages: ['.', 'outbox', 'app', 'agent', 'consent', 'b2b', 'gallery', 'gallery/screen'],
  },
]

/**
 * Entries for `npm run build -- --full-compat`, which writes the files of the script tag to
 * .cache/full-compat/, built on the complete packages instead of our subsets of them, for the bench
 * to compare.
 */
export const fullCompat: Entry[] = entries
  .filter(({ output }) => output.startsWith('dist/embed/'))
  .map((entry) => (entry.framework === 'preact' ? { ...entry, framework: 'fullCompat' } : entry))
