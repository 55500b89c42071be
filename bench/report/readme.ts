/** Writes the README's tables: each is between `<!-- bench:<name> -->` and the next empty line. */
import { budgetOf, journeys } from '../journeys.ts'
import type { Results } from '../results.ts'
import { floorsOf, latchkeyOn, sdkOn, sizeOf } from './figures.ts'
import { markdownTable } from './markdown.ts'
import { besides, factor, number, type Table } from './tables.ts'

/** The budgets whose sizes the README shows, by name. */
const promised = [
  'script tag with the email form, at rest',
  'phone field for a visitor in the US, on top of the code form',
  'react with the email form, React not counted',
  'headless, every file',
]

const sizes = ({ budgets }: Results): Table => ({
  head: ['what a browser downloads', 'bytes'],
  rows: budgets.filter(({ name }) => promised.includes(name)).map(({ name, size }) => [name, number(size)]),
})

const journeyRows = (results: Results): Table => ({
  head: [
    'first screen, with the snippet',
    'bytes',
    'ready, relative to the smallest form',
    "provider's SDK 6, bytes",
    "provider's SDK 6, ready",
  ],
  rows: journeys
    .filter(({ language }) => !language)
    .map((journey) => {
      const [own, sdk] = [latchkeyOn(results, journey), sdkOn(results, journey)]
      return [
        journey.name,
        number(sizeOf(results, budgetOf(journey))),
        factor(floorsOf(results, own)),
        number(sdk?.first),
        factor(floorsOf(results, sdk)),
      ]
    }),
})

const beside = (results: Results): Table => ({
  head: ['email form', 'first screen, bytes', 'total, bytes', 'ready, ms'],
  rows: besides(results)
    .filter(({ kind, failed }) => kind !== 'floor' && !failed)
    .map(({ name, version, first, all, times }) => [
      version ? `${name} (${version})` : name,
      number(first),
      number(all),
      number(times?.ready?.median),
    ]),
})

/** Returns the README with the tables of these results. */
export const readmeTables = (readme: string, results: Results) =>
  Object.entries({ journeys: journeyRows, sizes, peers: beside }).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- bench:${name} -->\\n)[\\s\\S]*?(\\n\\n)`),
        (_, start: string, end: string) => start + markdownTable(table(results)) + end,
      ),
    readme,
  )
