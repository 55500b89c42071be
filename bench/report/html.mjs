/** bench/report.html: one file, without scripts. */
import { readFileSync } from 'node:fs'
import { html as markup, raw } from 'hono/html'
import { journeys } from '../journeys.ts'
import { bytesChart, growthChart, journeyBytesChart, journeysChart, timesChart } from './charts.mjs'
import { fasterOn, floorsOf, latchkeyOn, sdkOn } from './found.mjs'
import {
  conditions,
  factor,
  feelTable,
  gaps,
  goalsTable,
  growthTables,
  headlessTable,
  journeyBytesTable,
  journeysTable,
  loadedTable,
  misses,
  number,
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

/** The figures at the top, those that there are. */
const headline = (results) => {
  const [link] = journeys
  const [own, sdk] = [latchkeyOn(results, link), sdkOn(results, link)]
  const floors = floorsOf(results, own)
  const faster = journeys.map((journey) => fasterOn(results, journey)).filter(Boolean)
  return [
    own && [number(own.first), 'bytes to the first usable e-mail field'],
    own && sdk?.first && [`${(sdk.first / own.first).toFixed(1)} x`, "of that loads the provider's SDK 6, cut down to that form"],
    floors && [`${factor(floors)} x`, 'the time of the smallest form there can be on the same stack'],
    faster.length > 0 && [
      `${Math.min(...faster).toFixed(1)}-${Math.max(...faster).toFixed(1)} x`,
      "of our time takes the provider's SDK 6 with the same methods, by journey",
    ],
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
${section(journeysTable(results), { chart: journeysChart(results) })}
${section(journeyBytesTable(results), { chart: journeyBytesChart(results) })}
${section(feelTable(results))}
${section(goalsTable(results), { list: misses(results) })}
${section(loadedTable(results), { chart: bytesChart(results) })}
${results.environment ? section(timesTable(results), { chart: timesChart(results) }) : ''}
${section(headlessTable(results))}
${growthTables(results).map((of, at) => section(of, { chart: growthChart(results.growth[at]) }))}
<section><h2>What was not measured</h2><ul>${gaps(results).map((sentence) => markup`<li>${sentence}</li>`)}</ul></section>
</main>
</body>
</html>
`)
