/** The report's tables as data. bench/REPORT.md and bench/report.html show them. */
import { budgetOf, journeys, type Journey } from '../journeys.ts'
import type { ContestantResult, Range, Results } from '../results.ts'
import { contestantOf, drawnOn, fasterOn, floorsOf, latchkeyOn, liveOn, medianOf, prerenderedOn, sdkOn, sizeOf } from './figures.ts'
import { goalRows, triedForTime } from './goals.ts'
import { logIns } from '../logIns.ts'

/** A table with text in its cells. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** A table of the report, with a title and a note for the reader. */
export interface TitledTable extends Table {
  title: string
  note?: string
}

/** The results that the tables of journeys show. */
export type JourneyResults = Pick<Results, 'contestants' | 'budgets'>

export const number = (value: number | undefined) => (value === undefined ? '' : Math.round(value).toLocaleString('en-US'))
export const factor = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2))
const shift = (value: number | undefined) => (value === undefined ? '' : String(Number(value.toFixed(3))))
const range = (value: Range | undefined, digits = 0) => {
  if (!value) return ''
  const show = (one: number) => one.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const [median, min, max] = [show(value.median), show(value.min), show(value.max)]
  return min === max ? median : `${median} (${min}-${max})`
}
const megabytes = (value: Range | undefined) =>
  value ? range({ median: value.median / 1e6, min: value.min / 1e6, max: value.max / 1e6 }, 1) : ''
const withVersion = ({ name, version }: { name: string; version?: string }) => (version ? `${name} (${version})` : name)

/**
 * Returns the contestants that show one email field. Of those with a journey, these are the ones on
 * the first journey.
 */
export const besides = ({ contestants }: Pick<Results, 'contestants'>) =>
  contestants.filter(({ journey }) => !journey || journey === journeys[0]!.id)

const inEnglish = journeys.filter(({ language }) => !language)
const inFrench = ({ id }: Journey) => journeys.find((journey) => journey.id === `${id}-fr`)!

export const journeysTable = (results: JourneyResults): TitledTable => ({
  title: 'Journeys: time to the first usable control',
  note:
    "Each journey is a configuration that hosts use. Latchkey loads with the snippet that it prints for that configuration; the provider's SDK 6 is bundled with the same methods. " +
    'Times are in milliseconds, median (range), until the field or all of the buttons are drawn and can be used. "Ratio to floor" is the time divided by that of the one-field form ' +
    'in the same run.',
  head: [
    'journey',
    'Latchkey',
    'ratio to floor',
    "provider's SDK 6",
    'ratio to floor',
    'ratio of SDK to Latchkey',
    'Latchkey in French, ratio to floor',
  ],
  rows: inEnglish.map((journey) => {
    const [own, sdk] = [latchkeyOn(results, journey), sdkOn(results, journey)]
    return [
      journey.name,
      ready(own),
      factor(floorsOf(results, own)),
      ready(sdk),
      factor(floorsOf(results, sdk)),
      factor(fasterOn(results, journey)),
      factor(floorsOf(results, latchkeyOn(results, inFrench(journey)))),
    ]
  }),
})

const ready = (one: ContestantResult | undefined) => one?.failed ?? one?.times?.failed ?? range(one?.times?.ready)

export const prerenderedTable = (results: JourneyResults & Pick<Results, 'prerendered'>): TitledTable => {
  const html = contestantOf(results, 'html')
  return {
    title: "Forms in the page's HTML: time and bytes",
    note:
      `The page comes with the form (latchkey snippet --prerender). Drawn: until the visitor sees the field or the buttons, and can type; a plain HTML form without a script takes ${ready(html)} ms. ` +
      'Live: until the widget has taken the form over; "without" is the same widget on a page that has no form. Bytes are what the form adds to the page, compressed with brotli.',
    head: [
      'journey',
      'drawn',
      'ratio to HTML',
      'live',
      'ratio to without',
      'layout shift',
      'HTML and style, bytes',
      'script in the page, bytes',
    ],
    rows: inEnglish.flatMap((journey) => {
      const one = prerenderedOn(results, journey)
      const bytes = results.prerendered?.find(({ journey: id }) => id === journey.id)
      return one
        ? [
            [
              journey.name,
              ready(one),
              factor(drawnOn(results, journey)),
              range(one.times?.live),
              factor(liveOn(results, journey)),
              shift(medianOf(one, 'shift')),
              number(bytes?.page),
              number(bytes?.script),
            ],
          ]
        : []
    }),
  }
}

export const journeyBytesTable = (results: JourneyResults): TitledTable => ({
  title: 'Journeys: bytes',
  note:
    'Scripts, styles, hashes and texts, each file compressed with brotli at level 11. First screen: what loads before the first control can be used; a test in Chromium checks it. ' +
    'At rest: what has loaded three seconds later, if the visitor touches nothing.',
  head: [
    'journey',
    'Latchkey, first screen',
    'Latchkey in French, first screen',
    'Latchkey, at rest',
    "provider's SDK 6, first screen",
    "provider's SDK 6, at rest",
  ],
  rows: inEnglish.map((journey) => [
    journey.name,
    number(sizeOf(results, budgetOf(journey))),
    number(sizeOf(results, budgetOf(inFrench(journey)))),
    number(latchkeyOn(results, journey)?.rest),
    number(sdkOn(results, journey)?.first),
    number(sdkOn(results, journey)?.rest),
  ]),
})

