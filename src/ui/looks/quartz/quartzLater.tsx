/** What the look `quartz` needs where there is more than the form for an email link. */
import { DEFAULT_PRODUCTS } from '../../host/defaults.ts'
import type { Ui } from '../../context.ts'
import { askingApp } from './AskingApp.tsx'
import { words as appWords } from './askingAppWords.ts'
import { isolate } from '../../words/untrustedText.ts'
import sheet from './later.css'
import { words } from './titleWords.ts'

export { arrange, heightOf } from './arrangement.ts'
export { AskingApp } from './AskingApp.tsx'
export { Folded } from './Folded.tsx'
export { followHeight } from './followHeight.ts'
export { form } from './heights.ts'

/** The drawing on the button for a passkey. */
export const PasskeyMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9.5 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M2.5 20a7 7 0 0 1 11-5.7m2-3.3a3 3 0 1 0 6 0 3 3 0 1 0-6 0m3 3v6.5l1.5-1.5-1.5-1.5" />
  </svg>
)

/** The longest name of an app in a title, in characters. A longer one would move the form. */
const LONGEST = 20

/** Returns the name of an app for a title. Returns none if it is long: a cut one could mislead. */
const titled = (name = '') => (name && name.length <= LONGEST ? isolate(name) : '')

/** The account is as wide as there is room, up to this. */
const ACCOUNT_WIDTH = '760px'

/**
 * Adds the second sheet, and the name of the project to the title of the log-in screen, unless the
 * host has a title of its own. A form that has only email links names the app that sends the
 * visitor, if there is one, and no project: this file arrives when the visitor touches the form,
 * and they would notice a title that changes then.
 */
export const dressLater = (ui: Ui, sheets: Set<string>): void => {
  const { strings, core, config, visit } = ui
  const { products = DEFAULT_PRODUCTS } = config
  const { name: screen } = visit.peek().place
  sheets.add(sheet)
  if (screen === 'Account') ui.styles.container = { width: ACCOUNT_WIDTH, ...ui.styles.container }
  const linksOnly = screen === 'Main' && String(products) === 'emailMagicLinks'
  const id = linksOnly ? 'login.titleToContinue' : 'login.titleOf'
  if (Object.hasOwn(strings, 'login.title') && !Object.hasOwn(strings, id)) return
  const app = linksOnly ? askingApp(ui) : undefined
  // renders again when it is there
  if (app && app.name === undefined) void app.known.then(() => ui.render(app))
  const name = linksOnly ? titled(app?.name) : core.bootstrap.projectName
  if (name && typeof name === 'string')
    strings['login.title'] = (strings[id] || { ...words, ...appWords }[id]).replace('{name}', () => name)
}
