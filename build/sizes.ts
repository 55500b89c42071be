/**
 * Weighs what visitors download, as servers send it: brotli 11, per file.
 *
 * The names of chunks contain hashes, which do not compress, so a change of any file makes others a
 * few bytes larger or smaller. A budget therefore limits the size with names that never change. A
 * promise limits the size with the real names.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotli } from '../bench/weights.ts'
import { dist, root } from './paths.ts'

export interface Budget {
  name: string
  /** Patterns of files. One that begins with `!` excludes files. */
  path: string[]
  /** The steady size that the files may have. */
  limit: string
  /** The real size that we promise not to exceed. */
  promise?: string
  /** Whether the limit is for the largest of the files, and not for their sum. */
  largest?: boolean
}

export interface Size {
  /** What a visitor downloads. */
  real: number
  /** The same with names that never change. */
  steady: number
}

/** Stands for the hash that the chunks of an entry share. */
const SHARED = '00000000'

const hashInName = /\.([0-9a-f]{8})\.js$/
const withoutHash = (path: string) => path.replace(hashInName, '.js')
const words = /^dist\/embed\/c\/[^.]+\.([^.]+)\.js$/

export const bytesOf = (limit: string): number => Number(limit.replace(' B', ''))

/** Lists the scripts of dist/, relative to the repository. */
export const scripts = (): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => `dist/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.js') && !path.startsWith('dist/site/'))
    .sort()

const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('**/')
      .map((part) => part.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*').replaceAll('?', '[^/]'))
      .join('(?:.*/)?')}$`,
  )

/** Picks the files that the patterns of a budget name. */
export const filesOfBudget = ({ path }: Pick<Budget, 'path'>, files: readonly string[]): string[] => {
  const [included, excluded] = [false, true].map((isExcluded) =>
    path.filter((pattern) => pattern.startsWith('!') === isExcluded).map((pattern) => expressionOf(pattern.replace('!', ''))),
  )
  return files.filter((file) => included!.some((one) => one.test(file)) && !excluded!.some((one) => one.test(file)))
}

const readBuilt = (file: string) => readFileSync(join(dist, file.slice('dist/'.length)))

/** Returns a function that weighs one of these files. */
export const scales = (files: readonly string[], read: (file: string) => Buffer = readBuilt): ((file: string) => Size) => {
  const owners = new Map<string, string[]>()
  for (const file of files) {
    const [, hash] = hashInName.exec(file) ?? []
    if (hash) owners.set(hash, [...(owners.get(hash) ?? []), withoutHash(file)])
  }
  const hashFrom = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
  // Nearly all chunks of an entry share one hash.
  const isShared = (hash: string) => owners.get(hash)!.length > 1
  const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('base64')
  const digests = new Map(
    files.filter((file) => hashInName.test(file)).map((file) => [sha256(read(file)), sha256(withoutHash(file))] as const),
  )
  const steadyText = (text: string, shared: string) =>
    text
      .replace(/(?<=\.)[0-9a-f]{8}(?=\.js)/g, (hash) =>
        !owners.has(hash) ? hash : isShared(hash) ? shared : hashFrom(owners.get(hash)![0]!),
      )
      .replace(/[A-Za-z0-9+/]{43}=/g, (digest) => digests.get(digest) ?? digest)
  const known = new Map<string, Size>()
  return (file) => {
    const size = known.get(file)
    if (size) return size
    const data = read(file)
    const weighWith = (shared: string) => brotli(Buffer.from(steadyText(data.toString(), shared))).length
    // An entry has the hash with which it compresses best, out of a few (plugins/oneHash.ts).
    const isEntry = !file.includes('/c/') && [...owners.keys()].some((hash) => isShared(hash) && data.includes(hash))
    const shared = isEntry ? Array.from({ length: 8 }, (_, at) => hashFrom(`${SHARED}${at}`)) : [SHARED]
    const weighed = { real: brotli(data).length, steady: Math.min(...shared.map(weighWith)) }
    known.set(file, weighed)
    return weighed
  }
}

/** Weighs the files of each budget. Throws if there are none, so that no budget is of nothing. */
export const measure = <B extends Omit<Budget, 'limit'>>(budgets: readonly B[]): (B & Size)[] => {
  const files = scripts()
  const weigh = scales(files)
  return budgets.map((budget) => {
    const sizes = filesOfBudget(budget, files).map(weigh)
    if (sizes.length === 0) throw new Error(`No file of dist/ for '${budget.name}'. Run npm run build, then npm run budgets`)
    const together = (numbers: number[]) => (budget.largest ? Math.max(...numbers) : numbers.reduce((sum, number) => sum + number, 0))
    return { ...budget, real: together(sizes.map(({ real }) => real)), steady: together(sizes.map(({ steady }) => steady)) }
  })
}

/** Weighs each chunk of dist/embed/, and all texts of each language, with steady names. */
export const chunkSizes = (): { name: string; size: number }[] => {
  const files = scripts()
  const weigh = scales(files)
  const sizes = new Map<string, number>()
  for (const file of files.filter((path) => path.startsWith('dist/embed/'))) {
    const plain = withoutHash(file)
    const [, locale] = words.exec(plain) ?? []
    const name = locale ? `words ${locale}` : `chunk ${/([^/]+)\.js$/.exec(plain)![1]}`
    sizes.set(name, (sizes.get(name) ?? 0) + weigh(file).steady)
  }
  return [...sizes].map(([name, size]) => ({ name, size })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Lays the sizes of the chunks out in columns, for the build to print. */
export const chunkTable = (): string => {
  const cells = chunkSizes().map(({ name, size }) => `${String(size).padStart(6)} ${name.replace('chunk ', '')}`.padEnd(28))
  const rows = Math.ceil(cells.length / 4)
  const lines = Array.from({ length: rows }, (_, row) => [0, 1, 2, 3].map((column) => cells[column * rows + row] ?? '').join(''))
  return ['Bytes of each chunk of the widget (brotli, names of chunks aside):', ...lines.map((line) => line.trimEnd())].join('\n')
}

export const readBudgets = (): Budget[] => JSON.parse(readFileSync(join(root, '.size-limit.json'), 'utf8')) as Budget[]
