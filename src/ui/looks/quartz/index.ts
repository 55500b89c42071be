/** The look `quartz`: what it needs on the first screen. */
import type { Look, Ui } from '../../context.ts'
import sheet from './first.css'

export const quartzLater: Look['quartzLater'] = {}

export function dress(ui: Ui, sheets: Set<string>): void {
  sheets.add(sheet)
  ui.styles = { colorScheme: 'auto', ...ui.styles }
  quartzLater.now?.dressLater(ui, sheets)
}
