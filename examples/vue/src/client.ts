import { LatchkeyClient } from 'latchkey'

// In production, set STYTCH_PUBLIC_TOKEN to your project's public token when you build, and leave
// STYTCH_BASE_URL out.
const { STYTCH_PUBLIC_TOKEN, STYTCH_BASE_URL } = import.meta.env

export const client = new LatchkeyClient(STYTCH_PUBLIC_TOKEN, { customBaseUrl: STYTCH_BASE_URL })
