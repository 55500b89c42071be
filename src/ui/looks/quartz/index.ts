/** The look `quartz`: what it needs on the first screen. */
import type { Ui } from '../../context.ts'
import sheet from './first.css'

/**
 * What the look needs where there is more than the form for an email link, once whoever needs it
 * has fetched it. Not a chunk here: the first screen has to stay within its promise.
 */
export const quartzLater: { now?: typeof import('./quartzLater.tsx') } = {}

/**
 * Gives a widget the sheets of the look, and the defaults that are no CSS. Called in each of its
 * renderings.
 */
export function dress(ui: Ui, sheets: Set<string>): void {
  sheets.add(sheet)
  ui.styles = { colorScheme: 'auto', ...ui.styles }
  quartzLater.now?.dressLater(ui, sheets)
}
