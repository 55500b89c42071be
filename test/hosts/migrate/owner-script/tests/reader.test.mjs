import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { closeBrowser, messageTo, openPage } from './pageTests.mjs'

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const name = pathname === '/' ? '/index.html' : pathname
  response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html')
  try {
    response.end(readFileSync(new URL(`../public${name}`, import.meta.url)))
  } catch {
    response.writeHead(404).end()
  }
})
let site
before(async () => {
  await new Promise((resolve) => server.listen(0, resolve))
  site = `http://localhost:${server.address().port}`
})
after(async () => {
  await closeBrowser()
  server.close()
})

test('a page for readers sends everybody else to the log-in page', async () => {
  const { page, crashes } = await openPage()
  await page.goto(`${site}/account.html`)
  await page.waitForURL(`${site}/index.html`)
  await page.getByRole('button', { name: 'Continue with Microsoft' }).waitFor()
  assert.deepEqual(crashes, [])
})

test('a reader creates an account with a password, edits it, and logs out', async () => {
  const { page, crashes } = await openPage()
  await page.goto(site)
  await page.locator('#email-input').fill('jane@example.com')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password').first().fill('a long walk along the cold river')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site}/account.html`)
  await page.getByRole('heading', { name: 'Hello jane@example.com' }).waitFor()
  await page.getByLabel('First name').fill('Jane')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('heading', { name: 'Hello Jane' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello Jane' }).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${site}/index.html`)
  await page.getByRole('button', { name: 'Continue with Microsoft' }).waitFor()
  assert.deepEqual(crashes, [])
})

test('a reader with a forgotten password sets another one', async () => {
  const { page, crashes } = await openPage()
  await page.goto(site)
  await page.evaluate(() =>
    Auth.client.passwords.resetByEmailStart({
      email: 'jane@example.com',
      reset_password_redirect_url: location.origin + '/reset.html',
      login_redirect_url: location.origin + '/welcome.html',
    }),
  )
  const { url } = await messageTo('jane@example.com')
  await page.goto(url)
  await page.getByLabel('Password').first().fill('another long walk along the river')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(`${site}/account.html`)
  await page.getByRole('heading', { name: 'Hello Jane' }).waitFor()
  assert.deepEqual(crashes, [])
})

test('a reader logs in with Google', async () => {
  const { page, crashes } = await openPage()
  await page.goto(site)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Someone else').fill('emily@example.com')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${site}/account.html`)
  await page.getByRole('heading', { name: /Hello .+/ }).waitFor()
  await page.goto(`${site}/welcome.html?stytch_token_type=oauth&token=spent`)
  await page.getByText('Refused: ').waitFor()
  assert.deepEqual(crashes, [])
})
