/** Helpers for tests of whole applications: their files and their visitors. */
import * as assert from 'uvu/assert'
import { en, type Translation } from '../../src/strings/en.ts'
import type { PageOfSite } from '../harness/site.ts'
import { alertOf, visible, widget, type Visitor } from './visitors.ts'

/** The URL at which these applications expect the emulator. A test replaces it. */
const EMULATOR = 'http://localhost:4100'

/** Serves these files, by path, like a host's site. */
export const served = (files: Record<string, string>, provider: string): Record<string, PageOfSite> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path === '/index.html' ? '/' : path,
      {
        html: text.replaceAll(EMULATOR, provider),
        headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8' },
      },
    ]),
  )

/**
 * Signs in with a code, after an invalid email address. `words` are those that the application
 * gives its widget.
 */
export const signIn = async (visitor: Visitor, words: Translation = en) => {
  const { page } = visitor
  await widget(page).email.fill('nobody')
  await page.keyboard.press('Enter')
  assert.is(await alertOf(page), words['errors.invalidEmail'])
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(page.getByText('Hello ada@example.com'))
  assert.ok(await visitor.session())
}
