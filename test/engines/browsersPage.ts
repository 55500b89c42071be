/** Fills the tables of docs/reports/browsers.md. */
import { existsSync, readFileSync } from 'node:fs'
import { floor } from '../../build/floor.ts'
import { features, versionsOf } from './floor.ts'
import { flows } from './flows.ts'
import { engineIds, resultsOf, type EngineResults } from './results.ts'

const table = (head: string[], rows: string[][]) =>
  [head, head.map((_, at) => (at ? ':-:' : '---')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The results of each engine that are stored. */
export const storedResults = (): EngineResults[] =>
  engineIds
    .map(resultsOf)
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))

const tested = () => {
  const results = storedResults()
  return table(
    ['what the visitor does', ...results.map(({ version, date }) => `${version}, ${date}`)],
    flows.map(({ name }) => [name, ...results.map(({ passed }) => (passed.includes(name) ? 'passes' : ''))]),
  )
}

const needed = () =>
  table(
    ['feature', 'used for', 'Chrome, Edge', 'Firefox', 'Safari', 'before that'],
    features.map(({ name, purpose, key, without }) => [name, purpose, ...versionsOf(key).map(String), without]),
  )

/** The sentence about the oldest versions, as docs/reports/browsers.md and the README have it. */
export const floorInWords = `Chrome or Edge ${floor.chrome}, Firefox ${floor.firefox}, Safari ${floor.safari}, or later`

/** The page with what the last runs and the list of features say between its markers. */
export const filled = (page: string): string =>
  Object.entries({ tested, needed }).reduce(
    (text, [name, make]) => text.replace(new RegExp(`(<!-- engines:${name} -->\\n)[\\s\\S]*?(?=\\n\\n|\\n$)`), `$1${make()}`),
    page,
  )
