/** The site by keyboard alone: skip link, menu, search. */
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveDocumentation } from '../harness/documentation.ts'
import { inAll } from '../harness/everything.ts'

const test = suite('the site by keyboard')
const testInAll = inAll(test)
const site = await serveDocumentation('/latchkey/')
test.after(() => {
  site.close()
  return closeBrowser()
})

const open = async (path: string, width = 1280) => {
  const { page, complaints } = await visit({ viewport: { width, height: 800 } })
  await page.goto(site.url + path, { waitUntil: 'networkidle' })
  return { page, complaints }
}

const focusName = (page: Page) => page.evaluate(() => document.activeElement!.textContent!.trim() || document.activeElement!.ariaLabel)

/** Searches, and waits for the results of exactly this text. */
const search = async (page: Page, text: string) => {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill(text)
  await page.waitForFunction((text) => document.querySelector('dialog ul')?.getAttribute('data-for') === text, text)
  return dialog.getByRole('link')
}

testInAll('the first stop is the link to the content, which moves the focus there', async () => {
  const { page } = await open('guides/server/')
  await page.keyboard.press('Tab')
  assert.is(await focusName(page), 'Skip to the content')
  await page.keyboard.press('Enter')
  assert.is(await page.evaluate(() => document.activeElement!.id), 'content')
  await page.context().close()
})

testInAll('on a narrow page, the menu opens, takes the focus next, and Escape closes it', async () => {
  const { page } = await open('guides/server/', 320)
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.locator('#menu')
  await menu.waitFor()
  assert.equal(await findingsOfAxe(page), [])
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => !!document.activeElement!.closest('#menu')), true)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  assert.is(await button.evaluate((element) => element === document.activeElement), true)
  await page.context().close()
})

test('/ opens the search; arrows, Enter and Escape work; the number of results is announced', async () => {
  const { page, complaints } = await open('guides/server/')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.waitFor()
  assert.ok(requests.includes('/latchkey/search.json'), 'the index loads with the first search')
  const field = dialog.getByRole('searchbox')
  assert.is(await field.evaluate((element) => element === document.activeElement), true)
  const links = await search(page, 'sign-out')
  assert.match((await dialog.getByRole('status').textContent())!, /^\d+ results/)
  assert.equal(await findingsOfAxe(page), [])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.is(await focusName(page), (await links.nth(1).textContent())!.trim())
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.is(await field.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  const [target] = await Promise.all([(await search(page, 'CSRF')).first().getAttribute('href')])
  await page.keyboard.press('Enter')
  await page.waitForURL(target!)
  assert.equal(complaints, [])
  await page.context().close()
})

testInAll('the key can be switched off, and does nothing while a visitor types', async () => {
  const { page } = await open('guides/server/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.press('/')
  await dialog.waitFor()
  await page.keyboard.type('a/b')
  assert.is(await dialog.getByRole('searchbox').inputValue(), 'a/b')
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload({ waitUntil: 'networkidle' })
  await page.keyboard.press('/')
  await page.keyboard.press('Control+k')
  // The later key has opened it: had the first one, the second would have found it open and typed.
  await dialog.waitFor()
  assert.is(await dialog.getByRole('checkbox').isChecked(), false)
  await page.context().close()
})

testInAll('nothing found, and an index that does not load, are said', async () => {
  const { page } = await open('guides/server/')
  await page.route('**/search.json', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('/')
  const status = page.getByRole('dialog', { name: 'Search' }).getByRole('status')
  await page.getByText('The search did not load').waitFor()
  await search(page, 'zzzzqqqq')
  assert.is(await status.textContent(), 'Nothing found')
  await page.context().close()
})

test('the first result is what it should be', async () => {
  const { page } = await open('')
  await page.keyboard.press('/')
  for (const [text, expected] of [
    ['sessionDurationMinutes', /^sessionOptions\.sessionDurationMinutes/],
    ['invalid_response', /^invalid_response/],
    ['otp_code_not_found', /^error\.otpCodeNotFound/],
    ['dark mode', /dark/i],
    ['login.title', /^login\.title/],
    ['OTP_LOGIN_OR_CREATE', /^OTP_LOGIN_OR_CREATE/],
    ['verifySession', /^verifySession/],
    ['passkeys', /[Pp]asskeys/],
    ['content security policy', /^Content Security Policy/],
    ['custom elemets', /custom elements/i],
  ] as const)
    assert.match((await (await search(page, text)).first().textContent())!, expected)
  await page.context().close()
})

test.run()
