/** The look `quartz`: what it needs on the first screen. */
import type { StyleConfig } from '../../host/config.ts'
import sheet from './first.css'

/**
 * Adds the sheet of the first screen. Returns the host's styles with the default of the color
 * scheme.
 */
export const dress = (styles: StyleConfig, sheets: Set<string>): StyleConfig => {
  sheets.add(sheet)
  return { colorScheme: 'auto', ...styles }
}
