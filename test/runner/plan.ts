/**
 * The rules of the runner: which test files a command runs, on which frameworks, and what they need
 * of the build. Each says so by its name or an import.
 */

/** What a person can ask for. */
export interface Command {
  /** `npm run test:all`: everything but the three engines. */
  all: boolean
  /** `npm run test:engines`: test/engines/ and nothing else. */
  engines: boolean
  /** Parts of names. They choose among all files, so that a matrix runs when it is named. */
  words: readonly string[]
}

/**
 * How a file is compiled: for the widget's Preact, minified like the script tag; for a host's
 * React.
 */
export type Target = 'preact' | 'react'

const isEngine = (path: string) => path.startsWith('test/engines/')

/**
 * Whether a file runs only in `npm run test:all`: a matrix of cases of which `npm test` has one, or
 * whole applications of hosts.
 */
export const isMatrix = (path: string): boolean => /\.matrix\.test\.tsx?$/.test(path) || path.startsWith('test/hosts/')

/** Whether a file drives a browser; these take the longest. */
export const isSlow = (path: string): boolean => /^test\/(chromium|hosts|site|engines)\//.test(path)

/** The files below these folders contain screens. */
const hasScreens = (path: string) => /^test\/(ui|products|widget|strings|states|entries)\//.test(path)

/** A file imports this module if frameworks can differ in what it tests. */
const onEveryFramework = 'test/harness/everyFramework.ts'

/** The files of a command, before it is known what they import. */
export const filesOf = ({ all, engines, words }: Command, paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      isEngine(path) === engines && (words.length > 0 ? words.some((word) => path.includes(word)) : all || engines || !isMatrix(path)),
  )

/**
 * The framework that a file is compiled for at first. latchkey/react and the entries for
 * development run on a host's React alone, and what shows no screen runs on any.
 */
export const firstTarget = (path: string): Target =>
  hasScreens(path) && !/^test\/entries\/(react|development\/)/.test(path) ? 'preact' : 'react'

/**
 * Whether a file runs on React too, given the modules that it imports. In `npm test` each
 * unit test runs once, and real React runs in test/chromium/react.test.ts.
 */
export const isOnBoth = (path: string, sources: readonly string[], all: boolean): boolean =>
  all && firstTarget(path) === 'preact' && sources.includes(onEveryFramework)

/**
 * The entries of build/entries.ts in each folder of dist/, by the module of test/built/ that knows
 * the folder.
 */
export const entriesOf: Record<string, readonly string[]> = {
  all: ['all'],
  b2b: ['b2b'],
  bridge: ['bridge', 'better-auth', 'conformance'],
  development: [
    'development',
    'development-advice',
    'development-react',
    'development-element',
    'development-headless',
    'development-headless-require',
  ],
  doctor: ['doctor', 'emulator', 'development-advice'],
  embed: ['widget', 'embed', 'when'],
  emulator: ['emulator', 'emulator-node'],
  headless: ['headless', 'headless-require'],
  server: ['server', 'server-require'],
  site: ['all', 'site'],
  testing: ['testing', 'testing-playwright', 'testing-msw', 'testing-cypress'],
  types: ['types'],
}

/** The entries that have to be built before a file runs. */
export const needsOf = (sources: readonly string[]): string[] => [
  ...new Set(
    sources.flatMap((source) => {
      const [, name] = /^test\/built\/(\w+)\.ts$/.exec(source) ?? []
      return name ? entriesOf[name]! : []
    }),
  ),
]

/** Whether a file opens pages, so that it needs a browser. */
export const needsBrowser = (sources: readonly string[]): boolean => sources.includes('test/harness/browser.ts')
