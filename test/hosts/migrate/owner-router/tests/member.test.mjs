import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { preview } from 'vite'
import { closeBrowser, messageTo, openPage } from './pageTests.mjs'

let server
let site
before(async () => {
  server = await preview({ preview: { port: 0 }, logLevel: 'error' })
  site = server.resolvedUrls.local[0].replace(/\/$/, '')
})
after(async () => {
  await closeBrowser()
  await server.close()
})

const logIn = async (page, email) => {
  await page.goto(`${site}/login`)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('Look into your mailbox').waitFor()
  const { url } = await messageTo(email)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Hello' }).waitFor()
  return url
}

test('a visitor who is not signed in is sent to the log-in page', async () => {
  const { page, crashes } = await openPage()
  await page.goto(`${site}/profile`)
  await page.waitForURL(`${site}/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  const color = await page
    .getByRole('button', { name: 'Continue with email' })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  assert.equal(color, 'rgb(15, 118, 110)')
  assert.deepEqual(crashes, [])
})

test('a member logs in with a link, edits the profile, and logs out', async () => {
  const { page, context, crashes } = await openPage()
  const link = await logIn(page, 'grace@example.com')
  assert.equal(page.url(), `${site}/profile`)
  await page.getByText('Signed in by email, with no provider').waitFor()
  const cookies = (await context.cookies(site)).map(({ name }) => name)
  assert.ok(cookies.includes('members_session') && cookies.includes('members_session_jwt'), cookies.join())

  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Newsletter').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('heading', { name: 'Hello Grace Hopper' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello Grace Hopper' }).waitFor()
  assert.equal(await page.getByLabel('Newsletter').isChecked(), true)

  await page.goto(`${site}/login`)
  await page.waitForURL(`${site}/profile`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${site}/login`)
  assert.deepEqual(
    (await context.cookies(site)).filter(({ name }) => name.startsWith('members_session')),
    [],
  )

  await page.goto(link)
  await page.getByText('The link does not work: unable_to_auth_magic_link').waitFor()
  await page.getByRole('link', { name: 'Back to the log-in page' }).click()
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  assert.deepEqual(crashes, [])
})

test('a member logs in with Google', async () => {
  const { page, crashes } = await openPage()
  await page.goto(`${site}/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL(/^https:\/\/test\.stytch\.com\//)
  await page.getByLabel('Someone else').fill('alan@example.com')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${site}/profile`)
  await page.getByText('with Google').waitFor()
  assert.deepEqual(crashes, [])
})
