/** The charts of report.html: SVG made here, so that the page needs no script. Colours are the page's custom properties, light and dark. */
import * as Plot from '@observablehq/plot'
import { Window } from 'happy-dom'

const { document } = new Window()
const colours = { ours: 'var(--ours)', peer: 'var(--peer)', floor: 'var(--floor)' }
const label = ({ name, version }) => (version ? `${name} ${version}` : name)

const bars = (rows, { unit, axis, whiskers }) =>
  Plot.plot({
    document,
    width: 760,
    marginLeft: 295,
    marginRight: 70,
    marginBottom: 45,
    height: 65 + rows.length * 26,
    style: { fontSize: '13px', background: 'none' },
    x: { label: axis, grid: true, zero: true },
    y: { label: null, domain: rows.map(label) },
    marks: [
      Plot.barX(rows, {
        x: 'value',
        y: label,
        fill: ({ kind }) => colours[kind],
        insetTop: 3,
        insetBottom: 3,
        rx: 2,
        title: (row) => `${label(row)}: ${row.value.toLocaleString('en-US')} ${unit}`,
      }),
      ...(whiskers ? [Plot.ruleY(rows, { x1: 'min', x2: 'max', y: label, stroke: 'currentColor', strokeOpacity: 0.6 })] : []),
      Plot.text(rows, {
        x: whiskers ? 'max' : 'value',
        y: label,
        text: ({ value }) => Math.round(value).toLocaleString('en-US'),
        dx: 6,
        textAnchor: 'start',
      }),
      Plot.ruleX([0]),
    ],
  }).outerHTML

/** First-screen bytes of everybody, the lightest first. */
export const bytesChart = ({ contestants }) =>
  bars(
    contestants
      .filter(({ failed, first }) => !failed && first > 0)
      .map((one) => ({ ...one, value: one.first }))
      .sort((a, b) => a.value - b.value),
    { unit: 'bytes', axis: 'bytes before the first usable input →' },
  )

/** Ready times with their ranges, the fastest first. */
export const timesChart = ({ contestants }) =>
  bars(
    contestants
      .filter(({ times }) => times?.ready)
      .map((one) => ({ ...one, value: one.times.ready.median, min: one.times.ready.min, max: one.times.ready.max }))
      .sort((a, b) => a.value - b.value),
    { unit: 'ms', axis: 'ms to the first usable input, slow 4G and slow processor →', whiskers: true },
  )

/** The first screen by method: Latchkey's beside the SDK's. */
export const methodsChart = ({ methods }) =>
  bars(
    Object.keys(methods.latchkey).flatMap((method) =>
      [
        ['Latchkey', 'ours', methods.latchkey],
        ["provider's SDK 6", 'peer', methods.sdk6],
      ].flatMap(([name, kind, rows]) => (rows?.[method]?.first ? [{ name: `${method}, ${name}`, kind, value: rows[method].first }] : [])),
    ),
    { unit: 'bytes', axis: 'bytes of the first screen →' },
  )

/** Ready times as one thing grows. */
export const growthChart = ({ rows }) =>
  bars(
    rows
      .filter(({ ready }) => ready)
      .map(({ name, count, ready }) => ({
        name: `${name}, ${count}`,
        kind: name === 'Latchkey' ? 'ours' : 'peer',
        value: ready.median,
        min: ready.min,
        max: ready.max,
      })),
    { unit: 'ms', axis: 'ms until all are usable, slow processor →', whiskers: true },
  )
