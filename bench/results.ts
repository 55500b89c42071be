/**
 * The types of bench/results.json, which contains what a run has measured. A figure that was not
 * measured is missing.
 */
import type { Weight } from './weights.ts'

/** The median of some numbers, and their range. */
export interface Range {
  median: number
  min: number
  max: number
}

/**
 * The figures of a contestant's timed visits. `ready`, `cpu` and `interaction` are in ms, `heap` is
 * in bytes.
 */
export interface Times {
  /** Time until the first controls can be used. */
  ready: Range
  /** Time until the widget has taken over a form that the page came with, in ms. */
  live: Range
  /** Time in scripts until then. */
  cpu: Range
  /** Heap at rest, after a garbage collection. */
  heap: Range
  /** Number of elements, including those in shadow roots. */
  nodes: Range
  firstRequests: Range
  /** INP of the visitor's first interaction. */
  interaction: Range
  /** Layout shift of the page (CLS). */
  shift: Range
}

/** The times, or the reason why there are none. */
export type TimesOrFailure = Partial<Times> & { failed?: string }

/**
 * What a contestant is: Latchkey, a widget of another vendor, or a form that no widget can beat.
 */
export type ContestantKind = 'ours' | 'peer' | 'floor'

/** What was measured of a contestant. Sizes are in bytes of brotli. */
export interface ContestantResult {
  id: string
  name: string
  kind: ContestantKind
  methods: string
  /** The id of the journey that it was measured on. */
  journey?: string
  version?: string
  /** All scripts and styles that exist for the page, whether it has loaded them or not. */
  all?: number
  /** Why nothing could be loaded. */
  failed?: string
  first?: number
  firstRequests?: number
  rest?: number
  restRequests?: number
  times?: TimesOrFailure
}

/** A log-in after the first screen (logIns.ts), on one contestant. */
export interface LogInResult {
  id: string
  name: string
  kind: ContestantKind
  logIn: string
  /** Why it could not be timed. */
  failed?: string
  /**
   * In ms: until the call left, until the visitor was there, and from the answer until then.
   * `files`: how many scripts were asked for before the call left.
   */
  times?: { call?: Range; answered?: Range; done?: Range; drawn?: Range; files?: Range }
}

/** A client without screens. Sizes are in bytes of brotli. Latchkey's own has no version. */
export interface HeadlessResult {
  id: string
  name: string
  version?: string
  first: number
  all: number
  methods: string
}

export interface GrowthRow extends TimesOrFailure {
  count: number
  name: string
}

/** How the times grow with the number of one thing. */
export interface GrowthResult {
  what: string
  rows: GrowthRow[]
}

export interface FileWeight extends Weight {
  /** Relative to the root of the repository, without the hash. */
  path: string
}

/** One of our source files or a package, and how many characters of it a file contains. */
export type FilePart = [name: string, length: number]

export interface DistFiles {
  /** Files that a visitor's browser may load. */
  downloads: FileWeight[]
  /** Files that stay with the developer. */
  others: FileWeight[]
  /** What the three largest downloads contain. */
  largest: { path: string; parts: FilePart[] }[]
}

/** Where and when times were taken. */
export interface Environment {
  date: string
  chromium: string
  node: string
  processors: number
  runs: number
}

export interface Results {
  environment?: Environment
  contestants: ContestantResult[]
  /** What follows the first screen. */
  logIns?: Environment & { results: LogInResult[] }
  /** The same over TLS, with handshakes on a slow network (network.ts). */
  logInsOverTls?: Environment & { results: LogInResult[] }
  headless: HeadlessResult[]
  /** What a host's bundle loads at once if it imports some parts of `latchkey/headless`. */
  parts?: { name: string; bytes: number }[]
  /** The widget on the real packages, which the release replaces by aliases. */
  fullCompat?: { first: number }
  /**
   * What a prerendered form adds to the page, by the id of its journey. Sizes are in bytes of
   * brotli; `script` is what the script in the page adds to `page`, its HTML and style.
   */
  prerendered?: { journey: string; page: number; script: number }[]
  /** The size of what each budget limits, and of each chunk (build/sizes.ts). */
  budgets: { name: string; size: number }[]
  files?: DistFiles
  growth: GrowthResult[]
}
