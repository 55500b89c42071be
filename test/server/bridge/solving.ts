import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Bridge } from '../../../src/server/bridge/handler.ts'
import { send } from './calling.ts'

/** Writes a proof as a browser sends it. */
export const written = (payload: object): string => Buffer.from(JSON.stringify(payload)).toString('base64')

/** Does the work of a challenge, with ALTCHA's own code. */
export const solve = async (challenge: unknown): Promise<string> =>
  written({ challenge, solution: await solveChallenge({ challenge: challenge as Challenge, deriveKey }) })

/** Asks a bridge for a challenge. */
export const challengeOf = async (bridge: Bridge, address?: string) =>
  (await send(bridge, 'GET /bot_check', undefined, {}, { address })).json.data.challenge

/** Asks a bridge for a challenge, and does its work. */
export const proofFor = async (bridge: Bridge, address?: string): Promise<string> => solve(await challengeOf(bridge, address))
