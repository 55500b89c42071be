/** bench/REPORT.md. */
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
  misses,
  timesTable,
} from './tables.mjs'

/** A table of Markdown; columns but the first are numbers as long as their first cell is one. */
export const markdownTable = ({ head, rows }) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, at) => (at > 0 && rows.some((row) => /^[\d,.]+/.test(row[at])) ? '--:' : '---')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

const section = (table) => [`## ${table.title}`, ...(table.note ? [table.note] : []), markdownTable(table)].join('\n\n')

/** What a run of the journeys alone prints. */
export const journeysText = (results) => [journeysTable, journeyBytesTable, feelTable].map((table) => section(table(results))).join('\n\n')

export const markdown = (results) => `# Size and speed

Written by \`npm run bench\`; beside it in the repository, \`report.html\` has the same with charts, and \`results.json\` the figures, with every file of \`dist/\` and what is in the
largest.
${conditions(results)}

${journeysText(results)}

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
