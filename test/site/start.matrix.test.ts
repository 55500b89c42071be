/** The start page of the site: a form that works without a server, and code in tabs. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { visible } from '../chromium/visitors.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveDocumentation } from '../harness/documentation.ts'

const test = suite('the start page')
const site = await serveDocumentation('/latchkey/')
test.after(() => {
  site.close()
  return closeBrowser()
})

test('a visitor logs in by a link and out, and the page fetches only its own files, and none before a touch', async () => {
  const { page, complaints } = await visit()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/emulator.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.url, { waitUntil: 'networkidle' })
  const ofWidget = (url: string) => /playground|demonstration\/|sdk\//.test(url)
  assert.equal(requests.filter(ofWidget), [])
  const logIn = async () => {
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue with email' }).click()
    // the press is before the widget for a first visitor, and counts
    send()
    await page.getByRole('button', { name: 'Open its link' }).click()
    await visible(page.getByRole('heading', { name: 'All set' }))
  }
  await logIn()
  assert.equal(await findingsOfAxe(page), [])
  assert.is(page.url(), site.url)
  await page.getByRole('button', { name: 'Log out' }).click()
  await logIn()
  await page.reload({ waitUntil: 'networkidle' })
  await visible(page.getByLabel('Email'))
  const files = requests.filter(ofWidget)
  assert.ok(files.length > 4)
  assert.equal(
    files.filter((request) => !/^GET .*\/playground\/(embed\/.*|emulator)\.js$/.test(request)),
    [],
  )
  assert.equal(complaints, [])
  await page.context().close()
})

test('a demonstration that cannot be loaded says so', async () => {
  const { page } = await visit()
  await page.route('**/emulator.js', (route) => route.abort())
  await page.goto(site.url)
  await page.getByLabel('Email').focus()
  await visible(page.getByText('The demonstration could not be loaded.'))
  await page.context().close()
})

test('the form has the colors that the visitor has chosen for the site', async () => {
  const { page } = await visit({ colorScheme: 'light' })
  await page.goto(site.url)
  const card = () => page.locator('.lk-card').evaluate((element) => getComputedStyle(element).backgroundColor)
  assert.is(await card(), 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Dark colors' }).click()
  assert.is(await card(), 'rgb(23, 25, 29)')
  await page.getByLabel('Email').focus()
  await page.locator('[data-latchkey] .lk:not([data-prerendered])').waitFor()
  assert.is(await card(), 'rgb(23, 25, 29)')
  await page.context().close()
})

test('arrow keys move between the tabs of code, also without JavaScript', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit({ javaScriptEnabled })
    await page.goto(site.url)
    const panels = page.locator('.panel:visible')
    await page.getByRole('radio', { name: 'Your own server' }).focus()
    for (const part of ['examples/own-server', 'data-public-token', 'LatchkeyProvider']) {
      assert.is(await panels.count(), 1)
      assert.match((await panels.textContent())!, part)
      await page.keyboard.press('ArrowRight')
    }
    await page.context().close()
  }
})

test.run()
