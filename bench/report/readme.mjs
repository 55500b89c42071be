/** The README's tables: between `<!-- bench:<name> -->` and the next empty line. */
import { budgetOf, journeys } from '../journeys.ts'
import { floorsOf, latchkeyOn, sdkOn, sizeOf } from './found.mjs'
import { markdownTable } from './markdown.mjs'
import { besides, factor, number } from './tables.mjs'

/** The rows that the README promises, by the names of their budgets. */
const promised = [
  'script tag with the e-mail form, at rest',
  'phone field for a visitor in the US, on top of the code form',
  'react with the e-mail form, React not counted',
  'headless, every file',
]

const sizes = ({ budgets }) => ({
  head: ['what a browser downloads', 'bytes'],
  rows: budgets.filter(({ name }) => promised.includes(name)).map(({ name, size }) => [name, number(size)]),
})

const journeyRows = (results) => ({
  head: ['first screen, by the snippet', 'bytes', 'ready, x the smallest form', "provider's SDK 6, bytes", 'ready'],
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

const beside = (results) => ({
  head: ['e-mail form', 'first screen, bytes', 'in all, bytes', 'ready, ms'],
  rows: besides(results)
    .filter(({ kind, failed }) => kind !== 'floor' && !failed)
    .map(({ name, version, first, all, times }) => [
      version ? `${name} (${version})` : name,
      number(first),
      number(all),
      number(times?.ready?.median),
    ]),
})

/** The README with its tables as they were measured. */
export const readmeTables = (readme, results) =>
  Object.entries({ journeys: journeyRows, sizes, peers: beside }).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- bench:${name} -->\\n)[\\s\\S]*?(\\n\\n)`),
        (_, start, end) => start + markdownTable(table(results)) + end,
      ),
    readme,
  )
