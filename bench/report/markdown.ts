/** Writes the text of bench/REPORT.md. */
import type { Results } from '../results.ts'
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
export const logInsText = (results: Pick<Results, 'logIns'>) => section(logInsTable(results))

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
