/** Writes the text of bench/report.html: one file without scripts. */
import { readFileSync } from 'node:fs'
import { html as markup, raw } from 'hono/html'
import { journeys } from '../journeys.ts'
import type { Results } from '../results.ts'
import { bytesChart, growthChart, journeyBytesChart, journeysChart, timesChart } from './charts.ts'
import { drawnOn, fasterOn, floorsOf, latchkeyOn, sdkOn } from './figures.ts'
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
  prerenderedTable,
  number,
  timesTable,
  type Table,
  type TitledTable,
} from './tables.ts'

const sheet = readFileSync(new URL('report.css', import.meta.url), 'utf8')

/** Marks up what is in backticks as code. */
const worded = (text: string) => text.split('`').map((part, at) => (at % 2 ? markup`<code>${part}</code>` : part))

const isNumber = (text = '') => /^[\d,.]+/.test(text)
const table = ({ head, rows }: Table) => markup`<div class="scroll" tabindex="0"><table>
  <thead><tr>${head.map((name, at) => markup`<th scope="col" class="${at > 0 && rows.some((row) => isNumber(row[at])) ? 'number' : ''}">${name}</th>`)}</tr></thead>
  <tbody>${rows.map(([first = '', ...rest]) => markup`<tr><th scope="row">${worded(first)}</th>${rest.map((cell) => markup`<td class="${isNumber(cell) ? 'number' : ''}">${cell}</td>`)}</tr>`)}</tbody>
</table></div>`

const section = (
  of: TitledTable,
  { chart, list = [] }: { chart?: string; list?: string[] } = {},
) => markup`<section><h2>${worded(of.title)}</h2>${of.note ? markup`<p>${of.note}</p>` : ''}
  ${chart ? markup`<figure role="img" aria-label="${of.title}">${raw(chart)}</figure>` : ''}${table(of)}${list.length ? markup`<ul>${list.map((text) => markup`<li>${worded(text)}</li>`)}</ul>` : ''}</section>`

/** Returns the figures at the top, without those that were not measured. */
const headline = (results: Results) => {
  const link = journeys[0]!
  const [own, sdk] = [latchkeyOn(results, link), sdkOn(results, link)]
  const floors = floorsOf(results, own)
  const drawn = drawnOn(results, link)
  const faster = journeys.flatMap((journey) => fasterOn(results, journey) ?? [])
  const figures: ([figure: string, words: string] | false | 0 | undefined)[] = [
    drawn && [`${factor(drawn)} x`, "as long as a plain HTML form: the email form in the page's HTML"],
    own && [number(own.first), 'bytes until the first email field is usable'],
    own?.first && sdk?.first && [`${(sdk.first / own.first).toFixed(1)} x`, "as many bytes: the provider's SDK 6 with only that form"],
    floors && [`${factor(floors)} x`, 'as long as the smallest possible form on the same stack'],
    faster.length > 0 && [
      `${Math.min(...faster).toFixed(1)}-${Math.max(...faster).toFixed(1)} x`,
      "as long as Latchkey: the provider's SDK 6 with the same methods, depending on the journey",
    ],
  ]
  return figures.filter((figure) => !!figure)
}

/** Returns the HTML of the page. */
export const html = (results: Results) =>
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
<p class="legend"><span class="ours">Latchkey</span> <span class="peer">peers: other vendors' widgets</span> <span class="floor">floors: forms that no widget can beat</span></p>
</header>
${section(prerenderedTable(results))}
${section(journeysTable(results), { chart: journeysChart(results) })}
${section(journeyBytesTable(results), { chart: journeyBytesChart(results) })}
${section(feelTable(results))}
${section(goalsTable(results), { list: misses(results) })}
${section(loadedTable(results), { chart: bytesChart(results) })}
${results.environment ? section(timesTable(results), { chart: timesChart(results) }) : ''}
${section(headlessTable(results))}
${growthTables(results).map((of, at) => section(of, { chart: growthChart(results.growth[at]!) }))}
<section><h2>What was not measured</h2><ul>${gaps(results).map((sentence) => markup`<li>${sentence}</li>`)}</ul></section>
</main>
</body>
</html>
`)
