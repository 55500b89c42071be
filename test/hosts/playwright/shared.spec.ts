/** Two workers that would share an emulator. */
import { test as base } from '@playwright/test'
import { latchkey } from '../../../src/tools/testing/playwright.ts'

const test = latchkey(base, { url: 'http://localhost:4100' })
test.describe.configure({ mode: 'parallel' })

for (const name of ['one', 'two']) test(name, () => {})