export const feelTable = (results: JourneyResults): TitledTable => ({
  title: 'Journeys: response time and layout shift',
  note:
    'Medians from web-vitals, with the same network and CPU. INP, in ms: how long the page takes to respond to the first interaction, which is a click into the field and three ' +
    'letters, or a click on the first button. Layout shift (CLS): how far the page, which has content below the form, has moved by then; 0 means that nothing moved.',
  head: [
    'journey',
    'Latchkey, INP',
    "provider's SDK 6, INP",
    'Latchkey, layout shift',
    'Latchkey in French, layout shift',
    "provider's SDK 6, layout shift",
  ],
  rows: inEnglish.map((journey) => {
    const [own, french, sdk] = [latchkeyOn(results, journey), latchkeyOn(results, inFrench(journey)), sdkOn(results, journey)]
    return [
      journey.name,
      number(medianOf(own, 'interaction')),
      number(medianOf(sdk, 'interaction')),
      shift(medianOf(own, 'shift')),
      shift(medianOf(french, 'shift')),
      shift(medianOf(sdk, 'shift')),
    ]
  }),
})

export const logInsTable = ({ logIns: logInResults, logInsOverTls: overTls }: Pick<Results, 'logIns' | 'logInsOverTls'>): TitledTable => ({
  title: 'Log-ins: time from one moment to the next',
  note:
    `Measured on ${logInResults?.date} in Chromium ${logInResults?.chromium} on ${logInResults?.processors} processors, ${logInResults?.runs} rounds. ` +
    'What a visitor does after the first screen, or without one. Times are in milliseconds, median (range), from the navigation or, where the row begins with Enter, from there. Call: until the call ' +
    'leaves; files: how many scripts the page asks for before it does; answer: until its answer, such as the session, is in the page. There: until the visitor is where the row ends. After the answer: from the last byte of the answer until then.' +
    (overTls
      ? ` Over TLS: the same on ${overTls.date}, with the page and the API on hosts of their own, TCP and TLS handshakes, and HTTP/2, 150 ms away.`
      : ''),
  head: ['log-in', 'on', 'call', 'files', 'answer', 'there', 'after the answer', ...(overTls ? ['answer over TLS', 'there over TLS'] : [])],
  rows: logIns.flatMap(({ id, name }) =>
    (logInResults?.results ?? [])
      .filter(({ logIn }) => logIn === id)
      .map((one, at) => [
        at ? '' : name,
        one.name,
        one.failed ?? range(one.times?.call),
        number(one.times?.files?.median),
        range(one.times?.answered),
        range(one.times?.done),
        range(one.times?.drawn),
        ...(overTls
          ? (['answered', 'done'] as const).map((what) => range(overTls.results.find(({ id }) => id === one.id)?.times?.[what]))
          : []),
      ]),
  ),
})

export const loadedTable = (results: Results): TitledTable => ({
  title: 'Email forms compared: bytes',
  note:
    'First screen: what loads before the email field can be used. Total: all files that exist for the same page; for Latchkey, without the phone number tables and the ' +
    'translations.',
  head: ['form', 'first screen', 'at rest', 'total', 'methods it can show'],
  rows: [
    ...besides(results).map((one) => [
      withVersion(one),
      one.failed ? 'not shown' : number(one.first),
      number(one.rest),
      number(one.all),
      one.methods,
    ]),
    // Shows what the widget's own aliases save (ARCHITECTURE.md, "Two frameworks, one source").
    ...(results.fullCompat
      ? [['Latchkey on all of `preact/compat` and `@preact/signals-core`', number(results.fullCompat.first), '', '', 'all seven']]
      : []),
  ],
})

export const headlessTable = ({ headless, parts = [] }: Results): TitledTable => ({
  title: 'Clients without screens: bytes',
  note:
    'Clients for a user interface of your own. Latchkey loads some of its code only when a call or a project needs it; each of the others is one file. Rows that name parts ' +
    'show what your bundle loads at once if you import only those parts.',
  head: ['client', 'at once', 'total', 'methods'],
  rows: [
    ...parts.map(({ name, bytes }) => [`Latchkey headless, ${name}`, number(bytes), '', 'only those']),
    ...headless.map((one) => [withVersion(one), number(one.first), number(one.all), one.methods]),
  ],
})

export const goalsTable = (results: Results): TitledTable => ({
  title: 'Goals',
  note:
    'The goals of the project, and the current figures. "Ready" is a multiple of the time of the one-field form; sizes are in bytes. The list below the table says why goals ' +
    'are not met, and what was tried.',
  head: ['goal', 'target', 'measured', 'met'],
  rows: goalRows(results).map(({ name, goal, figure, outcome }) => [name, goal, figure, outcome]),
})

