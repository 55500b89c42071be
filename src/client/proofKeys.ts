import { createProofKey, type ProofKey } from '../browser/pkce.ts'
import { createStore } from '../browser/storage.ts'
import type { ClientContext } from './context.ts'
import type { Settings } from './settings.ts'

/** Which setting asks for a proof key of each kind. */
const requirements = {
  magic_links: 'pkceRequiredForEmailMagicLinks',
  passwords: 'pkceRequiredForPasswordResets',
  oauth: 'pkceRequiredForOAuth',
  sso: 'pkceRequiredForSso',
} as const

/** What a proof key is for; also its storage key (wire.md 2.4). */
export type ProofKind = keyof typeof requirements

/** The proof keys of this browser: made when a mail is asked for or a sign-in elsewhere begins, spent with the token that it brings (row 25). */
export interface ProofKeys {
  /**
   * The challenge for a request; without one where the project wants none, and with one where nobody knows whether it does (row 24). For mails it is one pair
   * per kind and browser, so that every link of a visitor who asked twice works; for a sign-in elsewhere a fresh one, the tab's own.
   */
  challenge(kind: ProofKind): Promise<{ code_challenge?: string }>
  /**
   * Sends a call with the verifier of the first of these kinds that this browser has a pair of, and ends the pair when the call succeeds. A link of a reset mail
   * may also log in, so there may be another kind to try: on an error that speaks of PKCE alone, which allows the one second send (row 25).
   */
  spend<Result>(kinds: readonly ProofKind[], send: (code_verifier?: string) => Promise<Result>): Promise<Result>
}

type Stored = ProofKey & { created_at?: number }

/** How long a pair is used again, in ms (row 25). */
const LIFE = 24 * 3600_000

export function createProofKeys({ storage, key }: Pick<ClientContext, 'storage' | 'key'>, { known }: Settings): ProofKeys {
  // two tabs may be on their way at once; where this is blocked there is still the browser's own storage
  const tab = createStore('sessionStorage', () => {})
  const keyOf = (kind: ProofKind) => `${key}::PKCE_VERIFIER:${kind}`
  const stored = (kind: ProofKind) => {
    const pair = (tab.get(keyOf(kind)) ?? storage.get(keyOf(kind))) as Stored | undefined
    return typeof pair?.code_verifier === 'string' && typeof pair.code_challenge === 'string' ? pair : undefined
  }
  const verifier = (kind: ProofKind) => stored(kind)?.code_verifier
  const forget = (kind: ProofKind) => {
    for (const store of [tab, storage]) store.remove(keyOf(kind))
  }
  return {
    async challenge(kind) {
      const elsewhere = kind === 'oauth' || kind === 'sso'
      if ((await known())?.[requirements[kind]] === false) {
        // a verifier that is left over would be sent with the token (wire.md 2.4)
        if (elsewhere) forget(kind)
        return {}
      }
      const current = () => {
        const pair = elsewhere ? undefined : stored(kind)
        // dated now: a pair of the provider's own SDK, which has no date, and one of a clock that was set back since
        const created_at = Math.min(pair?.created_at ?? Infinity, Date.now())
        return pair && Date.now() - created_at < LIFE ? { ...pair, created_at } : undefined
      }
      const made: Stored = current() || { ...(await createProofKey()), created_at: Date.now() }
      // of two mails asked for at once, the first to get here decides for both
      const pair = current() || made
      storage.set(keyOf(kind), pair)
      if (elsewhere) tab.set(keyOf(kind), pair)
      return { code_challenge: pair.code_challenge }
    },
    async spend(kinds, send) {
      const [first, second] = kinds.filter(verifier)
      const attempt = async (kind: ProofKind | undefined) => {
        const answer = await send(kind && verifier(kind))
        if (kind) forget(kind)
        return answer
      }
      try {
        return await attempt(first)
      } catch (error) {
        const { message, error_type } = error as { message?: string; error_type?: string }
        if (!second || !/pkce/i.test(`${message} ${error_type}`)) throw error
        return attempt(second)
      }
    },
  }
}
