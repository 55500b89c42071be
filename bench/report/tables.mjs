/** The report's tables as data, `{ title, note?, head, rows }` of texts: REPORT.md and report.html show the same. */
import { budgetOf, journeys } from '../journeys.ts'
import { fasterOn, floorsOf, latchkeyOn, medianOf, sdkOn, sizeOf } from './found.mjs'
import { goalRows, triedForTime } from './goals.mjs'

export const number = (value) => (value === undefined ? '' : Math.round(value).toLocaleString('en-US'))
export const factor = (value) => (value === undefined ? '' : value.toFixed(2))
const shift = (value) => (value === undefined ? '' : String(Number(value.toFixed(3))))
const range = (value, digits = 0) => {
  if (!value) return ''
  const show = (one) => one.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  const [median, min, max] = [value.median, value.min, value.max].map(show)
  return min === max ? median : `${median} (${min}-${max})`
}
const megabytes = (value) => value && range({ median: value.median / 1e6, min: value.min / 1e6, max: value.max / 1e6 }, 1)
const named = ({ name, version }) => (version ? `${name} (${version})` : name)

/** Those that show one e-mail field: of the journeys, the first. */
export const besides = ({ contestants }) => contestants.filter(({ journey }) => !journey || journey === journeys[0].id)

const inEnglish = journeys.filter(({ language }) => !language)
const inFrench = ({ id }) => journeys.find((journey) => journey.id === `${id}-fr`)

