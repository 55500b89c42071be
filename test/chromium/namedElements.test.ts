/**
 * Tests pages whose elements have the names of the document's members, as a comment on a page can:
 * they hide the document's own (HTML, section 3.1.5).
 */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { holdWidget, prerenderedPage, taken, type Settings } from './prerenderedPages.ts'
import { codes, hostPage, LINKS, SEND_LINK, until, visible, visiting, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

/**
 * Hides every member that a document has, its prototypes' too, behind elements of each kind that
 * can. Playwright needs these members itself, so `show` takes the elements away.
 */
const HIDING = `<div id="comment"></div><script>
  const names = []
  for (let owner = document; owner; owner = Object.getPrototypeOf(owner)) names.push(...Object.getOwnPropertyNames(owner))
  // what a document has not, but a node in its place could
  names.push('host', 'shadowRoot', 'dataset', 'parentNode', 'bind')
  const { createElement } = Document.prototype
  const comment = document.getElementById('comment')
  const make = (tag, name) => comment.append(Object.assign(createElement.call(document, tag), { name, id: name, hidden: true }))
  names.forEach((name, index) => make(['img', 'form', 'object', 'embed'][index % 4], name))
  window.show = () => comment.remove()
</script>`

const inPage = (page: Page, work: string) =>
  page.evaluate(`(() => { const find = (selector) => Document.prototype.querySelector.call(document, selector); return ${work} })()`)
const show = (page: Page) => page.evaluate('show()')

const signIn = async (visitor: Visitor) => {
  const { page } = visitor
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await widget(page).code.fill((await visitor.message()).code!)
  await visible(widget(page).success)
}

for (const [name, body] of Object.entries({
  'before the tag': (tag: string) => `${HIDING}<div id="login"></div>${tag}`,
  'after the tag': (tag: string) => `<div id="login"></div>${tag}${HIDING}`,
})) {
  visiting(`the widget comes and sends its email behind elements with all names of the document's members, ${name}`, async (arrive) => {
    const visitor = await arrive({ config: LINKS, html: (tag) => hostPage(body(tag)) })
    const { page } = visitor
    assert.ok(
      await page.evaluate(
        `typeof document.cookie !== 'string' && ['querySelector', 'createTextNode', 'head', 'hasOwnProperty'].every((name) => typeof document[name] !== 'function')`,
      ),
    )
    await until(() => inPage(page, `!!find('#login input')`), 'the form')
    await inPage(page, `(find('#login input').value = '${EMAIL}', find('#login form').requestSubmit())`)
    await until(() => visitor.sent(SEND_LINK).length > 0, 'the email')
    assert.is(visitor.sent(SEND_LINK)[0].email, EMAIL)
    await show(page)
    await visible(widget(page).checkYourEmail)
    // It has its style.
    assert.is(await page.locator('.lk-card').evaluate((card) => getComputedStyle(card).display), 'flex')
  })
}

visiting('a signed-in visitor who opens such a page stays signed in, there and in every other tab', async (arrive) => {
  const visitor = await arrive({
    config: codes('email'),
    pages: (tag) => ({
      '/all': { html: hostPage(`${HIDING}<div id="login"></div>${tag}`) },
      '/cookie': { html: hostPage(`<img name="cookie"><div id="login"></div>${tag}`) },
    }),
  })
  const { page } = visitor
  await visible(widget(page).email)
  await signIn(visitor)
  const session = await visitor.session()
  for (const path of ['/cookie', '/all']) {
    const asked = visitor.sent('POST /sessions/authenticate').length
    const tab = await visitor.tab(path)
    await until(() => visitor.sent('POST /sessions/authenticate').length > asked, `the check of ${path}`)
    await until(() => tab.evaluate(() => Object.values(localStorage).some((value) => value.includes('session_id'))), 'the session')
    if (path === '/all') await show(tab)
    await visitor.idle(tab)
    assert.is(await visitor.session(), session)
  }
})

visiting('the script of a prerendered form finds its form', async (arrive) => {
  const visitor = await arrive(prerenderedPage({ config: LINKS } as Settings, (html) => `<img name="currentScript">${html}`))
  const { page } = visitor
  const letGo = await holdWidget(page)
  await page.goto(visitor.site)
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  assert.is(await widget(page).continueWithEmail.getAttribute('aria-busy'), 'true')
  letGo()
  await taken(page)
  await until(() => visitor.sent(SEND_LINK).length > 0, 'the email')
})

test.run()
