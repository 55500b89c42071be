/**
 * Draws the charts of the report as SVG, so that a page needs no script. Colors are the page's
 * custom properties, which suit light and dark mode.
 */
import * as Plot from '@observablehq/plot'
import { Window } from 'happy-dom'
import { budgetOf, journeys, type Journey } from '../journeys.ts'
import type { ContestantResult, GrowthResult, ContestantKind, Range, Results } from '../results.ts'
import { contestantOf, latchkeyOn, medianOf, sdkOn, sizeOf } from './figures.ts'
import { besides, growthTables, journeyBytesTable, journeysTable, loadedTable, timesTable } from './tables.ts'

const { document } = new Window()

/** How bars are drawn: lengths in px, and the color of each kind of contestant. */
export interface BarsLook {
  width: number
  /** The room for the names, at the left. */
  names: number
  /** The room for the value of the longest bar, at the right. */
  values: number
  /** The height of a bar, with the space around it. */
  row: number
  text: number
  colors: Record<ContestantKind, string>
}

const pageLook: BarsLook = {
  width: 760,
  names: 310,
  values: 70,
  row: 26,
  text: 13,
  colors: { ours: 'var(--ours)', peer: 'var(--peer)', floor: 'var(--floor)' },
}

/** A bar, with the range of its value. */
export interface Bar {
  name: string
  kind: ContestantKind
  version?: string
  value: number
  min?: number
  max?: number
  /** The label on the axis. Default: the name. */
  tick?: string
}

const label = ({ name, version }: Bar) => (version ? `${name} ${version}` : name)

interface BarsOptions {
  unit: string
  /** What the axis below the bars says. Default: there is no axis. */
  axis?: string
  /** Whether to draw the ranges. */
  whiskers?: boolean
  /** A value to draw a line at, to compare all bars with. */
  mark?: number
  /** Default: the look of the page. */
  look?: BarsLook
}

/**
 * Returns an SVG element as text, without inline styles, which a strict policy of the page forbids,
 * and without names of its groups, which have no role.
 */
const plain = (svg: Element, text: number) => {
  svg.querySelector('style')?.remove()
  svg.removeAttribute('style')
  for (const group of svg.querySelectorAll('[aria-label]')) group.removeAttribute('aria-label')
  svg.setAttribute('font-size', String(text))
  return svg.outerHTML
}

/** Returns the bars as the text of an SVG element. */
export const bars = (rows: Bar[], { unit, axis, whiskers, mark, look = pageLook }: BarsOptions) => {
  const svg = Plot.plot({
    document: document as unknown as Document,
    width: look.width,
    marginLeft: look.names,
    marginRight: look.values,
    ...(axis ? { marginBottom: 45 } : { marginTop: 0, marginBottom: 0 }),
    height: (axis ? 65 : 0) + rows.length * look.row,
    x: axis ? { label: axis, grid: true, zero: true } : { axis: null, zero: true },
    y: {
      label: null,
      ...(!axis && { tickSize: 0 }),
      domain: rows.map(label),
      tickFormat: (name: string) => rows.find((row) => label(row) === name)?.tick ?? name,
    },
    marks: [
      Plot.barX(rows, {
        x: 'value',
        y: label,
        fill: ({ kind }: Bar) => look.colors[kind],
        insetTop: 3,
        insetBottom: 3,
        rx: 2,
        title: (row: Bar) => `${label(row)}: ${row.value.toLocaleString('en-US')} ${unit}`,
      }),
      ...(whiskers ? [Plot.ruleY(rows, { x1: 'min', x2: 'max', y: label, stroke: 'currentColor', strokeOpacity: 0.6 })] : []),
      Plot.text(rows, {
        x: whiskers ? 'max' : 'value',
        y: label,
        text: ({ value }: Bar) => Math.round(value).toLocaleString('en-US'),
        dx: 6,
        textAnchor: 'start',
      }),
      Plot.ruleX([0]),
      ...(mark ? [Plot.ruleX([mark], { stroke: look.colors.floor, strokeWidth: 2 })] : []),
    ],
  })
  return plain(svg, look.text)
}

