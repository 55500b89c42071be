/** Tests the page of the outbox, to which `latchkey dev -- COMMAND` sends developers. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { gone, visible } from './visitors.ts'

test.after(closeBrowser)

test('the outbox shows what arrives, and says when the emulator has ended; axe finds nothing, and it fits 320 px', async () => {
  const { url, stop } = await startPlayground()
  const { page, complaints } = await visit({ viewport: { width: 1000, height: 900 } })
  await page.goto(`${url}/outbox/`)
  await visible(page.getByText('No messages yet.'))
  assert.equal(await findingsOfAxe(page), [], 'empty')
  await fetch(`${url}/sdk/v1/otps/email/login_or_create`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('public-token-test-example:public-token-test-example')}` },
    body: JSON.stringify({ email: 'ada@example.com' }),
  })
  const [{ code }] = await (await fetch(`${url}/_emulator/outbox`)).json()
  await visible(page.getByRole('region', { name: 'Outbox' }).getByText(code, { exact: true }))
  await gone(page.getByText('No messages yet.'))
  await page.waitForFunction(() => document.getAnimations().length === 0)
  assert.equal(await findingsOfAxe(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction(() => document.getAnimations().length === 0)
  assert.equal(await findingsOfAxe(page, COLORS), [], 'dark')
  await page.setViewportSize({ width: 320, height: 700 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320))
  assert.equal(complaints, [])
  stop()
  await visible(page.getByRole('alert').filter({ hasText: 'The emulator does not answer.' }))
})

test.run()
