/** The charts of report.html: SVG made here, so that the page needs no script. Colours are the page's custom properties, light and dark. */
import * as Plot from '@observablehq/plot'
import { Window } from 'happy-dom'
import { budgetOf, journeys } from '../journeys.ts'
import { contestantOf, latchkeyOn, medianOf, sdkOn, sizeOf } from './found.mjs'
import { besides } from './tables.mjs'

const { document } = new Window()
const colours = { ours: 'var(--ours)', peer: 'var(--peer)', floor: 'var(--floor)' }
const label = ({ name, version }) => (version ? `${name} ${version}` : name)

/** `mark`: a value that all are seen beside. */
const bars = (rows, { unit, axis, whiskers, mark }) =>
  Plot.plot({
    document,
    width: 760,
    marginLeft: 310,
    marginRight: 70,
    marginBottom: 45,
    height: 65 + rows.length * 26,
    style: { fontSize: '13px', background: 'none' },
    x: { label: axis, grid: true, zero: true },
    y: { label: null, domain: rows.map(label), tickFormat: (name) => rows.find((row) => label(row) === name).tick ?? name },
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
      ...(mark ? [Plot.ruleX([mark], { stroke: colours.floor, strokeWidth: 2 })] : []),
    ],
  }).outerHTML

/** First-screen bytes of everybody, the lightest first. */
export const bytesChart = (results) =>
  bars(
    besides(results)
      .filter(({ failed, first }) => !failed && first > 0)
      .map((one) => ({ ...one, value: one.first }))
      .sort((a, b) => a.value - b.value),
    { unit: 'bytes', axis: 'bytes before the first usable input →' },
  )

/** Ready times with their ranges, the fastest first. */
export const timesChart = (results) =>
  bars(
    besides(results)
      .filter(({ times }) => times?.ready)
      .map((one) => ({ ...one, value: one.times.ready.median, min: one.times.ready.min, max: one.times.ready.max }))
      .sort((a, b) => a.value - b.value),
    { unit: 'ms', axis: 'ms to the first usable input, slow 4G and slow processor →', whiskers: true },
  )

/** Latchkey and, below it, the SDK on each journey, by a row that `figure` makes of a contestant; the journey's name is said once. */
const paired = (results, figure) =>
  journeys.flatMap((journey) =>
    [
      ['Latchkey', 'ours', latchkeyOn(results, journey)],
      ["provider's SDK 6", 'peer', sdkOn(results, journey)],
    ].flatMap(([name, kind, one]) => {
      const row = one && figure(one, journey)
      return row && !journey.language ? [{ name: `${journey.name}, ${name}`, tick: kind === 'ours' ? journey.name : '', kind, ...row }] : []
    }),
  )

/** Ready times on each journey with their ranges. */
export const journeysChart = (results) =>
  bars(
    paired(results, ({ times }) => times?.ready && { value: times.ready.median, min: times.ready.min, max: times.ready.max }),
    {
      unit: 'ms',
      axis: 'ms to the first usable control, slow 4G and slow processor →',
      whiskers: true,
      mark: medianOf(contestantOf(results, 'floor'), 'ready'),
    },
  )

/** First-screen bytes of each journey. */
export const journeyBytesChart = (results) =>
  bars(
    paired(results, ({ kind, first }, journey) => {
      const value = kind === 'ours' ? sizeOf(results, budgetOf(journey)) : first
      return value && { value }
    }),
    { unit: 'bytes', axis: 'bytes before the first usable control →' },
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
