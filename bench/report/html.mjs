/** bench/report.html: one file, without scripts. */
import { readFileSync } from 'node:fs'
import { html as markup, raw } from 'hono/html'
import { bytesChart, growthChart, methodsChart, timesChart } from './charts.mjs'
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

const sheet = readFileSync(new URL('report.css', import.meta.url), 'utf8')

/** Text in which `this` is code. */
const worded = (text) => text.split('`').map((part, at) => (at % 2 ? markup`<code>${part}</code>` : part))

const isNumber = (text) => /^[\d,.]+/.test(text)
const table = ({ head, rows }) => markup`<div class="scroll" tabindex="0"><table>
  <thead><tr>${head.map((name, at) => markup`<th scope="col" class="${at > 0 && rows.some((row) => isNumber(row[at])) ? 'number' : ''}">${name}</th>`)}</tr></thead>
  <tbody>${rows.map(([first, ...rest]) => markup`<tr><th scope="row">${worded(first)}</th>${rest.map((cell) => markup`<td class="${isNumber(cell) ? 'number' : ''}">${cell}</td>`)}</tr>`)}</tbody>
</table></div>`

const section = (of, { chart, list = [] } = {}) => markup`<section><h2>${worded(of.title)}</h2>${of.note ? markup`<p>${of.note}</p>` : ''}
  ${chart ? markup`<figure role="img" aria-label="${of.title}">${raw(chart)}</figure>` : ''}${table(of)}${list.length ? markup`<ul>${list.map((text) => markup`<li>${worded(text)}</li>`)}</ul>` : ''}</section>`

const headline = ({ contestants }) => {
  const of = (id) => contestants.find((one) => one.id === id)
  const [own, floor, sdk5, sdk6] = ['latchkey', 'floor', 'stytch-5', 'stytch-6'].map(of)
  const times = own?.times?.ready && floor?.times?.ready ? (own.times.ready.median / floor.times.ready.median).toFixed(2) : undefined
  return [
    own && [own.first.toLocaleString('en-US'), 'bytes to the first usable e-mail field'],
    own && sdk6?.first && [`${(sdk6.first / own.first).toFixed(1)} x`, "of that loads the provider's SDK 6, cut down to that form"],
    own && sdk5?.first && [`${(sdk5.first / own.first).toFixed(1)} x`, "loads the provider's SDK 5"],
    times && [`${times} x`, 'the time of the smallest form there can be on the same stack'],
  ].filter(Boolean)
}

export const html = (results) =>
  String(markup`<!doctype html>
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
<p class="legend"><span class="ours">Latchkey</span> <span class="peer">peers</span> <span class="floor">floors: what nobody can be faster than</span></p>
</header>
${section(loadedTable(results), { chart: bytesChart(results) })}
${results.environment ? section(timesTable(results), { chart: timesChart(results) }) : ''}
${section(methodsTable(results), { chart: methodsChart(results) })}
${section(headlessTable(results))}
${growthTables(results).map((of, at) => section(of, { chart: growthChart(results.growth[at]) }))}
${section(goalsTable(results), { list: misses(results) })}
<section><h2>What was not measured</h2><ul>${gaps(results).map((sentence) => markup`<li>${sentence}</li>`)}</ul></section>
<details><summary>Latchkey's files</summary>${fileTables(results).map((of) => section(of))}</details>
</main>
</body>
</html>
`)
