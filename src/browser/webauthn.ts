import { LatchkeySDKError, type ErrorCode } from '../api/errors.ts'
import { base64url, bytes } from './base64.ts'
import { page } from './page.ts'

/** What went wrong in a ceremony, by the name of its DOMException (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons: Record<string, [ErrorCode, string]> = {
  AbortError: ['passkey_aborted', 'The passkey prompt was closed by the page.'],
  InvalidStateError: ['passkey_registered', 'This device has a passkey for this account already.'],
  NotAllowedError: ['passkey_cancelled', 'The passkey prompt was cancelled, or nobody answered it in time. Try again.'],
  SecurityError: [
    'passkey_domain',
    'Passkeys of this domain cannot be used on this page. Check `domain`, and that the page is served over https.',
  ],
}

const fault = (message: string, code: ErrorCode, cause: unknown) => Object.assign(new LatchkeySDKError(message, code, cause), { cause })

const named = (cause: unknown) => {
  const [code, message] = reasons[(cause as Error | undefined)?.name || ''] || [
    'passkeys_unsupported',
    'This browser or device cannot do what the passkey asks for.',
  ]
  return fault(message, code as ErrorCode, cause)
}

/** What a ceremony rejects with that its page has given up before it began. */
export const givenUp = () => named(new DOMException('The operation was aborted.', 'AbortError'))

/** What is wrong where there are no passkeys. */
export const unsupported = () => named(undefined)

/** The options of a ceremony, of their JSON form (WebAuthn, sections 5.1.9 and 5.1.10): either kind, as they differ in members alone. */
export type CeremonyOptions = PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions

/** Reads the options that the provider sends: every base64url member becomes bytes. Throws a typed error where they cannot be read. */
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

/** Writes a credential in the JSON form that the provider takes (WebAuthn, section 5.1; wire.md 2.2). Throws a typed error for anything else. */
export function writeCredential(made: unknown): string {
  try {
    const credential = made as PublicKeyCredential
    const response = credential.response as AuthenticatorAttestationResponse & Record<(typeof buffers)[number], ArrayBuffer | null>
    const text = (buffer: ArrayBuffer) => base64url(new Uint8Array(buffer))
    return JSON.stringify({
      type: credential.type,
      id: credential.id,
      rawId: text(credential.rawId),
      authenticatorAttachment: credential.authenticatorAttachment,
      response: {
        ...Object.fromEntries(buffers.flatMap((name) => (response[name] ? [[name, text(response[name])]] : []))),
        transports: response.getTransports?.(),
      },
      clientExtensionResults: credential.getClientExtensionResults(),
    })
  } catch (cause) {
    throw fault('The passkey gave no answer that can be used. Try again, or use another one.', 'passkey_unreadable', cause)
  }
}

/** How long the browser may take to end a ceremony that was given up, in ms. What stands for it in a page may never. */
const PATIENCE = 1000

/** Fields for passkey autofill (HTML, section 4.10.18.7: `webauthn`). */
const FIELD = 'input[autocomplete*=webauthn]'

/** Whether there is such a field below `root`, also inside of open shadow roots. */
export const hasPasskeyField = (root: ParentNode): boolean =>
  !!root.querySelector(FIELD) || [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot && hasPasskeyField(shadowRoot))

/** Resolves when the visitor turns to such a field below `root`, by focus, key or pointer, when they come back to this tab, or when `signal` aborts. */
export const turnedToPasskeyField = (root: Node, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const over = new AbortController()
    const end = () => (over.abort(), done())
    const hear = (event: Event) => (event.composedPath()[0] as Element).matches?.(FIELD) && end()
    for (const touch of ['focusin', 'keydown', 'pointerdown']) root.addEventListener(touch, hear, over)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), over)
    signal?.addEventListener('abort', end, over)
    if (signal?.aborted) end()
  })

/**
 * How long a challenge is good for, in ms, by the `timeout` of its options: 5 minutes where that is no number, and at least 30 s and at most 10 minutes whatever it
 * is, as autofill asks for another each time it ends.
 */
export const lifeOf = (timeout: unknown): number => (typeof timeout === 'number' ? Math.min(Math.max(timeout, 30_000), 600_000) : 300_000)

/**
 * Runs the one ceremony of this page: whatever waits or is open is aborted, and has settled, before this one begins; autofill alone lets an open prompt finish.
 * Undefined for autofill whose challenge has run out while it waited: begin again with another. Null where the browser gives nothing. `kind` is a method of
 * `navigator.credentials`.
 */
export async function ceremony(
  kind: 'create' | 'get',
  publicKey: CeremonyOptions,
  { signal, autofill = false }: { signal?: AbortSignal; autofill?: boolean } = {},
): Promise<unknown> {
  const shared = page()
  const before = shared.ceremony
  if (!autofill) before?.end()
  else if (before?.autofill) before.abort()
  const stopped = new AbortController()
  const abort = () => stopped.abort()
  /** Aborts it and what it may still be waiting for. */
  const end = () => {
    abort()
    before?.end()
  }
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let stale = false
  let late: ReturnType<typeof setTimeout> | undefined
  const running = (async () => {
    await before?.settled
    const mediation = autofill ? ({ mediation: 'conditional' } as const) : {}
    const asked = navigator.credentials[kind]({ publicKey, signal: stopped.signal, ...mediation })
    // a password manager that stands for the browser may not heed the signal, and whoever comes next waits
    const ended = new Promise<never>((_, reject) => {
      const end = () => (late = setTimeout(() => reject({ name: 'AbortError' }), PATIENCE))
      if (stopped.signal.aborted) end()
      else stopped.signal.addEventListener('abort', end)
    })
    return (await Promise.race([asked, ended])) ?? null
  })()
  const mine = { abort, end, autofill, settled: running.catch(() => {}) }
  shared.ceremony = mine
  // a browser lets autofill wait for ever; the provider does not, and the visitor needs a moment to answer
  const timer = setTimeout(() => {
    stale = autofill
    if (stale) abort()
  }, lifeOf(publicKey.timeout) * 0.8)
  try {
    return await running
  } catch (cause) {
    if (stale) return
    throw named(cause)
  } finally {
    clearTimeout(timer)
    clearTimeout(late)
    signal?.removeEventListener('abort', abort)
    if (shared.ceremony === mine) shared.ceremony = undefined
  }
}

const listener = () => globalThis.PublicKeyCredential as { signalUnknownCredential?(about: object): Promise<void> } | undefined

/** Whether {@link signalUnknown} reaches anybody. */
export const listensForUnknown = (): boolean => !!listener()?.signalUnknownCredential

/** Tells the browser that the provider does not know a passkey, so that it stops offering it, where browsers listen (WebAuthn Level 3, section 5.1.10). */
export const signalUnknown = (rpId: string, credentialId: string): void =>
  void listener()
    ?.signalUnknownCredential?.({ rpId, credentialId })
    .catch(() => {})
