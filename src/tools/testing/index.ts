/**
 * `latchkey/testing`: the emulator's controls for a test in another process, and what the entries
 * for Playwright, msw and Cypress have in common.
 */
export { controlsOf, reachEmulator, type EmulatorControls } from './controls.ts'
export { createMailbox, type Mailbox, type Waiting } from './mailbox.ts'
export { createHold, type Held, type Hold } from './holds.ts'
export { sessionCookies, type CookieOptions, type SessionCookie } from './sessionCookies.ts'
export { TestingError, type TestingErrorCode } from './TestingError.ts'
