/**
 * Tests of the fixture on an emulator in another process, as `latchkey dev` starts it: its URL is
 * in EMULATOR.
 */
import { expect, test as base } from '@playwright/test'
import { latchkey } from '../../../src/tools/testing/playwright.ts'

const url = process.env.EMULATOR!
const test = latchkey(base, { url, cookieOptions: { opaqueTokenCookieName: 'my_session' } })

const medianOf = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2]!

test('signIn takes at most 50 ms, by the median of 20; on a busy machine, as long as 25 calls', async ({ page, signIn }) => {
  const times: number[] = []
  const calls: number[] = []
  for (let round = 0; round < 20; round++) {
    const start = performance.now()
    await fetch(`${url}/_emulator/outbox`)
    const answered = performance.now()
    await signIn(page, { email: `visitor-${round}@example.com` })
    calls.push(answered - start)
    times.push(performance.now() - answered)
  }
  const [median, call] = [medianOf(times), medianOf(calls)]
  console.log(`signIn: median ${median.toFixed(1)} ms, a call ${call.toFixed(1)} ms`)
  expect(median).toBeLessThanOrEqual(Math.max(50, 25 * call))
})

test('a user by phone, with data; the cookies are those of the client', async ({ page, context, signIn, emulator }) => {
  const { user, session_token } = await signIn(page, {
    phone_number: '+14155550100',
    name: { first_name: 'Ada' },
    trusted_metadata: { plan: 'pro' },
  })
  expect([user.name.first_name, user.trusted_metadata]).toEqual(['Ada', { plan: 'pro' }])
  const cookies = await context.cookies()
  expect(cookies.map(({ name, domain, path, secure, httpOnly, sameSite }) => ({ name, domain, path, secure, httpOnly, sameSite }))).toEqual(
    ['my_session', 'stytch_session_jwt'].map((name) => ({
      name,
      domain: 'localhost',
      path: '/',
      secure: false,
      httpOnly: false,
      sameSite: 'Lax',
    })),
  )
  expect(cookies[0]!.value).toBe(session_token)
  expect(await emulator.outbox()).toEqual([])
})

test('a member of an organization', async ({ page, signIn }) => {
  const { member, organization } = await signIn(page, { email: 'ada@example.com', organization: 'Acme', roles: ['stytch_admin'] })
  expect([member.is_admin, organization.organization_slug]).toEqual([true, 'acme'])
})

test('each test begins anew, and its page reaches the emulator whatever API it calls', async ({ page, emulator }) => {
  expect(await emulator.requests()).toEqual([])
  await page.goto('/')
  await expect
    .poll(async () => (await emulator.requests()).map(({ path }) => path))
    .toContain('/sdk/v1/projects/bootstrap/public-token-test-example')
})

test('an account at Google signs in, over redirects', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /google/i }).click()
  await page.getByRole('textbox', { name: 'Someone else' }).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hello ada@example.com')).toBeVisible()
})

test('a call that is dropped is a network error', async ({ page, faults }) => {
  await faults([{ route: 'POST /otps/email/login_or_create', drop: true }])
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
})

test('errors say what to do', async ({ signIn, outbox, hold, browser, emulator }) => {
  const { page } = { page: await browser.newPage() }
  const code = (work: Promise<unknown>) =>
    work.then(
      () => '',
      (error) => error.code,
    )
  expect(await code(outbox.code('nobody@example.com', { timeout: 1 }))).toBe('no_message')
  expect(await code((await hold('POST /otps/authenticate')).arrived({ timeout: 1 }))).toBe('no_request')
  expect(await code(signIn(page, {}))).toBe('refused')
  expect(await code(emulator.seed({ users: [{ emails: [{ email: 'nope' }] }] }))).toBe('refused')
  await expect(signIn(page, { user_id: 'user-test-1' })).rejects.toThrow(/user_not_found/)
})
