/** bench/REPORT.md. */
import {
  conditions,
  fileTables,
  gaps,
  goalsTable,
  growthTables,
  headlessTable,
  loadedTable,
  methodsTable,
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

const section = (level) => (table) => [`${level} ${table.title}`, ...(table.note ? [table.note] : []), markdownTable(table)].join('\n\n')

export const markdown = (results) => `# Size and speed

Written by \`npm run bench\`; beside it in the repository, \`report.html\` has the same with charts, and \`results.json\` the figures.
${conditions(results)}

${[loadedTable, methodsTable, headlessTable, timesTable].map((table) => section('##')(table(results))).join('\n\n')}

${growthTables(results).map(section('##')).join('\n\n')}

${section('##')(goalsTable(results))}

${misses(results)
  .map((text) => `- ${text}`)
  .join('\n')}

## What was not measured

${gaps(results)
  .map((sentence) => `- ${sentence}`)
  .join('\n')}

# Latchkey's files

In bytes. gzip is level 9, brotli level 11, each file on its own. Budgets: \`.size-limit.json\`. What is inside the largest: characters of each source, minified on
its own, in what the bundle keeps of it; shares, not bytes on the wire.

${fileTables(results).map(section('##')).join('\n\n')}
`
