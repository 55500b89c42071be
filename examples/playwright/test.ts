import { test as base } from '@playwright/test'
import { latchkey } from 'latchkey/testing/playwright'

export const test = latchkey(base)
export { expect } from '@playwright/test'