/** The value of a bar, and its range. */
type Figure = Pick<Bar, 'value' | 'min' | 'max'>

const barOf = ({ median, min, max }: Range): Figure => ({ value: median, min, max })

/** First-screen bytes of all email forms, the smallest first. */
const bytesChart = (results: Results) =>
  bars(
    besides(results)
      .flatMap((one) => (!one.failed && one.first ? [{ ...one, value: one.first }] : []))
      .sort((a, b) => a.value - b.value),
    { unit: 'bytes', axis: 'bytes before the first usable input →' },
  )

/** Times until all email forms are ready, with their ranges, the fastest first. */
const timesChart = (results: Results) =>
  bars(
    besides(results)
      .flatMap((one) => (one.times?.ready ? [{ ...one, ...barOf(one.times.ready) }] : []))
      .sort((a, b) => a.value - b.value),
    { unit: 'ms', axis: 'ms to the first usable input, slow 4G and slow CPU →', whiskers: true },
  )

/**
 * Returns a bar for Latchkey and one for the SDK on each English journey. `figure` returns a
 * contestant's value. Only the first bar of a pair has the journey's name.
 */
const pairs = (results: Results, figure: (one: ContestantResult, journey: Journey) => Figure | undefined) =>
  journeys.flatMap((journey) =>
    (
      [
        ['Latchkey', 'ours', latchkeyOn(results, journey)],
        ["provider's SDK 6", 'peer', sdkOn(results, journey)],
      ] as const
    ).flatMap(([name, kind, one]): Bar[] => {
      const row = one && figure(one, journey)
      return row && !journey.language ? [{ name: `${journey.name}, ${name}`, tick: kind === 'ours' ? journey.name : '', kind, ...row }] : []
    }),
  )

/** Times until each journey is ready, with their ranges. */
const journeysChart = (results: Results) =>
  bars(
    pairs(results, ({ times }) => times?.ready && barOf(times.ready)),
    {
      unit: 'ms',
      axis: 'ms to the first usable control, slow 4G and slow CPU →',
      whiskers: true,
      mark: medianOf(contestantOf(results, 'floor'), 'ready'),
    },
  )

/** First-screen bytes of each journey. */
const journeyBytesChart = (results: Results) =>
  bars(
    pairs(results, ({ kind, first }, journey) => {
      const value = kind === 'ours' ? sizeOf(results, budgetOf(journey)) : first
      return value ? { value } : undefined
    }),
    { unit: 'bytes', axis: 'bytes before the first usable control →' },
  )

/** Times until everything is ready, as the number of one thing grows. */
const growthChart = ({ rows }: GrowthResult) =>
  bars(
    rows.flatMap(({ name, count, ready }): Bar[] =>
      ready ? [{ name: `${name}, ${count}`, kind: name === 'Latchkey' ? 'ours' : 'peer', ...barOf(ready) }] : [],
    ),
    { unit: 'ms', axis: 'ms until all are usable, slow CPU →', whiskers: true },
  )

/** Returns the charts by the titles of the tables that have their figures. */
export const chartsOf = (results: Results): Map<string, string> =>
  new Map([
    [journeysTable(results).title, journeysChart(results)],
    [journeyBytesTable(results).title, journeyBytesChart(results)],
    [loadedTable(results).title, bytesChart(results)],
    [timesTable(results).title, timesChart(results)],
    ...growthTables(results).map(({ title }, at) => [title, growthChart(results.growth[at]!)] as const),
  ])

/** Returns a chart with its alternative text, as HTML. */
export const figureOf = (title: string, chart: string): string =>
  `<figure role="img" aria-label="Chart: ${title}. The table below it has the figures.">${chart}</figure>`
