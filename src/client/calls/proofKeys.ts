import { createProofKey, type ProofKey } from '../../browser/pkce.ts'
import { createStore } from '../../browser/storage.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import type { SettingsLoader } from './settings.ts'

/** The setting that requires a proof key, for each kind. */
const requirements = {
  magic_links: 'pkceRequiredForEmailMagicLinks',
  passwords: 'pkceRequiredForPasswordResets',
  oauth: 'pkceRequiredForOAuth',
  sso: 'pkceRequiredForSso',
} as const

/** What a proof key is for. It is part of its storage key. */
export type ProofKind = keyof typeof requirements

/**
 * The proof keys of this browser. A key is created when the visitor asks for an email or begins a
 * redirect, and spent with the token that comes back (docs/internals/protocol.md#proof-keys).
 */
export interface ProofKeys {
  /**
   * Creates the challenge for a request, or nothing if the project requires none. If the settings
   * cannot be loaded, there is a challenge (docs/decisions/unknown-settings-take-the-safe-way.md).
   * Emails of one kind share a key, so if the visitor asks twice, the links in both work. Each
   * redirect has a key of its own, which belongs to the tab
   * (docs/decisions/README.md#one-proof-key-per-mail-kind-and-one-per-sign-in).
   */
  challenge(kind: ProofKind, provider?: string): Promise<{ code_challenge?: string }>
  /**
   * Notes that a sign-in of this kind begins in this browser, with this provider, and who is signed
   * in meanwhile. `challenge` does so too.
   */
  note(kind: ProofKind, provider?: string): void
  /**
   * Returns the provider of the redirect of this kind that began in this browser not long ago, and
   * forgets that it began: it has failed.
   */
  takeProvider(kind: ProofKind): string | undefined
  /**
   * Returns whether a sign-in of one of these kinds began in this browser not long ago, and nobody
   * else has signed in since (docs/decisions/log-ins-from-other-browsers-are-confirmed.md); or
   * whether this browser has already spent this token, which then leads nowhere.
   */
  hasBegun(kinds: readonly ProofKind[], token: string): boolean
  /**
   * Sends a call with the verifier of the first of these kinds for which this browser has a key,
   * and deletes the key and the notes when the call succeeds. The link in a reset email can also
   * log in, so there may be a second kind. It is tried once, and only after an error about PKCE.
   * `token` is noted as spent.
   */
  spend<Result>(kinds: readonly ProofKind[], send: (code_verifier?: string) => Promise<Result>, token?: string): Promise<Result>
}

type StoredProofKey = ProofKey & { created_at?: number }

/** A sign-in that began in this browser: when, the id of who was signed in, and with whom. */
interface Note {
  created_at: number
  by?: string
  provider?: string
  /** It is over: the end of its token. */
  spent?: string
}

/** How long emails share a key, in ms. */
const KEY_LIFETIME = 24 * 3600_000

/** How long a visitor may stay with another provider, in ms. */
const REDIRECT_LIFETIME = 3600_000

/** Enough of a token to know it again. */
const endOf = (token: string) => token.slice(-8)

const isRedirect = (kind: ProofKind) => kind === 'oauth' || kind === 'sso'

export function createProofKeys<SomeState extends AnyState>(
  { storage, key, status }: Pick<ClientContext<SomeState>, 'storage' | 'key' | 'status'>,
  { known }: SettingsLoader,
): ProofKeys {
  // sessionStorage, because two tabs may have begun a redirect each; if it is blocked, there is
  // still localStorage, which all tabs share
  const tab = createStore('sessionStorage', () => {})
  const keyOf = (kind: ProofKind) => `${key}::PKCE_VERIFIER:${kind}`
  const pairOf = (kind: ProofKind) => {
    const pair = (tab.get(keyOf(kind)) ?? storage.get(keyOf(kind))) as StoredProofKey | undefined
    return typeof pair?.code_verifier === 'string' && typeof pair.code_challenge === 'string' ? pair : undefined
  }
  const verifier = (kind: ProofKind) => pairOf(kind)?.code_verifier
  const forget = (place: string) => {
    for (const store of [tab, storage]) store.remove(place)
  }
  const keep = (kind: ProofKind, place: string, value: Note | StoredProofKey) => {
    storage.set(place, value)
    if (isRedirect(kind)) tab.set(place, value)
  }
  const noteOf = (kind: ProofKind) => `${key}::BEGUN:${kind}`
  const signedIn = (): string | undefined => (status.now.member ? status.now.member.member_id : status.now.user?.user_id)
  const note: ProofKeys['note'] = (kind, provider) => keep(kind, noteOf(kind), { created_at: Date.now(), by: signedIn(), provider })
  const noted = (kind: ProofKind) => (tab.get(noteOf(kind)) ?? storage.get(noteOf(kind)) ?? {}) as Partial<Note>
  const isRecent = (kind: ProofKind, { created_at }: Partial<Note>) => {
    const age = Date.now() - (created_at as number)
    return age >= 0 && age < (isRedirect(kind) ? REDIRECT_LIFETIME : KEY_LIFETIME)
  }
  return {
    note,
    takeProvider(kind) {
      const last = noted(kind)
      if (!isRecent(kind, last) || typeof last.provider !== 'string') return
      forget(noteOf(kind))
      return last.provider
    },
    hasBegun: (kinds, token) =>
      kinds.some((kind) => {
        const last = noted(kind)
        if (last.spent) return last.spent === endOf(token)
        return isRecent(kind, last) && (!signedIn() || signedIn() === last.by)
      }),
    async challenge(kind, provider) {
      note(kind, provider)
      if ((await known())?.[requirements[kind]] === false) {
        // otherwise an old verifier would be sent with the token
        if (isRedirect(kind)) forget(keyOf(kind))
        return {}
      }
      const current = () => {
        const pair = isRedirect(kind) ? undefined : pairOf(kind)
        // a key of the provider's SDK has no date, and if the clock was set back, a key may have a
        // date in the future: the age of both counts from now
        const created_at = Math.min(pair?.created_at ?? Infinity, Date.now())
        return pair && Date.now() - created_at < KEY_LIFETIME ? { ...pair, created_at } : undefined
      }
      const candidate: StoredProofKey = current() || { ...(await createProofKey()), created_at: Date.now() }
      // read again after the wait: if two emails are requested at once, both use the key that was
      // stored first
      const pair = current() || candidate
      keep(kind, keyOf(kind), pair)
      return { code_challenge: pair.code_challenge }
    },
    async spend(kinds, send, token) {
      const [first, second] = kinds.filter(verifier)
      const attempt = async (kind: ProofKind | undefined) => {
        const answer = await send(kind && verifier(kind))
        if (kind) forget(keyOf(kind))
        for (const each of kinds) {
          forget(noteOf(each))
          if (token) storage.set(noteOf(each), { spent: endOf(token) })
        }
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