/** Returns a text for each goal that is not met, with the reason. */
export const misses = (results: Results) => {
  const openGoals = goalRows(results).filter(({ outcome }) => outcome === 'no')
  const openNames = openGoals.filter(({ why }) => !why).map(({ name }) => name)
  return [
    ...openGoals.filter(({ why }) => why).map(({ name, why }) => `${name[0]!.toUpperCase()}${name.slice(1)}. ${why}`),
    ...(openGoals.some(({ name }) => name.startsWith('ready, ')) ? [triedForTime] : []),
    ...(openNames.length > 0 ? [`No reason has been written down yet for these: ${openNames.join('; ')}.`] : []),
  ]
}

export const timesTable = (results: Results): TitledTable => ({
  title: 'Email forms compared: time',
  note:
    'Times are in milliseconds, median (range). Ready: until the field is usable. Script: time in scripts until then. Requests: all requests until then, including the page and ' +
    'preflights. Heap: at rest, after a garbage collection.',
  head: ['form', 'ready', 'ratio to floor', 'script', 'requests', 'heap, MB', 'INP', 'layout shift'],
  rows: besides(results)
    .flatMap(({ times, ...one }) => (times ? [{ ...one, times }] : []))
    .map((one) =>
      one.times.failed
        ? [withVersion(one), one.times.failed, '', '', '', '', '', '']
        : [
            withVersion(one),
            range(one.times.ready),
            factor(floorsOf(results, one)),
            range(one.times.cpu),
            number(one.times.firstRequests?.median),
            megabytes(one.times.heap),
            number(medianOf(one, 'interaction')),
            shift(medianOf(one, 'shift')),
          ],
    ),
})

export const growthTables = ({ growth }: Results): TitledTable[] =>
  growth.map(({ what, rows }) => ({
    title: `Growth: ${what}`,
    head: ['widget', 'count', 'ready, ms', 'script, ms', 'heap, MB', 'elements'],
    rows: rows.map(({ name, count, failed, ready, cpu, heap, nodes }) =>
      failed
        ? [name, String(count), failed, '', '', '']
        : [name, String(count), range(ready), range(cpu), megabytes(heap), number(nodes?.median)],
    ),
  }))

/** Returns a contestant's name, with the journey if the name does not contain it. */
const titleOf = (one: ContestantResult) =>
  `${withVersion(one)}${one.kind === 'ours' && one.journey ? ` on "${journeys.find(({ id }) => id === one.journey)?.name}"` : ''}`

/** Returns a sentence for everything that could not be measured. */
export const gaps = ({ environment, contestants, growth, headless }: Results) => [
  ...(environment && environment.runs < 5 ? ['Only a few rounds were timed, so the times are rough and their ranges mean little.'] : []),
  ...contestants.filter(({ failed }) => failed).map((one) => `${titleOf(one)} did not show its form here: ${one.failed}.`),
  ...contestants.filter(({ times }) => times?.failed).map((one) => `${titleOf(one)} was not timed: ${one.times?.failed}.`),
  ...growth.flatMap(({ what, rows }) =>
    rows.filter(({ failed }) => failed).map(({ name, count, failed }) => `${name} with ${count} ${what} was not measured: ${failed}.`),
  ),
  ...(headless.some(({ version }) => version) ? [] : ['Other headless clients were not measured.']),
  "Peers other than the provider's SDK called small stand-ins for their servers, written from public documentation. The real servers may send more, and need time to answer.",
  'Peers whose methods are configured on their server have one figure for all methods.',
  'Clerk loads the scripts that its vendor serves. It never loads all of them, so their total size would mean nothing.',
  'All connections stay on one machine, so the times do not include DNS, TLS or the distance to servers. Chromium is the only browser that was timed.',
]

/** Returns how the times were measured. */
export const conditions = ({ environment }: Results) =>
  environment
    ? `Times were measured on ${environment.date} in Chromium ${environment.chromium}, on a machine with ${environment.processors} CPU cores, in ` +
      `${environment.runs === 1 ? 'one round' : `${environment.runs} rounds`} of one visit per page. ` +
      'The cache was empty, the CPU was slowed down four times, and the network had 1.6 Mbps and 150 ms of latency (slow 4G). ' +
      'Growth was measured with the slow CPU and a fast network.'
    : 'Times have not been measured.'

/** Returns the figures at the top of a page, without those that were not measured. */
export const headline = (results: Results) => {
  const link = journeys[0]!
  const [own, sdk] = [latchkeyOn(results, link), sdkOn(results, link)]
  const floors = floorsOf(results, own)
  const ratio = drawnOn(results, link)
  const faster = journeys.flatMap((journey) => fasterOn(results, journey) ?? [])
  const figures: ([figure: string, words: string] | false | 0 | undefined)[] = [
    ratio && [`${factor(ratio)} x`, "as long as a plain HTML form: the email form in the page's HTML"],
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
