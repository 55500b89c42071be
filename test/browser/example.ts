/** What visitors of the applications in examples/ need and do. */
import * as assert from 'uvu/assert'
import type { PageOfSite } from '../harness/site.ts'
import { alertOf, visible, widget, type Visitor } from './visitors.ts'

/** Where the examples look for the emulator; in a test it is elsewhere. */
const EMULATOR = 'http://localhost:4100'

/** These files, by path, as a host's site has them. */
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

/** By code, after an address that is none. */
export const signIn = async (visitor: Visitor) => {
  const { page } = visitor
  await widget(page).email.fill('nobody')
  await page.keyboard.press('Enter')
  assert.is(await alertOf(page), 'Invalid email address.')
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(page.getByText('Hello ada@example.com'))
  assert.ok(await visitor.session())
}
