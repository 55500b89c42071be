/** Writes the text of bench/report.html: one file without scripts. */
import { readFileSync } from 'node:fs'
import { html as markup, raw } from 'hono/html'
import type { Results } from '../results.ts'
import { chartsOf, figureOf } from './charts.ts'
import {
  conditions,
  feelTable,
  gaps,
  goalsTable,
  growthTables,
  headline,
  headlessTable,
  journeyBytesTable,
  journeysTable,
  loadedTable,
  logInsTable,
  misses,
  prerenderedTable,
  timesTable,
  type Table,
  type TitledTable,
} from './tables.ts'

const sheet = readFileSync(new URL('report.css', import.meta.url), 'utf8')

/** Marks up what is in backticks as code. */
const withCode = (text: string) => text.split('`').map((part, at) => (at % 2 ? markup`<code>${part}</code>` : part))

const isNumber = (text = '') => /^[\d,.]+/.test(text)
const table = ({ head, rows }: Table) => markup`<div class="scroll" tabindex="0"><table>
  <thead><tr>${head.map((name, at) => markup`<th scope="col" class="${at > 0 && rows.some((row) => isNumber(row[at])) ? 'number' : ''}">${name}</th>`)}</tr></thead>
  <tbody>${rows.map(([first = '', ...rest]) => markup`<tr><th scope="row">${withCode(first)}</th>${rest.map((cell) => markup`<td class="${isNumber(cell) ? 'number' : ''}">${cell}</td>`)}</tr>`)}</tbody>
</table></div>`

/** Returns what writes a section: the note, the chart if there is one, and the table. */
const sectionsWith =
  (charts: Map<string, string>) =>
  (of: TitledTable, list: string[] = []) => {
    const chart = charts.get(of.title)
    return markup`<section><h2>${withCode(of.title)}</h2>${of.note ? markup`<p>${of.note}</p>` : ''}
  ${chart ? raw(figureOf(of.title, chart)) : ''}${table(of)}${list.length ? markup`<ul>${list.map((text) => markup`<li>${withCode(text)}</li>`)}</ul>` : ''}</section>`
  }

/** Returns the HTML of the page. */
export const html = (results: Results) => {
  const section = sectionsWith(chartsOf(results))
  return String(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Latchkey: size and speed</title>
<style>${raw(sheet)}</style>
</head>
<body>
<main>
<header>
<h1>Latchkey: size and speed</h1>
<p>${conditions(results)}</p>
<dl>${headline(results).map(([figure, words]) => markup`<div><dt>${figure}</dt><dd>${words}</dd></div>`)}</dl>
<p class="legend"><span class="ours">Latchkey</span> <span class="peer">peers: other vendors' widgets</span> <span class="floor">floors: forms that no widget can beat</span></p>
</header>
${section(prerenderedTable(results))}
${section(journeysTable(results))}
${section(journeyBytesTable(results))}
${section(feelTable(results))}
${results.logIns ? section(logInsTable(results)) : ''}${section(goalsTable(results), misses(results))}
${section(loadedTable(results))}
${results.environment ? section(timesTable(results)) : ''}
${section(headlessTable(results))}
${growthTables(results).map((of) => section(of))}
<section><h2>What was not measured</h2><ul>${gaps(results).map((sentence) => markup`<li>${sentence}</li>`)}</ul></section>
</main>
</body>
</html>
`)
}
