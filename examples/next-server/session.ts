import type { AuthenticateOptions, LocalOptions } from 'latchkey/server'

const { STYTCH_PROJECT_ID = '', STYTCH_SECRET = '', STYTCH_BASE_URL } = process.env

/** Checks with the project's keys alone. */
export const options: LocalOptions = { projectId: STYTCH_PROJECT_ID, baseUrl: STYTCH_BASE_URL }

/**
 * Asks the provider if the JWT has expired, and gets new tokens: for proxy.ts, which can set
 * cookies.
 */
export const renewing: AuthenticateOptions = { ...options, secret: STYTCH_SECRET, authenticate: 'whenNeeded' }

/** Asks the provider every time, so that a session that was revoked ends at once. */
export const careful: AuthenticateOptions = { ...renewing, authenticate: 'always' }
