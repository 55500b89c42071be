import type { Page } from '@playwright/test'
import { expect, test } from './test'

const emulator = process.env.STYTCH_BASE_URL ?? 'http://localhost:4100'
/**
 * The same application, six minutes later (playwright.config.ts). Cookies do not depend on the
 * port.
 */
const later = `http://localhost:${Number(process.env.PORT ?? 3000) + 1}`

/** What an API route answers to the page: the status and the body. */
const call = (page: Page, method: 'GET' | 'POST', path: string) =>
  page.evaluate(
    async ([method, path]) => {
      const answer = await fetch(path, { method })
      return { status: answer.status, ...(await answer.json()) }
    },
    [method, path] as const,
  )

const jwtOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'stytch_session_jwt')?.value

/** Revokes a session as your server would, with the project's secret. */
const revoke = (page: Page, session_id: string) =>
  page.request.post(`${emulator}/v1/sessions/revoke`, {
    headers: {
      Authorization: `Basic ${btoa('project-test-00000000-0000-4000-8000-000000000000:secret-test-00000000-0000-4000-8000-000000000000')}`,
    },
    data: { session_id },
  })

test('a visitor who is not signed in comes to the log-in page, and gets 401 from the API', async ({ page }) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/')
  expect(await call(page, 'GET', '/api/me')).toEqual({ status: 401, error: 'no_session' })
  expect(await call(page, 'POST', '/api/transfer')).toEqual({ status: 401, error: 'no_session' })
})

test('a visitor types a code, sees the page, and signs out', async ({ page, outbox }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.locator('.lk-code-input').fill(await outbox.code('ada@example.com'))
  await expect(page).toHaveURL('/account')
  await expect(page.getByText(/^Signed in as user-test-/)).toBeVisible()
  const { status, user_id } = await call(page, 'GET', '/api/me')
  expect(status).toBe(200)
  expect(await call(page, 'POST', '/api/transfer')).toEqual({ status: 200, user_id, done: true })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page).toHaveURL('/')
})

test('after five minutes: the proxy asks the provider, and the visitor gets new cookies', async ({ page, signIn, clock }) => {
  const { user_id } = await signIn(page, { email: 'ada@example.com' })
  await page.goto('/account')
  await expect(page.getByText(`Signed in as ${user_id}`)).toBeVisible()
  // so that the proxy renews the session, and not the client on that page
  await page.goto('about:blank')
  const before = await jwtOf(page)
  await clock.advance(6 * 60_000)
  const answer = await page.request.get(`${later}/account`)
  expect(await answer.text()).toContain(user_id)
  expect(answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie').length).toBe(2)
  expect(await jwtOf(page)).not.toBe(before)
  await page.goto(`${later}/account`)
  await expect(page.getByText(`Signed in as ${user_id}`)).toBeVisible()
})

test('a session that was revoked: ended at once where the provider is always asked, and everywhere after five minutes', async ({
  page,
  signIn,
  clock,
}) => {
  const { session } = await signIn(page, { email: 'ada@example.com' })
  expect((await revoke(page, session.session_id)).status()).toBe(200)
  const [me, transfer] = [await page.request.get('/api/me'), await page.request.post('/api/transfer')]
  expect([me.status(), transfer.status()]).toEqual([200, 401])
  expect(await transfer.json()).toEqual({ error: 'ended' })
  await clock.advance(6 * 60_000)
  const answer = await page.request.get(`${later}/account`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([307, '/'])
})

test('a forged cookie is refused', async ({ page, signIn, baseURL }) => {
  await signIn(page, { email: 'ada@example.com' })
  const jwt = (await jwtOf(page))!
  const [head, claims, signature] = jwt.split('.') as [string, string, string]
  const other = btoa(atob(claims).replace(/"sub":"[^"]+"/, '"sub":"user-test-somebody-else"')).replaceAll('=', '')
  for (const value of [`${head}.${other}.${signature}`, `${btoa('{"alg":"none"}')}.${other}.`]) {
    await page.context().addCookies([{ name: 'stytch_session_jwt', value, url: baseURL! }])
    const answer = await page.request.get('/account', { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([307, '/'])
    expect(await (await page.request.get('/api/me')).json()).toEqual({ error: 'invalid_token' })
  }
})

test('another site cannot cause a transfer', async ({ page, signIn }) => {
  await signIn(page, { email: 'ada@example.com' })
  const answer = await page.request.post('/api/transfer', { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect(answer.status()).toBe(403)
})
