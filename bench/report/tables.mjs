import { goalRows, readyRow } from './goals.mjs'

/** The report's tables as data, `{ title, note?, head, rows }` of texts: REPORT.md and report.html show the same. */

export const number = (value) => Math.round(value).toLocaleString('en-US')
const bytes = (value) => (value === undefined ? '' : number(value))
const range = (value, digits = 0) => {
  if (!value) return ''
  const show = (one) => one.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  return `${show(value.median)} (${show(value.min)}-${show(value.max)})`
}
const megabytes = (value) => value && range({ median: value.median / 1e6, min: value.min / 1e6, max: value.max / 1e6 }, 1)
const named = ({ name, version }) => (version ? `${name} (${version})` : name)

export const loadedTable = ({ contestants }) => ({
  title: 'Bytes',
  note:
    'Scripts and styles, brotli-11. First screen: requested before the e-mail field could be used. At rest: with all that came within three seconds, untouched. ' +
    'In all: every file there is for the same page, of Latchkey without the tables of telephone numbers.',
  head: ['', 'first screen', 'at rest', 'in all', 'methods it can show'],
  rows: contestants.map((one) => [named(one), one.failed ? 'not shown' : bytes(one.first), bytes(one.rest), bytes(one.all), one.methods]),
})

export const methodsTable = ({ methods }) => ({
  title: 'Bytes by method',
  note: "The first screen for each configuration, with what was requested meanwhile (of Latchkey: its engine), and at rest. The provider's SDK 6 is bundled with that method alone.",
  head: ['', 'Latchkey, first screen', 'Latchkey, at rest', "provider's SDK 6, first screen", "provider's SDK 6, at rest"],
  rows: Object.keys(methods.latchkey).map((method) => [
    method,
    ...['latchkey', 'sdk6'].flatMap((who) => {
      const { failed, first, rest } = methods[who]?.[method] ?? {}
      return failed ? ['not shown', ''] : [bytes(first), bytes(rest)]
    }),
  ]),
})

export const headlessTable = ({ headless }) => ({
  title: 'Bytes without a screen',
  note: 'A client for an interface of your own. Latchkey loads One Tap, captcha and telemetry when a project needs them; the others are one file.',
  head: ['', 'at once', 'in all', 'methods'],
  rows: headless.map((one) => [named(one), bytes(one.first), bytes(one.all), one.methods]),
})

export const goalsTable = (results) => ({
  title: 'Goals',
  note: 'What the project aimed at, in bytes but for the last row, and where it stands. Of what is above its goal: what holds the bytes, and what was tried.',
  head: ['', 'goal', 'measured'],
  rows: [
    ...goalRows(results).map(({ name, goal, size }) => [name, number(goal), number(size)]),
    ...readyRow(results).map(({ name, goal, ratio }) => [name, goal.toFixed(2), ratio.toFixed(2)]),
  ],
})

/** Why what is above its goal is so, a text each. */
export const misses = (results) =>
  [...goalRows(results), ...readyRow(results)]
    .filter(({ why }) => why)
    .map(({ name, why }) => `${name[0].toUpperCase()}${name.slice(1)}. ${why}`)

export const timesTable = ({ contestants }) => {
  const floor = contestants.find(({ id }) => id === 'floor')?.times?.ready?.median
  return {
    title: 'Time to the first usable input',
    note:
      'Milliseconds, median (range). Ready: the field is drawn and can be typed in. "x floor": beside the one-field form of the same run. Script: time spent in ' +
      'scripts until then. Requests: all that were sent until then, the page and preflights included. Heap: after a collection, at rest.',
    head: ['', 'ready', 'x floor', 'script', 'requests', 'heap, MB'],
    rows: contestants
      .filter(({ times }) => times)
      .map((one) =>
        one.times.failed
          ? [named(one), one.times.failed, '', '', '', '']
          : [
              named(one),
              range(one.times.ready),
              floor ? (one.times.ready.median / floor).toFixed(2) : '',
              range(one.times.cpu),
              number(one.times.firstRequests.median),
              megabytes(one.times.heap),
            ],
      ),
  }
}

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

const sizesOf = (files) => files.map(({ path, raw, gzip, brotli }) => [`\`${path}\``, number(raw), number(gzip), number(brotli)])
export const fileTables = ({ files: { downloads, others, largest } }) => [
  { title: "What a visitor's browser may load", head: ['file', 'raw', 'gzip', 'brotli'], rows: sizesOf(downloads) },
  { title: 'What stays with the developer', head: ['file', 'raw', 'gzip', 'brotli'], rows: sizesOf(others) },
  ...largest.map(({ path, parts }) => {
    const total = parts.reduce((sum, [, length]) => sum + length, 0)
    return {
      title: `Inside \`${path}\``,
      head: ['source', 'characters', 'share'],
      rows: parts.map(([name, length]) => [`\`${name}\``, number(length), `${((100 * length) / total).toFixed(1)} %`]),
    }
  }),
]

/** What could not be measured, a sentence each. */
export const gaps = ({ environment, contestants, methods, growth, headless }) => [
  ...(environment?.runs < 5 ? ['Few rounds were timed: the times are rough, and their ranges say little.'] : []),
  ...contestants.filter(({ failed }) => failed).map((one) => `${named(one)} did not show its form here: ${one.failed}.`),
  ...contestants.filter(({ times }) => times?.failed).map((one) => `${named(one)} was not timed: ${one.times.failed}.`),
  ...Object.entries(methods).flatMap(([who, rows]) =>
    Object.entries(rows)
      .filter(([, row]) => row?.failed)
      .map(
        ([method, row]) => `${who === 'latchkey' ? 'Latchkey' : "The provider's SDK 6"} with "${method}" was not measured: ${row.failed}.`,
      ),
  ),
  ...growth.flatMap(({ what, rows }) =>
    rows.filter(({ failed }) => failed).map(({ name, count, failed }) => `${name} with ${count} ${what} was not measured: ${failed}.`),
  ),
  ...(headless.length < 2 ? ['Other headless clients were not measured.'] : []),
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
