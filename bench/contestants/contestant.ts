/**
 * The type of everything that takes part in the bench: a host's page with a log-in form on it, and
 * what that page needs from a server.
 */
import type { ControlCounts } from '../journeys.ts'
import type { ContestantKind } from '../results.ts'

/** An answer of a contestant's own server. */
export interface ServerAnswer {
  status: number
  body: string
  /** The media type of the body. */
  type: string
}

export interface Contestant {
  /** Identifies its results, and is part of its page's path. */
  id: string
  /** Its name in tables. */
  name: string
  kind: ContestantKind
  /** The log-in methods that it can show, as text. */
  methods: string
  /** Returns the HTML of the page. `api`: the URL of the server that the form calls. */
  page: (options: { api: string }) => string
  /** The id of the journey that it shows. */
  journey?: string
  /** Whether the page comes with a form that the widget takes over. Default: no. */
  prerendered?: boolean
  /** The controls that make it usable. Default: one field. */
  controls?: ControlCounts
  /** The npm package that it uses, by its name in bench/peers. */
  package?: string
  /** The host's own module, which is bundled into `index.js`. */
  source?: string
  /** Default: esbuild. */
  bundler?: 'esbuild' | 'vite'
  /** Whether what loads later is in the same file, too. Default: no. */
  oneFile?: boolean
  /** For a package that breaks with the bundler's default. */
  mainFields?: string[]
  /** Folders to serve, by the first part of the path. */
  files?: Record<string, string>
  /** Whether the browser may cache its files. Default: no. */
  cached?: boolean
  /** Whether it calls the emulated provider. */
  provider?: boolean
  /** Host names that it calls whatever its settings say. The bench serves them over TLS. */
  hosts?: string[]
  /** Answers its calls, unless they go to the emulated provider. */
  answer?: (url: URL) => ServerAnswer
}
