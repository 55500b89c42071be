/**
 * The report page: bench/REPORT.md with the charts of bench/report.html, both made of
 * bench/results.json.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import { chartsOf, figureOf } from '../../bench/report/charts.ts'
import { headline } from '../../bench/report/tables.ts'
import type { Results } from '../../bench/results.ts'
import { root } from '../../build/paths.ts'
import { escapeHtml } from '../markdown.ts'
import type { Page } from '../page.ts'

const source = 'bench/REPORT.md'

/**
 * Puts HTML in front of what `mark` is the beginning of, below a heading. Throws if that is not
 * there.
 */
const put = (html: string, insertion: string, mark: string, heading?: string) => {
  const from = heading === undefined ? 0 : html.indexOf(`<h2 id="${heading}">`)
  const at = html.indexOf(mark, from)
  if (from < 0 || at < 0) throw new Error(`${source} has no ${mark}${heading === undefined ? '' : ` below #${heading}`}`)
  return html.slice(0, at) + insertion + html.slice(at)
}

const top = (results: Results) =>
  `<ul class="figures">${headline(results)
    .map(([figure, words]) => `<li><strong>${escapeHtml(figure)}</strong> ${escapeHtml(words)}</li>`)
    .join('')}</ul>
<p class="legend"><span class="ours">Latchkey</span> <span class="peer">peers: other vendors' widgets</span> <span class="floor">floors: forms that no widget can beat</span></p>
`

const withCharts = (html: string, results: Results) =>
  [...chartsOf(results)].reduce(
    (text, [title, chart]) =>
      put(text, `<div class="table chart">${figureOf(title, chart)}</div>\n`, '<div class="table">', new GithubSlugger().slug(title)),
    put(html, top(results), '<div class="heading '),
  )

export const reportPages = async (): Promise<Page[]> => {
  const [markdown, results] = await Promise.all([source, 'bench/results.json'].map((file) => readFile(join(root, file), 'utf8')))
  return [
    {
      path: 'report/',
      section: 'Project',
      source,
      // the guide "Sizes and speed" is next to it in the search
      title: 'Benchmark report',
      description: 'What Latchkey weighs and how fast it is, measured next to other widgets and to forms that no widget can beat.',
      markdown: markdown!,
      complete: (html) => withCharts(html, JSON.parse(results!) as Results),
      files: ['report.css'],
    },
  ]
}
