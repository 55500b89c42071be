import * as api from '../../api/webauthn.ts'
import type { Authenticated, SessionDuration } from '../../api/entities.ts'
import { ceremony } from '../../browser/ceremony.ts'
import { givenUp, unsupported } from '../../browser/ceremonyErrors.ts'
import { isCredential, readOptions, writeCredential, type CeremonyOptions } from '../../browser/credentials.ts'
import { pageState } from '../../browser/pageState.ts'
import { isAble } from '../../browser/passkeyAbilities.ts'
import { turnedToPasskeyField } from '../../browser/passkeyFields.ts'
import type { Core } from '../core.ts'
import type { PasskeyNotices } from './PasskeyNotices.ts'

// What `client.webauthn` and the screens do with a passkey, in steps: the provider is asked, then
// the visitor, then the provider again.

/** Options of a new passkey or security key. */
export interface RegisterOptions extends Partial<SessionDuration> {
  /** The domain whose pages can use it. Default: the page's host. */
  domain?: string
  /**
   * Whether it is part of this device (`platform`) or can be used with other devices, too
   * (`cross-platform`). Default: either.
   */
  authenticator_type?: 'platform' | 'cross-platform'
  /** Whether it is a passkey, which signs in without an email address or a name. Default false. */
  is_passkey?: boolean
  /** The user handle that the device stores instead of the user's id. */
  override_id?: string
  /** The account name that the device shows instead of the user's email address. */
  override_name?: string
  /** The person's name that the device shows instead of the user's name. */
  override_display_name?: string
  /** Whether the provider encodes the user handle in base64url. Default: the provider decides. */
  use_base64_url_encoding?: boolean
  /** Closes the prompt. The call then rejects with code `passkey_aborted`. */
  signal?: AbortSignal
}

/** Options of a log-in with a passkey or a security key. */
export interface AuthenticateOptions extends SessionDuration {
  /** The domain that the passkey was created for. Default: the page's host. */
  domain?: string
  /** Whether to ask for a passkey rather than any security key. Default false. */
  is_passkey?: boolean
  /**
   * Offers passkeys in the browser's list under a field instead of asking at once (passkey
   * autofill). If the browser stops waiting or the challenge expires, it begins again, with up to
   * five challenges. Then it pauses until the visitor turns to the field or comes back to the tab.
   * Default false.
   */
  conditional_mediation?: boolean
  /** Has no effect: a field may be in a shadow root or appear later, so nothing looks for one. */
  disable_input_check?: boolean
  /** Ends the wait. The call then rejects with code `passkey_aborted`. */
  signal?: AbortSignal
}

/** Options of a log-in with a passkey that this device has. */
export interface ImmediateOptions extends SessionDuration {
  /** The domain that the passkey was created for. Default: the page's host. */
  domain?: string
  /** Closes the list. The call then rejects with code `passkey_aborted`. */
  signal?: AbortSignal
}

/** Options of a passkey that is created without a question. */
export interface UpgradeOptions extends Partial<SessionDuration> {
  /** The domain whose pages can use it. Default: the page's host. */
  domain?: string
  /** Ends the attempt. The call then rejects with code `passkey_aborted`. */
  signal?: AbortSignal
}

/** The answer of a call that creates a passkey or a security key, or signs in with one. */
export type WebauthnAuthenticated = Authenticated & {
  /** The id of the passkey. */
  webauthn_registration_id: string
}

/**
 * Makes the call that begins a ceremony reject like the ceremony itself if `signal` has ended it.
 */
const untilAborted = <Answer>(signal: AbortSignal | undefined, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error) => {
    throw signal?.aborted ? givenUp() : error
  })

/**
 * Creates a passkey or a security key. `make` asks the browser for it, and returns nothing if there
 * is none, so that this resolves with null. `domain` is the page's host unless the host has chosen
 * one.
 */
export async function createPasskey(
  core: Core,
  options: RegisterOptions | undefined,
  make: (options: CeremonyOptions) => Promise<unknown>,
): Promise<WebauthnAuthenticated | null> {
  const { session_duration_minutes, is_passkey, domain = location.hostname, signal, ...more } = { ...options }
  const { public_key_credential_creation_options: json } = await untilAborted(
    signal,
    core.send(
      api.registerStart,
      { domain, return_passkey_credential_options: is_passkey, user_agent: navigator.userAgent, ...more },
      undefined,
      signal,
    ),
  )
  const page = pageState()
  page.creating = (page.creating || 0) + 1
  try {
    const credential = await make(readOptions(json))
    if (credential === undefined) return null
    const public_key_credential = writeCredential(credential)
    return await core.send(api.register, { public_key_credential, session_duration_minutes })
  } finally {
    page.creating--
  }
}

/**
 * Returns the ids of the passkeys of a domain with which the user who is signed in can sign in.
 * Undefined if the provider does not say.
 */
const acceptedIds = async (core: Core, domain: string): Promise<string[] | undefined> => {
  try {
    const body = { domain, return_passkey_credential_options: true }
    const { public_key_credential_request_options: json } = await core.send(api.authenticateStart, body, { factor: 'secondary' })
    return (JSON.parse(json).allowCredentials as { id: string }[]).map(({ id }) => id)
  } catch {}
}

