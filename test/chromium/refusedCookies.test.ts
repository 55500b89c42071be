/** Tests what a visitor and the console are told if the browser refuses the session's cookies. */
import '../built/embed.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { codes, inCode, until, visible, visiting, widget, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const blockCookies: Arrangement['first'] = (page) =>
  page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} }))

/** Why the browser refuses them, the client's options, and what the page is. */
const refused: [string, object, Arrangement][] = [
  ['domain', { cookieOptions: { availableToSubdomains: true, domain: 'example.com' } }, {}],
  ['path', { cookieOptions: { path: '/elsewhere' } }, {}],
  ['blocked', {}, { first: blockCookies }],
]

for (const [reason, options, page] of refused) {
  visiting(`a visitor whose session the next page would not have is told so, and stays: ${reason}`, async (arrive) => {
    const visitor = await arrive({ ...page, path: null, html: inCode(options, { config: { ...codes('email'), successURL: '/nothing' } }) })
    const warnings: string[] = []
    visitor.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await visitor.page.goto(visitor.site)
    await widget(visitor.page).email.fill(EMAIL)
    await widget(visitor.page).continueWithEmail.click()
    await widget(visitor.page).code.fill((await visitor.message()).code!)
    await visible(visitor.page.getByText('You are logged in on this page only.'))
    await until(() => warnings.length, 'the reason')
    await visitor.idle()
    assert.is(new URL(visitor.page.url()).pathname, '/')
    assert.is(warnings.length, 1)
    assert.match(warnings[0]!, `refused the session's cookie (${reason})`)
    assert.not.match(warnings[0]!, 'Storage')
  })
}

test.run()
