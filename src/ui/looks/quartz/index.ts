/** The look `quartz`: what it needs on the first screen. */
import type { Core } from '../../../client/core.ts'
import type { StyleConfig } from '../../host/config.ts'
import type { Texts } from '../../words/texts.ts'
import sheet from './first.css'

/** What the second half of the look adds, once it has loaded (quartzLater.ts). */
export const later: { dress?(sheets: Set<string>, strings: Texts, core: Pick<Core, 'bootstrap'>): void } = {}

/**
 * Adds the sheets of the look to those of a widget, whose texts are `strings`. Returns the host's
 * styles with the default of the color scheme.
 */
export const dress = (styles: StyleConfig, sheets: Set<string>, strings: Texts, core: Pick<Core, 'bootstrap'>): StyleConfig => {
  sheets.add(sheet)
  later.dress?.(sheets, strings, core)
  return { colorScheme: 'auto', ...styles }
}
