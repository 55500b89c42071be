import { expect, test } from './test'

const ada = 'ada@example.com'

test('a visitor who is signed in sees their page', async ({ page, signIn }) => {
  await signIn(page, { email: ada })
  await page.goto('/')
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

test('a code arrives, works for ten minutes, and a new one can be sent', async ({ page, outbox, clock }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(ada)
  await page.keyboard.press('Enter')
  const field = page.locator('.lk-code-input')
  await field.fill(await outbox.code(ada).then(async (code) => (await clock.advance(10 * 60_000), code)))
  await expect(page.getByRole('alert').filter({ hasText: /code/ })).toBeVisible()
  await page.getByRole('button', { name: /resend|new code/i }).click()
  await field.fill(await outbox.code(ada))
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

test('while a code is checked, the page waits; a failure leaves the visitor where they are', async ({ page, outbox, faults, hold }) => {
  await faults([{ route: 'POST /otps/authenticate', status: 502, times: 1 }])
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(ada)
  await page.keyboard.press('Enter')
  const code = await outbox.code(ada)
  await page.locator('.lk-code-input').fill(code)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()

  const held = await hold('POST /otps/authenticate')
  await page.getByRole('button', { name: 'Try again' }).click()
  await held.arrived()
  await expect(page.getByText('Please log in')).toBeVisible()
  await held.release()
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

test('a passkey that the form offers signs in', async ({ page, passkey }) => {
  await passkey.add({ email: ada })
  await page.goto('/')
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

test('a visitor who does not touch the device stays signed out, and can use another way', async ({ page, passkey, outbox }) => {
  await passkey.add({ email: ada })
  await passkey.touched(false)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(ada)
  await page.keyboard.press('Enter')
  await page.locator('.lk-code-input').fill(await outbox.code(ada))
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

for (const chain of ['ethereum', 'solana'] as const)
  test(`a wallet on ${chain} signs in, after its owner has refused once`, async ({ page, wallet, emulator }) => {
    wallet[chain].manners.sign = 'refuses'
    await page.goto('/')
    await page.getByRole('button', { name: wallet[chain].name }).click()
    await page.getByText('Could not sign message').waitFor()
    wallet[chain].manners.sign = 'agrees'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Hello visitor')).toBeVisible()
    expect(wallet[chain].signed).toHaveLength(2)
    expect(await emulator.requests()).toContainEqual(expect.objectContaining({ path: '/sdk/v1/crypto_wallets/authenticate', status: 200 }))
  })

test('an account at Google signs in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /google/i }).click()
  await page.getByRole('textbox', { name: 'Someone else' }).fill(ada)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})

test('two visitors in two browsers', async ({ page, browser, signIn }) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(page, { email: ada })
  await signIn(other, { email: 'bob@example.com' })
  await Promise.all([page.goto('/'), other.goto('/')])
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
  await expect(other.getByText('Hello bob@example.com')).toBeVisible()
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByText('Please log in')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Hello ${ada}`)).toBeVisible()
})
