/**
 * Draws the chart of size and speed of docs/reports/figures.md, as SVG files of their own: one for
 * light pages and one for dark pages. A file brings its own background, because some sites show
 * documents on white to a reader whose system is dark too, and such a reader gets the dark file.
 */
import { html as markup, raw } from 'hono/html'
import type { ContestantResult, Results } from '../results.ts'
import { bars, type Bar, type BarsLook } from './charts.ts'
import { contestantOf, medianOf } from './figures.ts'

export const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Where the files are, from the root of the repository. */
export const imageFiles: Record<Scheme, string> = {
  light: 'docs/images/size-and-speed-light.svg',
  dark: 'docs/images/size-and-speed-dark.svg',
}

/**
 * Each color has a contrast of 4.5:1 or more on the background (WCAG 2.2, 1.4.3 and 1.4.11). A
 * floor is not drawn.
 */
const palettes = {
  light: { background: '#ffffff', text: '#19303d', ours: '#0c5a56', peer: '#5f7784' },
  dark: { background: '#10191f', text: '#e6edf1', ours: '#4fd1c5', peer: '#8ba1ae' },
}

/** What the text of the narrowest page needs: 18 of 540 units are 10.7 px at a width of 320 px. */
const size = { width: 540, text: 18, row: 27, title: 34, gap: 20, edge: 14 }

/**
 * The email forms in the chart, by the ids of their results. The names are short, because the
 * tables say more.
 */
const others = {
  'stytch-6-link': "provider's SDK 6",
  'stytch-5': "provider's SDK 5",
  hanko: 'Hanko elements',
  supabase: 'Supabase auth-ui',
  firebaseui: 'FirebaseUI',
  clerk: 'Clerk',
  'auth0-lock': 'Auth0 Lock',
}

/** Returns the forms that were measured, the smallest value first. */
const rowsOf = (results: Results, names: Record<string, string>, figure: (one: ContestantResult) => number | undefined): Bar[] =>
  Object.entries(names)
    .flatMap(([id, name]) => {
      const one = contestantOf(results, id)
      const value = one && !one.failed && figure(one)
      return value ? [{ name, kind: one.kind, value }] : []
    })
    .sort((a, b) => a.value - b.value)

// A form in the page has bytes of its own kind, which the report shows: the visitor sees it before
// its script has loaded.
const panels = (results: Results) => [
  {
    title: 'Email form: bytes of the first screen',
    unit: 'bytes',
    rows: rowsOf(results, { 'latchkey-link': 'Latchkey', ...others }, ({ first }) => first),
  },
  {
    title: 'Email form: ms until it is ready, slow phone',
    unit: 'ms',
    rows: rowsOf(results, { 'prerendered-link': 'Latchkey in the page', 'latchkey-link': 'Latchkey, snippet', ...others }, (one) =>
      medianOf(one, 'ready'),
    ),
  },
]

const sentence = ({ title, unit, rows }: ReturnType<typeof panels>[number]) =>
  `${title}: ${rows.map(({ name, value }) => `${name} ${Math.round(value).toLocaleString('en-US')} ${unit}`).join(', ')}.`

/**
 * Returns the text of the SVG file for pages of this color scheme. A form that was not measured is
 * missing.
 */
export const chartImage = (results: Results, scheme: Scheme) => {
  const { background, text, ours, peer } = palettes[scheme]
  const look: BarsLook = { ...size, width: size.width - 2 * size.edge, names: 204, values: 88, colors: { ours, peer, floor: peer } }
  const charts = panels(results).map((panel) => ({ ...panel, height: panel.rows.length * size.row }))
  const tops = charts.map((_, at) => charts.slice(0, at).reduce((top, { height }) => top + size.title + height + size.gap, size.edge))
  const height = tops.at(-1)! + size.title + charts.at(-1)!.height + size.edge
  return String(markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-labelledby="title figures" font-family="system-ui, sans-serif" font-size="${size.text}" color="${text}" fill="${text}">
<title id="title">Size and speed of log-in forms</title>
<desc id="figures">${charts.map(sentence).join(' ')}</desc>
<rect width="100%" height="100%" rx="10" fill="${background}"/>
${charts.map(
  ({ title, unit, rows }, at) => markup`<text x="${size.edge}" y="${tops[at]! + size.text}" font-weight="600">${title}</text>
<svg x="${size.edge}" y="${tops[at]! + size.title}" overflow="visible">${raw(bars(rows, { unit, look }))}</svg>
`,
)}</svg>
`)
}