/**
 * Fetches the code that tells the browser about passkeys. Undefined if it cannot be fetched: nobody
 * notices.
 */
export const passkeyNotices = async (core: Core): Promise<PasskeyNotices | undefined> => {
  try {
    return (await import('./createPasskeyNotices.ts')).createPasskeyNotices(core, (domain) => acceptedIds(core, domain))
  } catch {}
}

/** Tells the browser something about passkeys. */
export const tellBrowser = (core: Core, what: (browser: PasskeyNotices) => unknown): void =>
  void passkeyNotices(core).then((browser) => browser && what(browser))

// The two halves of a log-in, for a screen that does something in between.

/** A passkey that the visitor has chosen, as the browser gives it. */
export interface ChosenPasskey {
  domain: string
  credential: unknown
}

/**
 * How many challenges autofill asks for by itself, and how long it waits after the first failure,
 * in ms.
 */
const TRIES = 5
const PAUSE = 1000

/**
 * Counts the challenges that autofill asks for, whether they succeed or not, so that it does not
 * ask forever if the server or the browser misbehaves.
 */
export interface Tries {
  /**
   * Resolves when autofill may ask for the next challenge: at once, but after the fifth only when
   * the visitor comes back. Then the count starts over.
   */
  next(): Promise<void>
  /**
   * Called when a challenge has failed. Resolves when the pause is over: 1 s after the first
   * failure, then twice as long each time.
   */
  failed(): Promise<void>
  /**
   * Called when another ceremony of the page has interrupted autofill, which is no failure.
   * Resolves when the visitor comes back.
   */
  displaced(): Promise<void>
}

/** Creates the count for a field below `root`. Every wait ends when `signal` aborts. */
export function createTries(root: Node, signal?: AbortSignal): Tries {
  let count = 0
  const back = () => turnedToPasskeyField(root, signal)
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()))
    })
  return {
    async next() {
      if (count === TRIES) {
        await Promise.all([back(), pause(PAUSE)])
        count = 0
      }
      count++
    },
    async failed() {
      if (count < TRIES) await pause(PAUSE * 2 ** (count - 1))
    },
    displaced() {
      count--
      return back()
    },
  }
}

/** Which passkey to ask for, and how. */
export interface PasskeyQuestion {
  /** Default: the page's host. */
  domain?: string
  is_passkey?: boolean
  /**
   * For autofill: offers passkeys in the browser's list under a field, as often as these tries
   * allow. Without them, the browser asks at once.
   */
  tries?: Tries
  /**
   * Asks for what this device has before it asks for any passkey, or does only that, where the
   * browser can. With `only`, it fails if the device has none.
   */
  immediately?: 'first' | 'only'
  signal?: AbortSignal
}

/**
 * Asks the provider for a challenge, and the visitor for a passkey that answers it. When a
 * challenge expires, or the browser stops waiting, autofill begins again with another challenge.
 */
export async function askForPasskey(
  core: Core,
  { domain = location.hostname, is_passkey, tries, immediately, signal }: PasskeyQuestion,
): Promise<ChosenPasskey> {
  for (;;) {
    await tries?.next()
    const { public_key_credential_request_options: json } = await untilAborted(
      signal,
      core.send(
        api.authenticateStart,
        { domain, return_passkey_credential_options: is_passkey },
        { factor: core.status.now.session ? 'secondary' : 'primary' },
        signal,
      ),
    )
    const options = readOptions(json)
    // the browser takes no list of credentials with it
    const immediate = immediately && !options.allowCredentials?.length && (await isAble('immediateGet'))
    if (immediately === 'only' && !immediate) throw unsupported()
    const mode = tries ? 'autofill' : immediate ? 'immediate' : 'prompt'
    const credential = await ceremony('get', options, { signal, mode, orPrompt: immediate && immediately === 'first' })
    // a password manager in the browser's place may end the wait of autofill with anything
    if (!tries || isCredential(credential)) return { domain, credential }
    if (credential !== undefined) await tries.failed()
  }
}

/**
 * Signs in with the passkey that was chosen. If the provider does not know it, the browser is told
 * to stop offering it (WebAuthn Level 3, section 5.1.10).
 */
export async function logInWithPasskey(
  core: Core,
  { domain, credential }: ChosenPasskey,
  session_duration_minutes: number,
): Promise<WebauthnAuthenticated> {
  const public_key_credential = writeCredential(credential)
  try {
    const answer = await core.send(api.authenticate, { public_key_credential, session_duration_minutes })
    // which passkeys a visitor has, the server says only to who is signed in
    if (!answer.second_factor_required) tellBrowser(core, ({ tellAccepted }) => tellAccepted(domain, credential))
    return answer
  } catch (error) {
    if ((error as { error_type?: string }).error_type === 'webauthn_registration_not_found')
      tellBrowser(core, ({ tellUnknown }) => tellUnknown(domain, credential))
    throw error
  }
}
