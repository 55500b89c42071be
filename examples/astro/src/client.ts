import { STYTCH_BASE_URL, STYTCH_PUBLIC_TOKEN } from 'astro:env/client'
import { LatchkeyClient } from 'latchkey'

export const client = new LatchkeyClient(STYTCH_PUBLIC_TOKEN, { customBaseUrl: STYTCH_BASE_URL })
