import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { closeBrowser, messageTo, openPage } from './pageTests.mjs'

let server
let site
before(async () => {
  server = spawn(process.execPath, [createRequire(import.meta.url).resolve('next/dist/bin/next'), 'start', '--port', '0'], {
    env: { ...process.env, NODE_ENV: 'production', STYTCH_ENV: `${process.env.STAND_IN}/` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  site = await new Promise((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (data) => {
      printed += data
      const found = /http:\/\/localhost:\d+/.exec(printed)
      if (found && /Ready/.test(printed)) resolve(found[0])
    })
    server.on('exit', () => reject(new Error(printed)))
  })
})
after(async () => {
  await closeBrowser()
  server.kill()
})

test('the server shows a profile and changes it only for those who are signed in', async () => {
  const profile = await fetch(`${site}/profile`, { redirect: 'manual' })
  assert.deepEqual([profile.status, profile.headers.get('location')], [307, '/'])
  const forged = await fetch(`${site}/profile`, { redirect: 'manual', headers: { Cookie: 'stytch_session=forged' } })
  assert.equal(forged.status, 307)
  assert.equal((await fetch(`${site}/api/profile`, { method: 'PATCH' })).status, 401)
})

test('pages are rendered on the server', async () => {
  for (const [path, text] of [
    ['/', 'Send a link'],
    ['/authenticate?token=x&stytch_token_type=magic_links', 'One moment'],
  ]) {
    const answer = await fetch(site + path)
    assert.equal(answer.status, 200)
    assert.ok((await answer.text()).includes(text), path)
  }
})

test('a guest logs in with a code, edits the profile, and logs out', async () => {
  const { page, crashes } = await openPage()
  await page.goto(`${site}/profile`)
  await page.locator('#email-input').fill('mary@example.com')
  await page.keyboard.press('Enter')
  const { code } = await messageTo('mary@example.com')
  await page.getByText(/mary@example\.com/).waitFor()
  await page.keyboard.type(code)
  await page.waitForURL(`${site}/profile`)
  await page.getByRole('heading', { name: 'Hello mary@example.com' }).waitFor()
  await page.getByText('Browser and server agree').waitFor()

  await page.getByLabel('First name').fill('Mary')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Hello Mary' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello Mary' }).waitFor()
  await page.getByText('Browser and server agree').waitFor()

  await page.goto(site)
  await page.waitForURL(`${site}/profile`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.locator('#email-input').waitFor()
  await page.goto(`${site}/profile`)
  await page.waitForURL(`${site}/`)
  assert.deepEqual(crashes, [])
})

test('a guest logs in with a link, once', async () => {
  const { page, crashes } = await openPage()
  await page.goto(site)
  await page.getByLabel('Your address').fill('rosa@example.com')
  await page.getByRole('button', { name: 'Send a link' }).click()
  await page.getByText('A link is on its way to rosa@example.com').waitFor()
  const { url } = await messageTo('rosa@example.com')
  await page.goto(url)
  await page.getByRole('heading', { name: 'Hello rosa@example.com' }).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${site}/`)
  await page.goto(url)
  await page.getByText('The link does not work: unable_to_auth_magic_link').waitFor()
  assert.deepEqual(crashes, [])
})
