import { LatchkeySDKError, type SDKErrorCode } from '../api/errors.ts'
import { text, texts } from '../api/kinds.ts'
import { base64url, bytes } from './base64.ts'
import { bytesOf } from './bytesOf.ts'
import { pageState, type PageState } from './pageState.ts'
import { safeDocument } from './safeDocument.ts'

/**
 * The code and message for each DOMException of a ceremony, by its name (WebAuthn, sections 5.1.3
 * and 5.1.4).
 */
const reasons: Record<string, [SDKErrorCode, string]> = {
  AbortError: ['passkey_aborted', 'The passkey prompt was closed by the page.'],
  InvalidStateError: ['passkey_registered', 'This device has a passkey for this account already.'],
  NotAllowedError: ['passkey_cancelled', 'The passkey prompt was cancelled, or nobody answered it in time. Try again.'],
  SecurityError: [
    'passkey_domain',
    'Passkeys of this domain cannot be used on this page. Check `domain`, and that the page is served over https.',
  ],
}

/**
 * `cause` may be anything that a password manager rejects with, so it is no field that is copied or
 * written as JSON.
 */
const fault = (message: string, code: SDKErrorCode, cause: unknown) => {
  const property = { value: cause, configurable: true, enumerable: false, writable: true }
  return Object.defineProperties(new LatchkeySDKError(message, code), { cause: property, options: property })
}

const nameOf = (cause: unknown): string => {
  try {
    return text((cause as Error).name) ?? ''
  } catch {
    return ''
  }
}

const reasonOf = (cause: unknown) => {
  const name = nameOf(cause)
  const [code, message] = Object.hasOwn(reasons, name)
    ? reasons[name]!
    : (['passkeys_unsupported', 'This browser or device cannot do what the passkey asks for.'] as const)
  return fault(message, code, cause)
}

/** Returns the error of a ceremony that the page aborted before it began. */
export const givenUp = () => reasonOf(new DOMException('The operation was aborted.', 'AbortError'))

/** Returns the error for a browser without passkeys. */
export const unsupported = () => reasonOf(undefined)

/**
 * The options of a ceremony of either kind (WebAuthn, sections 5.1.9 and 5.1.10); they differ only
 * in their members.
 */
export type CeremonyOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions

/**
 * Parses the options that the provider sends, and decodes their base64url members. Throws a typed
 * error if they cannot be parsed.
 */
export function readOptions(json: string): CeremonyOptions {
  try {
    const options = JSON.parse(json)
    options.challenge = bytes(options.challenge)
    for (const part of [options.user, ...(options.excludeCredentials || []), ...(options.allowCredentials || [])])
      if (part) part.id = bytes(part.id)
    return options
  } catch (cause) {
    throw fault('Invalid response from our servers.', 'invalid_response', cause)
  }
}

const buffers = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

/** What an answer cannot do without: what the visitor's device has signed, or the new key. */
const essentials = [
  ['clientDataJSON', 'attestationObject'],
  ['clientDataJSON', 'authenticatorData', 'signature'],
] as const

/**
 * Encodes a credential as the JSON that the provider takes (WebAuthn, section 5.1). A password
 * manager in the browser's place may leave out what can be told from the rest. Throws a typed error
 * for anything else.
 */
export function writeCredential(answer: unknown): string {
  try {
    const credential = answer as PublicKeyCredential
    const response = credential.response as AuthenticatorAttestationResponse & Record<(typeof buffers)[number], ArrayBuffer | null>
    const encode = (buffer: unknown) => {
      const bytes = bytesOf(buffer)
      return bytes?.length ? base64url(bytes) : undefined
    }
    const parts = Object.fromEntries(buffers.map((name) => [name, encode(response[name])]))
    const id = text(credential.id) || encode(credential.rawId)
    if (!id || !essentials.some((names) => names.every((name) => parts[name]))) throw new TypeError('A part is missing.')
    return JSON.stringify({
      type: text(credential.type) || 'public-key',
      id,
      rawId: encode(credential.rawId) || id,
      authenticatorAttachment: credential.authenticatorAttachment,
      response: { ...parts, transports: texts(response.getTransports?.()) },
      clientExtensionResults: credential.getClientExtensionResults?.() ?? {},
    })
  } catch (cause) {
    throw fault('The passkey gave no answer that can be used. Try again, or use another one.', 'passkey_unreadable', cause)
  }
}

