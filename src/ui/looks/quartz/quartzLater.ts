/** What the look `quartz` needs where there is more than the form for an email link. */
import { fill } from '../../words/translator.ts'
import { later } from './index.ts'
import sheet from './later.css'
import { words } from './words.ts'

later.dress = (sheets, strings, { bootstrap: { projectName } }) => {
  sheets.add(sheet)
  // a title of the host's own goes first
  const isOwn = Object.hasOwn(strings, 'login.title') && !Object.hasOwn(strings, 'login.titleOf')
  if (typeof projectName === 'string' && projectName && !isOwn)
    strings['login.title'] = fill(strings['login.titleOf'] || words['login.titleOf'], { name: projectName })
}

/** A file without exports has arrived without its content (ui/chunks/chunk.ts). */
export { sheet }
