/** What the look `quartz` needs where there is more than the form for an email link. */
import type { Core } from '../../../client/core.ts'
import type { Texts } from '../../words/texts.ts'
import sheet from './later.css'
import { words } from './words.ts'

/**
 * Adds the second sheet, and the name of the project to the title of the log-in screen, unless the
 * host has a title of its own.
 */
export const dressLater = (sheets: Set<string>, strings: Texts, { bootstrap: { projectName } }: Pick<Core, 'bootstrap'>): void => {
  sheets.add(sheet)
  const isOwn = Object.hasOwn(strings, 'login.title') && !Object.hasOwn(strings, 'login.titleOf')
  if (typeof projectName === 'string' && projectName && !isOwn)
    strings['login.title'] = (strings['login.titleOf'] || words['login.titleOf']).replace('{name}', () => projectName)
}