/** Whether a ceremony has ended with a credential that can be sent. */
export const isCredential = (answer: unknown): boolean => {
  try {
    return !!writeCredential(answer)
  } catch {
    return false
  }
}

/**
 * How long the browser may take to end an aborted ceremony, in ms. A password manager that replaces
 * this API may never end it.
 */
const ABORT_TIMEOUT = 1000

/** Fields for passkey autofill (HTML, section 4.10.18.7: `webauthn`). */
const FIELD = 'input[autocomplete*=webauthn]'

/** Whether `root` contains such a field, even inside open shadow roots. */
export const hasPasskeyField = (root: ParentNode): boolean =>
  !!root.querySelector(FIELD) || [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && hasPasskeyField(shadowRoot))

/**
 * Resolves when the visitor focuses, types into or presses such a field in `root`, when they return
 * to this tab, or when `signal` aborts.
 */
export const turnedToPasskeyField = (root: Node, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const end = () => (over.abort(), resolve())
    const hear = (event: Event) => (event.composedPath()[0] as Element).matches?.(FIELD) && end()
    for (const touch of ['focusin', 'keydown', 'pointerdown']) root.addEventListener(touch, hear, over)
    safeDocument.addEventListener('visibilitychange', () => safeDocument.visibilityState === 'visible' && end(), over)
    signal?.addEventListener('abort', end, over)
    if (signal?.aborted) end()
  })

/**
 * Returns how long a challenge is valid, in ms, by the `timeout` of its options: 5 minutes if that
 * is not a number, and between 30 s and 10 minutes in any case, because autofill requests a new
 * challenge each time one expires.
 */
const lifeOf = (timeout: unknown): number => (typeof timeout === 'number' ? Math.min(Math.max(timeout, 30_000), 600_000) : 300_000)

/**
 * Which ability of the browser is asked for: to create a passkey without a question, or to show
 * only what the device has (WebAuthn Level 3, section 5.1.7).
 */
type Ability = 'conditionalCreate' | 'immediateGet'

/**
 * How long to wait for the browser's answer, in ms. An extension that replaces this API may never
 * answer.
 */
const ABILITIES_TIMEOUT = 1000

const abilities = async (): Promise<Partial<Record<Ability, unknown>> | undefined> => {
  const limit = new Promise<undefined>((resolve) => setTimeout(resolve, ABILITIES_TIMEOUT))
  try {
    return await Promise.race([
      (PublicKeyCredential as unknown as { getClientCapabilities(): Promise<object> }).getClientCapabilities(),
      limit,
    ])
  } catch {}
}

/**
 * Whether the browser says that it has an ability. It is asked once per page. False if it does not
 * know the question, or does not answer in time.
 */
export const isAble = async (name: Ability): Promise<boolean> => (await (pageState().passkeyAbilities ??= abilities()))?.[name] === true

/**
 * How a ceremony asks the visitor:
 * - `prompt`: at once.
 * - `immediate`: at once, but only for what is on this device. With nothing there, it fails within
 *   milliseconds and the visitor sees nothing.
 * - `autofill`: in the list under a field, for as long as it takes.
 * - `upgrade`: not at all. The browser creates a passkey if it can.
 */
export type Mode = NonNullable<PageState['ceremony']>['mode']

const ranks: Record<Mode, number> = { prompt: 2, immediate: 2, autofill: 1, upgrade: 0 }

