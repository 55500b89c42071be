/** The README's tables: between `<!-- bench:<name> -->` and the next empty line. */
import { markdownTable } from './markdown.mjs'
import { number } from './tables.mjs'

/** The rows that the README promises, by the names of their budgets. */
const promised = [
  'script tag with the e-mail form, first screen',
  'script tag with the e-mail form, at rest',
  'phone field for a visitor in the US, on top of the code form',
  'react with the e-mail form, React not counted',
  'headless, every file',
]

const sizes = ({ promises }) => ({
  head: ['what a browser downloads', 'bytes'],
  rows: promises.filter(({ name }) => promised.includes(name)).map(({ name, size }) => [name, number(size)]),
})

const beside = ({ contestants }) => ({
  head: ['e-mail form', 'first screen, bytes', 'in all, bytes', 'ready, ms'],
  rows: contestants
    .filter(({ kind, failed }) => kind !== 'floor' && !failed)
    .map(({ name, version, first, all, times }) => [
      version ? `${name} (${version})` : name,
      number(first),
      all === undefined ? '' : number(all),
      times?.ready ? number(times.ready.median) : '',
    ]),
})

/** The README with its tables as they were measured. */
export const readmeTables = (readme, results) =>
  Object.entries({ sizes, peers: beside }).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- bench:${name} -->\\n)[\\s\\S]*?(\\n\\n)`),
        (_, start, end) => start + markdownTable(table(results)) + end,
      ),
    readme,
  )
