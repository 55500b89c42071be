import { call } from './call.ts'
import type { Answer } from './entities.ts'

/** What keeps bots away: a vendor's check, or work that a browser proves to have done. */
export type BotCheckKind = 'turnstile' | 'hcaptcha' | 'recaptcha' | 'captchafox' | 'proof_of_work'

/** The work that a proof takes, in the format of ALTCHA, version 2. Bytes are in hex. */
export interface WorkChallenge {
  /** What is derived, and how often. */
  parameters: {
    /** `PBKDF2/SHA-256`. */
    algorithm: string
    /** What stands before the counter in the password. */
    nonce: string
    /** The salt. */
    salt: string
    /** The iterations of one derivation. */
    cost: number
    /** How many bytes are derived. */
    keyLength: number
    /** What the right key begins with. */
    keyPrefix: string
  }
  /** What the server knows its own challenges by. */
  signature: string
}

/** Requests the work for the next proof. Only a host's own server has this call. */
export const challenge = call<undefined, Answer & { challenge: WorkChallenge }>('GET /bot_check', {
  gives: {
    challenge: {
      parameters: { nonce: 'string', salt: 'string', cost: 'number', keyLength: 'number', keyPrefix: 'string' },
      signature: 'string',
    },
  },
})
