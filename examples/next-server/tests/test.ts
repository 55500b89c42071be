import { test as base } from '@playwright/test'
import { latchkey } from 'latchkey/testing/playwright'

export const test = latchkey(base, { url: process.env.STYTCH_BASE_URL ?? 'http://localhost:4100' })
export { expect } from '@playwright/test'