/** What the browser is told about each mode. */
const ways: { [Name in Mode]?: object } = {
  immediate: { uiMode: 'immediate' },
  autofill: { mediation: 'conditional' },
  upgrade: { mediation: 'conditional' },
}

/**
 * Whether a ceremony that begins gives way to the one that is there: autofill then waits until it
 * is over, and an upgrade does not begin. Otherwise it ends the other one, which is of its own rank
 * or below. What the visitor has asked for is above autofill, which is above what nobody has asked
 * for.
 */
export const givesWay = (begins: Mode, there: Mode): boolean => ranks[begins] < ranks[there]

/**
 * How long the browser may take to create a passkey without a question, in ms. One that cannot
 * never says so, and blocks every other ceremony (seen in Chromium 156).
 */
const UPGRADE_TIMEOUT = 5000

/**
 * How long it takes a browser at most to notice that the device has no passkey, in ms. Nobody
 * closes a prompt as fast.
 */
const NONE_THERE = 1000

/**
 * Runs a ceremony. A page can have only one: {@link givesWay} says what happens if there is
 * another, and one that is aborted has settled before this one begins. Resolves with undefined if
 * the challenge of autofill expired while it waited, after which the caller begins again with a new
 * one, and if an upgrade took too long. Resolves with null if the browser returns nothing. `kind`
 * is a method of `navigator.credentials`. `orPrompt`: an immediate ceremony on a device without a
 * passkey becomes a prompt. If the visitor has closed it, it fails.
 */
export async function ceremony(
  kind: 'create' | 'get',
  publicKey: CeremonyOptions,
  { signal, mode = 'prompt', orPrompt }: { signal?: AbortSignal; mode?: Mode; orPrompt?: boolean } = {},
): Promise<unknown> {
  const page = pageState()
  const before = page.ceremony
  if (before && !givesWay(mode, before.mode)) before[mode === 'autofill' ? 'abort' : 'end']()
  else if (before && mode === 'upgrade') throw givenUp()
  const controller = new AbortController()
  const abort = () => controller.abort()
  /** Aborts this ceremony and the one that it may still be waiting for. */
  const end = () => {
    abort()
    before?.end()
  }
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let stale = false
  let abortTimer: ReturnType<typeof setTimeout> | undefined
  const running = (async () => {
    await before?.settled
    const ask = async (how?: object) => navigator.credentials[kind]({ publicKey, signal: controller.signal, ...how })
    const began = Date.now()
    const prompt = ask(ways[mode]).catch((error) => {
      if (!orPrompt || controller.signal.aborted || (nameOf(error) === 'NotAllowedError' && Date.now() - began > NONE_THERE)) throw error
      return ask()
    })
    // a password manager that replaces the browser's API may ignore the signal, and the next
    // ceremony waits for this one
    const ended = new Promise<never>((_, reject) => {
      const end = () => (abortTimer = setTimeout(() => reject({ name: 'AbortError' }), ABORT_TIMEOUT))
      if (controller.signal.aborted) end()
      else controller.signal.addEventListener('abort', end)
    })
    return (await Promise.race([prompt, ended])) ?? null
  })()
  const mine = { abort, end, mode, settled: running.catch(() => {}) }
  page.ceremony = mine
  // a browser lets autofill wait forever, but a challenge expires, and a visitor who chooses a
  // passkey needs some time
  const timer = setTimeout(
    () => {
      stale = ranks[mode] < ranks.prompt
      if (stale) abort()
    },
    mode === 'upgrade' ? UPGRADE_TIMEOUT : lifeOf(publicKey.timeout) * 0.8,
  )
  try {
    return await running
  } catch (cause) {
    if (stale) return
    throw reasonOf(cause)
  } finally {
    clearTimeout(timer)
    clearTimeout(abortTimer)
    signal?.removeEventListener('abort', abort)
    if (page.ceremony === mine) page.ceremony = undefined
  }
}
