/**
 * Writes the figures of the documents that `writers` names: each is between `<!-- bench:<name> -->`
 * and the next empty line.
 */
import { budgetOf, journeys } from '../journeys.ts'
import type { Results } from '../results.ts'
import { contestantOf, drawnOn, floorsOf, latchkeyOn, medianOf, prerenderedOn, sdkOn, sizeOf } from './figures.ts'
import { markdownTable } from './markdown.ts'
import { besides, factor, number, type Table } from './tables.ts'

/** The budgets whose sizes docs/reports/figures.md shows, by name. */
const budgetNames = [
  'script tag with the email form, at rest',
  'phone field for a visitor in the US, on top of the code form',
  'react with the email form, React not counted',
  'headless, every file',
]

const sizes = ({ budgets }: Results): Table => ({
  head: ['what a browser downloads', 'bytes'],
  rows: budgets.filter(({ name }) => budgetNames.includes(name)).map(({ name, size }) => [name, number(size)]),
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
  head: ['email form', 'first screen, bytes', 'all that can load, bytes', 'ready, ms'],
  rows: besides(results)
    .filter(({ kind, failed }) => kind !== 'floor' && !failed)
    .map(({ name, version, first, all, times }) => [
      version ? `${name} (${version})` : name,
      number(first),
      number(all),
      number(times?.ready?.median),
    ]),
})

/** In docs/guides/compare.md: what the smallest form is without. */
const otherFormsSentence = (results: Results) => {
  const size = (name: string) => number(sizeOf(results, name))
  return (
    `${size('first screen: email link')} bytes is one form, for links by email. With Google it is ${size('first screen: Google and email link')}, with codes by text message ` +
    `${size('first screen: code by SMS')}, and ${size('phone field for a visitor in the US, on top of the code form')} more when a visitor touches the phone field.`
  )
}

/** The README's one figure. */
const drawnSentence = (results: Results) => {
  const first = journeys[0]!
  const ms = (contestant: Parameters<typeof medianOf>[0]) => number(medianOf(contestant, 'ready'))
  const later = Math.round((drawnOn(results, first)! - 1) * 100)
  return (
    `**With the form in your HTML, visitors can use it after ${ms(prerenderedOn(results, first))} ms on a slow phone, ${later}% later than a plain HTML form.** As a script it takes ` +
    `${ms(latchkeyOn(results, first))} ms; Stytch's own SDK takes ${ms(sdkOn(results, first) ?? contestantOf(results, 'stytch-6'))} ms ([every figure](docs/reports/figures.md), by \`npm run bench\`).`
  )
}

/** In docs/decisions/text-typed-before-the-script-is-kept.md. */
const inThePageSentence = (results: Results) =>
  `On slow 4G, with the CPU slowed down four times, the email form can be used after ${number(medianOf(prerenderedOn(results, journeys[0]!), 'ready'))} ms in the page's HTML, ` +
  `and after ${number(medianOf(latchkeyOn(results, journeys[0]!), 'ready'))} ms as a script ([every figure](../reports/figures.md)).`

/** In docs/decisions/our-own-subset-of-preact.md. */
const compatSentence = (results: Results) =>
  `The first screen of an email link has ${number(sizeOf(results, budgetOf(journeys[0]!)))} bytes. With all of \`preact/compat\` and \`@preact/signals-core\` it would have ` +
  `${number(results.fullCompat?.first)} (the last row of the comparison in \`bench/REPORT.md\` in the repository).`

/** In docs/guides/compare.md: what follows the first screen, also where others are faster. */
const afterFirstScreen = ({ logIns }: Results) => {
  const rows = [
    ['link', 'answered', 'an opened link, until the session is there'],
    ['enter-link', 'call', 'Enter as soon as the form can be used, until the call leaves'],
    ['typed-link', 'call', 'Enter a second later, until the call leaves'],
  ] as const
  const columns = { latchkey: 'Latchkey, snippet', prerendered: 'Latchkey, in the page', 'stytch-6': "provider's SDK 6, screens" }
  const timeOf = (id: string, what: 'answered' | 'call') => number(logIns?.results.find((one) => one.id === id)?.times?.[what]?.median)
  return markdownTable({
    head: ['ms', ...Object.values(columns)],
    rows: rows.map(([logIn, what, name]) => [name, ...Object.keys(columns).map((who) => timeOf(`log-in-${logIn}-${who}`, what))]),
  })
}

const withContents = (document: string, contents: Record<string, string>) =>
  Object.entries(contents).reduce(
    (text, [name, content]) =>
      text.replace(new RegExp(`(<!-- bench:${name} -->\\n)[\\s\\S]*?(\\n\\n)`), (_, start: string, end: string) => start + content + end),
    document,
  )

/**
 * What is written into each document, by its path: a function from the document to the document
 * with the figures of these results.
 */
export const writers: Record<string, (document: string, results: Results) => string> = {
  'README.md': (readme, results) => withContents(readme, { drawn: drawnSentence(results) }),
  'docs/guides/compare.md': (page, results) =>
    withContents(page, {
      compare: markdownTable(beside(results)),
      forms: otherFormsSentence(results),
      after: afterFirstScreen(results),
    }),
  'docs/decisions/text-typed-before-the-script-is-kept.md': (page, results) => withContents(page, { drawn: inThePageSentence(results) }),
  'docs/decisions/our-own-subset-of-preact.md': (page, results) => withContents(page, { compat: compatSentence(results) }),
  'docs/reports/figures.md': (page, results) =>
    withContents(page, {
      journeys: markdownTable(journeyRows(results)),
      sizes: markdownTable(sizes(results)),
      peers: markdownTable(beside(results)),
    }),
}
