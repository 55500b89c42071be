import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { WorkChallenge } from './botCheck.ts'

/** The iterations of one derivation: 2 to 10 ms, in which nothing else has to wait. */
const COST = 10_000

/** For how long a proof counts after its challenge was made, in seconds. */
const LIFE = 600

/** Signs challenges, and the keys that are to be found. */
const secrets = (secret: string) => ({ hmacSignatureSecret: secret, hmacKeySignatureSecret: `key of ${secret}` })

/** Returns a whole number below `limit`, each as likely as the others. */
const below = (limit: number) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * limit)

/**
 * Makes a challenge that takes `work` iterations on average, and at most twice as many: the server
 * chooses the counter that solves it. `from` says who may use it. Times are in ms since 1970.
 */
export const createWork = async (secret: string, work: number, from: string, now: number): Promise<WorkChallenge> =>
  (await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: below(Math.max(1, Math.round((2 * work) / COST))),
    data: { from },
    expiresAt: Math.floor(now / 1000) + LIFE,
    deriveKey,
    ...secrets(secret),
  })) as WorkChallenge

/** A proof that counts, unless it has counted before. */
export interface GoodWork {
  /** Names its challenge. */
  id: string
  /** Until when it counts, in ms since 1970. */
  until: number
}

/** Checks a proof from a browser. Resolves with why it does not count, if it does not. */
export const checkWork = async (secret: string, proof: string, from: string, now: number): Promise<GoodWork | string> => {
  try {
    const { challenge, solution } = JSON.parse(atob(proof))
    const { verified, invalidSignature } = await verifySolution({ challenge, solution, deriveKey, ...secrets(secret) })
    if (invalidSignature) return 'foreign'
    const { expiresAt, data } = challenge.parameters
    const until = expiresAt * 1000
    // what follows is as the server has signed it
    if (until <= now || !(until <= now + LIFE * 1000)) return 'expired'
    if (!verified) return 'wrong'
    return data.from === from ? { id: challenge.signature, until } : 'of another address'
  } catch {
    return 'unreadable'
  }
}
