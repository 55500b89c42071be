/** Run by two workers at a time: what a test does is not seen by any other. */
import { expect, test as base } from '@playwright/test'
import { latchkey } from '../../../src/tools/testing/playwright.ts'

const test = latchkey(base, { seed: { users: [{ emails: [{ email: 'seeded@example.com' }] }] } })
test.describe.configure({ mode: 'parallel' })

for (let index = 0; index < 6; index++)
  test(`visitor ${index} is alone with the seed`, async ({ page, signIn, emulator, clock }) => {
    const started = await clock.now()
    expect(Math.abs(started - Date.now())).toBeLessThan(60_000)
    await clock.advance(3_600_000)
    const { user } = await signIn(page, { email: 'ada@example.com' })
    expect(Date.parse(user.created_at) - started).toBeGreaterThanOrEqual(3_599_000)
    const { user: seeded } = await signIn(page, { email: 'seeded@example.com' })
    expect(Date.parse(seeded.created_at)).toBeLessThanOrEqual(started + 1_000)
    await emulator.project({ project_name: `Project ${index}` })
    await emulator.faults([{ route: '* *', status: 503 }])
  })
