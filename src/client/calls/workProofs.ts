import { LatchkeySDKError } from '../../api/baseErrors.ts'
import { challenge, type WorkChallenge } from '../../api/botCheck.ts'
import { base64, utf8 } from '../../browser/base64.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import type { BotCheck } from './BotCheck.ts'
import type { Send } from './transport.ts'

/** How long a proof is kept, in ms. The server takes it for ten minutes after its challenge. */
const LIFE = 480_000

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))

/**
 * Does the work of a challenge. Browsers derive keys outside of the page's thread, so nothing waits
 * for this loop (docs/decisions/README.md#a-proof-of-work-needs-no-worker).
 */
async function solve(task: WorkChallenge, ended: AbortSignal): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = task.parameters
  const password = bytes(nonce + '00000000')
  const rules = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: cost }
  for (let counter = 0; !ended.aborted; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derived = new Uint8Array(await crypto.subtle.deriveBits(rules, key, keyLength * 8))
    const derivedKey = Array.from(derived, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (derivedKey.startsWith(keyPrefix)) return base64(utf8(JSON.stringify({ challenge: task, solution: { counter, derivedKey } })))
  }
  throw new Error('The client was destroyed.')
}

/** Creates proofs of work, one ahead, with challenges that `send` asks for. */
export function createWorkProofs<SomeState extends AnyState>({ ended }: ClientContext<SomeState>, send: Send): BotCheck {
  let next: Promise<string> | undefined
  let until = 0
  const check = {
    prepare() {
      if (next && Date.now() < until) return
      until = Date.now() + LIFE
      const proof = (next = send(challenge).then((answer) => solve(answer.challenge, ended)))
      proof.catch(() => {
        // the call that needs it asks again
        if (next === proof) next = undefined
      })
    },
    async proof() {
      check.prepare()
      const proof = next!
      next = undefined
      return proof.catch((error) => {
        // such as a page without HTTPS, which has no `crypto.subtle`
        throw error.code ? error : new LatchkeySDKError(`Unable to prove work: ${error.message}`, 'captcha_required')
      })
    },
  }
  return check
}