export const journeysTable = (results) => ({
  title: 'Journeys: time to the first usable control',
  note:
    "What hosts configure, each with the snippet that we print for it, and the provider's SDK 6 bundled with the same methods. Milliseconds, median (range): until the field or " +
    'all of the buttons are drawn and can be used. "x floor": beside the one-field form of the same run.',
  head: ['', 'Latchkey', 'x floor', "provider's SDK 6", 'x floor', 'its time beside ours', 'Latchkey in French, x floor'],
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

const ready = (one) => one?.failed ?? one?.times?.failed ?? range(one?.times?.ready)

export const journeyBytesTable = (results) => ({
  title: 'Journeys: bytes',
  note:
    'Scripts, styles, hashes and words, brotli-11 a file. First screen: what is fetched before the first control, which a test in Chromium counts. At rest: with all that came ' +
    'within three seconds, untouched.',
  head: ['', 'Latchkey, first screen', 'in French', 'Latchkey, at rest', "provider's SDK 6, first screen", 'at rest'],
  rows: inEnglish.map((journey) => [
    journey.name,
    number(sizeOf(results, budgetOf(journey))),
    number(sizeOf(results, budgetOf(inFrench(journey)))),
    number(latchkeyOn(results, journey)?.rest),
    number(sdkOn(results, journey)?.first),
    number(sdkOn(results, journey)?.rest),
  ]),
})

export const feelTable = (results) => ({
  title: 'Journeys: what the visitor feels',
  note:
    'By web-vitals, on the same line and processor, medians. INP, in ms: of the first touch, a click into the field and three letters, or on the first button. ' +
    'Layout shift (CLS): how far the page, which has content below the form, has moved by then; 0 is still.',
  head: ['', 'Latchkey, INP', "provider's SDK 6, INP", 'Latchkey, layout shift', 'in French', "provider's SDK 6, layout shift"],
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

export const loadedTable = (results) => ({
  title: 'An e-mail form, beside others: bytes',
  note:
    'First screen: requested before the e-mail field could be used. In all: every file there is for the same page, of Latchkey without the tables of telephone numbers ' +
    'and other languages.',
  head: ['', 'first screen', 'at rest', 'in all', 'methods it can show'],
  rows: [
    ...besides(results).map((one) => [
      named(one),
      one.failed ? 'not shown' : number(one.first),
      number(one.rest),
      number(one.all),
      one.methods,
    ]),
    // what the widget's own aliases save (ARCHITECTURE.md, "Two frameworks, one source")
    ...(results.fullCompat
      ? [['Latchkey on all of `preact/compat` and `@preact/signals-core`', number(results.fullCompat.first), '', '', 'all seven']]
      : []),
  ],
})

export const headlessTable = ({ headless, parts = [] }) => ({
  title: 'Bytes without a screen',
  note:
    'A client for an interface of your own. What Latchkey does not load at once comes when a call or a project needs it; the others are one file. Rows with names of parts: what a ' +
    'bundle has at once whose host names these alone.',
  head: ['', 'at once', 'in all', 'methods'],
  rows: [
    ...parts.map(({ name, bytes }) => [`Latchkey headless, ${name}`, number(bytes), '', 'those']),
    ...headless.map((one) => [named(one), number(one.first), number(one.all), one.methods]),
  ],
})

export const goalsTable = (results) => ({
  title: 'Goals',
  note: 'What the project aims at, and where it stands: ready as a multiple of the one-field form, sizes in bytes. Of what is not met: what holds it, and what was tried.',
  head: ['', 'goal', 'measured', 'met'],
  rows: goalRows(results).map(({ name, goal, measured, met }) => [name, goal, measured, met]),
})

/** Why what is not met is so, a text each. */
export const misses = (results) => {
  const missed = goalRows(results).filter(({ met }) => met === 'no')
  const unexplained = missed.filter(({ why }) => !why).map(({ name }) => name)
  return [
    ...missed.filter(({ why }) => why).map(({ name, why }) => `${name[0].toUpperCase()}${name.slice(1)}. ${why}`),
    ...(missed.some(({ name }) => name.startsWith('ready, ')) ? [triedForTime] : []),
    ...(unexplained.length > 0 ? [`What holds these has not been written down yet: ${unexplained.join('; ')}.`] : []),
  ]
}

export const timesTable = (results) => ({
  title: 'An e-mail form, beside others: time',
  note:
    'Milliseconds, median (range). Script: time spent in scripts until the field is usable. Requests: all that were sent until then, the page and preflights included. ' +
    'Heap: after a collection, at rest.',
  head: ['', 'ready', 'x floor', 'script', 'requests', 'heap, MB', 'INP', 'layout shift'],
  rows: besides(results)
    .filter(({ times }) => times)
    .map((one) =>
      one.times.failed
        ? [named(one), one.times.failed, '', '', '', '', '', '']
        : [
            named(one),
            range(one.times.ready),
            factor(floorsOf(results, one)),
            range(one.times.cpu),
            number(one.times.firstRequests.median),
            megabytes(one.times.heap),
            number(medianOf(one, 'interaction')),
            shift(medianOf(one, 'shift')),
          ],
    ),
})

export const growthTables = ({ growth }) =>
  growth.map(({ what, rows }) => ({
    title: `Growth: ${what}`,
    head: ['', 'how many', 'ready, ms', 'script, ms', 'heap, MB', 'elements'],
    rows: rows.map(({ name, count, failed, ready, cpu, heap, nodes }) =>
      failed
        ? [name, String(count), failed, '', '', '']
        : [name, String(count), range(ready), range(cpu), megabytes(heap), number(nodes.median)],
    ),
  }))

/** With the journey, where that is not in the name. */
const titled = (one) =>
  `${named(one)}${one.kind === 'ours' && one.journey ? ` on "${journeys.find(({ id }) => id === one.journey)?.name}"` : ''}`

/** What could not be measured, a sentence each. */
export const gaps = ({ environment, contestants, growth, headless }) => [
  ...(environment?.runs < 5 ? ['Few rounds were timed: the times are rough, and their ranges say little.'] : []),
  ...contestants.filter(({ failed }) => failed).map((one) => `${titled(one)} did not show its form here: ${one.failed}.`),
  ...contestants.filter(({ times }) => times?.failed).map((one) => `${titled(one)} was not timed: ${one.times.failed}.`),
  ...growth.flatMap(({ what, rows }) =>
    rows.filter(({ failed }) => failed).map(({ name, count, failed }) => `${name} with ${count} ${what} was not measured: ${failed}.`),
  ),
  ...(headless.some(({ version }) => version) ? [] : ['Other headless clients were not measured.']),
  "Peers beside the provider's own answer to small stand-ins of their servers, written from their public documentation: a server of theirs may send more, and takes its own time.",
  'Peers whose methods are chosen on their server have one figure for all methods.',
  'Clerk comes as the scripts that its maker serves; what all of its files weigh together says nothing, as it never loads them all.',
  'All connections are to the same machine: name look-ups, TLS and the distance between servers are not in the times. One browser, Chromium, was timed.',
]

export const conditions = ({ environment }) =>
  environment
    ? `Times were taken on ${environment.date} in Chromium ${environment.chromium} on a machine with ${environment.processors} processors, in ` +
      `${environment.runs === 1 ? 'one round' : `${environment.runs} rounds`} in which ` +
      'each had its turn, with an empty cache, the processor slowed down four times and a network of 1.6 Mbps with 150 ms of latency (slow 4G). Growth was taken with the slow processor and a fast network.'
    : 'Times have not been taken.'
