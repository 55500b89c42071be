/** Writes the text of bench/REPORT.md. */
import type { FirefoxTimes } from '../firefox.ts'
import type { Results } from '../results.ts'
import { contestantOf, medianOf } from './figures.ts'
import {
  conditions,
  feelTable,
  gaps,
  goalsTable,
  growthTables,
  headlessTable,
  journeyBytesTable,
  journeysTable,
  loadedTable,
  logInsTable,
  misses,
  number,
  prerenderedTable,
  timesTable,
  type JourneyResults,
  type Table,
  type TitledTable,
} from './tables.ts'

/**
 * Returns a table in Markdown. A column that contains numbers is aligned to the right, except the
 * first one.
 */
export const markdownTable = ({ head, rows }: Table) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, at) => (at > 0 && rows.some((row) => /^[\d,.]+/.test(row[at] ?? '')) ? '--:' : '---')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

const section = (table: TitledTable) => [`## ${table.title}`, ...(table.note ? [table.note] : []), markdownTable(table)].join('\n\n')

/** Returns what a run of only the journeys prints. */
export const journeysText = (results: JourneyResults) =>
  [journeysTable, journeyBytesTable, feelTable].map((table) => section(table(results))).join('\n\n')

/** Returns what a run of only the log-ins prints. */
export const logInsText = (results: Pick<Results, 'logIns' | 'logInsOverTls'>) => section(logInsTable(results))

/**
 * Returns what a quick run prints: how long each contestant takes until its form can be used,
 * relative to the first one in the same run, beside the same figure of the report, and in Firefox.
 */
export const quickText = (
  now: Pick<Results, 'contestants'>,
  report: Pick<Results, 'contestants'>,
  ids: readonly string[],
  firefox: FirefoxTimes,
) => {
  const ready = (results: Pick<Results, 'contestants'>, id: string) => medianOf(contestantOf(results, id), 'ready') ?? Number.NaN
  const relative = (results: Pick<Results, 'contestants'>, id: string) => (ready(results, id) / ready(results, ids[0]!)).toFixed(2)
  const inFirefox = 'ready' in firefox ? firefox.ready : undefined
  const table = markdownTable({
    head: ['email form', 'ready here, ms', 'relative to the first', 'in the report', ...(inFirefox ? ['in Firefox, ms', 'relative'] : [])],
    rows: ids.map((id) => [
      contestantOf(now, id)!.name,
      number(ready(now, id)),
      relative(now, id),
      relative(report, id),
      ...(inFirefox ? [number(inFirefox[id]), (inFirefox[id]! / inFirefox[ids[0]!]!).toFixed(2)] : []),
    ]),
  })
  const note =
    'missing' in firefox
      ? `Not measured in Firefox: ${firefox.missing}.`
      : `${firefox.version} has the same network, and the CPU of this machine: it cannot slow it down.`
  return `${table}\n\n${note}`
}

/** Returns the text of the report. */
export const markdown = (results: Results) => `# Size and speed

Written by \`npm run bench\`. In the repository, the same folder has \`report.html\`, which is this report with charts, and \`results.json\` with the figures, the size of every file in
\`dist/\` and the contents of the largest ones.

${conditions(results)}

${section(prerenderedTable(results))}

${journeysText(results)}
${results.logIns ? `\n${logInsText(results)}\n` : ''}
${section(goalsTable(results))}

${misses(results)
  .map((text) => `- ${text}`)
  .join('\n')}

${[loadedTable, timesTable, headlessTable].map((table) => section(table(results))).join('\n\n')}

${growthTables(results).map(section).join('\n\n')}

## What was not measured

${gaps(results)
  .map((sentence) => `- ${sentence}`)
  .join('\n')}
`
