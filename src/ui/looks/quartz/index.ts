/** The look `quartz`: what it needs on the first screen. */
import type { Core } from '../../../client/core.ts'
import type { LoginConfig, StyleConfig } from '../../host/config.ts'
import type { Texts } from '../../words/texts.ts'
import { chunk } from '../../chunks/chunk.ts'
import sheet from './first.css'

/** What the look needs where there is more than the form for an email link. */
export const quartzLater = chunk(() => import('./quartzLater.tsx'))

/**
 * Adds the sheets of the look to those of a widget, whose texts are `strings`. Returns the host's
 * styles with the default of the color scheme.
 */
export const dress = (
  styles: StyleConfig,
  sheets: Set<string>,
  strings: Texts,
  core: Pick<Core, 'bootstrap'>,
  config: LoginConfig,
): StyleConfig => {
  sheets.add(sheet)
  quartzLater.now?.dressLater(sheets, strings, core, config)
  return { colorScheme: 'auto', ...styles }
}
