/**
 * The size of a configuration of the widget (`latchkey size`), computed from the table of chunks
 * that the build writes.
 */
import { loadingOf, PRODUCTS, type LoadedConfig } from '../../widget/loading.ts'
import { firstScreen, type EmbedChunk, type EmbedChunks } from './snippet.ts'

/** Files of dist/embed/. Each is listed once, in the first group that needs it. */
export interface Cost {
  /** Before the form can be used. */
  first: EmbedChunk[]
  /**
   * Loaded after the first paint without any action. A visitor who does nothing downloads `first`
   * and this.
   */
  rest: EmbedChunk[]
  /** Loaded while the visitor logs in, at most. */
  later: EmbedChunk[]
}

export const sum = (files: readonly EmbedChunk[], what: 'raw' | 'brotli'): number => files.reduce((total, file) => total + file[what], 0)

/** Slow 4G, as defined by Chromium's developer tools. */
const SLOW = { latencyMs: 150, bytesPerMs: 1600 / 8 }

/**
 * Estimates how many milliseconds it takes to load files in parallel over slow 4G (1.6 Mbps, 150
 * ms). Excludes the page itself and the time to run them.
 */
export const fetchTime = (files: readonly EmbedChunk[]): number => Math.round(SLOW.latencyMs + sum(files, 'brotli') / SLOW.bytesPerMs)

/**
 * Estimates how many milliseconds it takes to load everything: first the first screen, then what
 * follows its paint, then what a log-in needs.
 */
const totalTime = ({ first, rest, later }: Cost): number =>
  [first, rest, later].reduce((total, files) => total + (files.length > 0 ? fetchTime(files) : 0), 0)

/** Returns the names among `products` that are not products. */
export const unknownProducts = ({ products = [] }: LoadedConfig): string[] =>
  products.filter((name) => !(PRODUCTS as readonly string[]).includes(name))

/**
 * Returns which files a configuration loads, and when. `chunks` is dist/embed/chunks.json. Phone
 * numbers are counted for a visitor in the US. One Tap, captcha and telemetry, which also load a
 * third party's script, are counted only if the configuration requests them. A `language` of `auto`
 * is counted for a visitor who reads English, which is plain English with a `backend`.
 */
export function costOf(config: LoadedConfig, chunks: EmbedChunks, language?: string, backend?: string): Cost {
  const byFile = new Map(Object.values(chunks).map((chunk) => [chunk.file, chunk]))
  const countedChunks = new Set<EmbedChunk>()
  const take = (files: string[]) =>
    files.flatMap((file) => {
      const chunk = byFile.get(file)!
      if (countedChunks.has(chunk)) return []
      countedChunks.add(chunk)
      return [chunk]
    })
  /** Chunks by name, with everything that they import. */
  const chunksOf = (names: readonly string[]) =>
    take(
      names.flatMap((name) => {
        if (!Object.hasOwn(chunks, name)) throw new Error(`There is no chunk '${name}'. These are: ${Object.keys(chunks).join(', ')}.`)
        return [chunks[name]!.file, ...chunks[name]!.imports]
      }),
    )

  const { rest, later } = loadingOf(config, language, backend ? 'quartz' : undefined, backend)
  return {
    first: take([chunks.embed!.file, ...firstScreen(config, chunks, language, [], backend ? 'quartz' : undefined)]),
    rest: chunksOf(rest),
    // a part of a language's texts that are all the same as in English has no file
    later: chunksOf(later.filter((name) => !name.includes('.') || Object.hasOwn(chunks, name))),
  }
}

const number = (value: number) => value.toLocaleString('en-US')

const table = (rows: string[][]) => {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats a cost for a terminal. */
export function costText(cost: Cost, chunks: EmbedChunks): string {
  const { first, rest, later } = cost
  const names = new Map(Object.entries(chunks).map(([name, chunk]) => [chunk, name]))
  const part = (title: string, files: EmbedChunk[]) => [
    [title, number(sum(files, 'raw')), number(sum(files, 'brotli'))],
    ...files.map((file) => [`  ${names.get(file)}`, number(file.raw), number(file.brotli)]),
    ['', '', ''],
  ]
  const atLoad = [...first, ...rest]
  return `${table([
    ['', 'raw', 'brotli'],
    ...part('First screen', first),
    ...part('After the first paint', rest),
    ...part('While the visitor logs in, at most', later),
    ['Before any interaction', number(sum(atLoad, 'raw')), number(sum(atLoad, 'brotli'))],
    ['Total, at most', number(sum([...atLoad, ...later], 'raw')), number(sum([...atLoad, ...later], 'brotli'))],
  ])}

On slow 4G (1.6 Mbps, 150 ms) the first screen takes about ${number(fetchTime(first))} ms to fetch with the preload links of snippet.html, after the page itself.
Everything takes about ${number(totalTime(cost))} ms, most of it while the visitor reads and types.
Bytes of JavaScript, styles and texts. Phone numbers are counted for a visitor in the US.`
}
