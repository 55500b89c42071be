/**
 * `navigator.credentials` and `PublicKeyCredential` of a device with software passkeys: for the
 * gallery, and for tests of pages that have neither (happy-dom).
 */
import { base64url } from 'jose'
import { createSoftwarePasskey } from '../conformance/softwarePasskey.ts'

const text = (buffer: ArrayBuffer | Uint8Array) => base64url.encode(new Uint8Array(buffer as ArrayBuffer))
const buffer = (value: string) => Uint8Array.from(base64url.decode(value)).buffer

/** The options that a page passes to `navigator.credentials`. */
export interface CeremonyOptions {
  publicKey: Partial<PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions>
  mediation?: string
  signal: AbortSignal
}

/** Returns the options of a ceremony in the standard's JSON. */
export const toJson = ({ publicKey }: CeremonyOptions): string =>
  JSON.stringify(publicKey, (_, value) => (ArrayBuffer.isView(value) ? text(value as Uint8Array) : value))

/** Converts an answer in JSON to the objects with buffers that a browser returns. */
export const fromJson = (json: string) => {
  const { id, rawId, type, authenticatorAttachment, clientExtensionResults, response } = JSON.parse(json)
  const { transports, ...buffers } = response
  return {
    id,
    rawId: buffer(rawId),
    type,
    authenticatorAttachment,
    getClientExtensionResults: () => clientExtensionResults,
    response: {
      ...Object.fromEntries(Object.entries(buffers).map(([name, value]) => [name, buffer(value as string)])),
      ...(transports && { getTransports: () => transports }),
    },
  }
}

type Passkey = Awaited<ReturnType<typeof createSoftwarePasskey>> & { id: string }

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(new DOMException('The operation was aborted.', 'AbortError'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })

export interface PasskeyDevice {
  /** Every ceremony that the page has started, oldest first. */
  ceremonies: (CeremonyOptions & { kind: 'create' | 'get' })[]
  passkeys: Passkey[]
  /** The arguments of `signalUnknownCredential`. */
  unknownCredentials: { rpId: string; credentialId: string }[]
  /**
   * The results of the next ceremonies: the name of a DOMException, a value to return, or a promise
   * of one.
   */
  next: ({ fails: string } | { gives: unknown } | { waits: Promise<unknown> })[]
  /** Picks, for the visitor, the newest passkey in the list under the field. */
  pick(): void
  remove(): void
}

/**
 * Installs a device. `autofill` is whether it offers passkeys under a field, or a promise of that;
 * `unasked` is whether it creates passkeys without a question.
 */
export function installPasskeys({
  autofill = false as boolean | Promise<boolean>,
  unasked = false,
  origin = 'http://localhost',
} = {}): PasskeyDevice {
  let finishPick = () => {}
  const device: PasskeyDevice = {
    ceremonies: [],
    passkeys: [],
    unknownCredentials: [],
    next: [],
    pick: () => finishPick(),
    remove() {
      delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential
      Reflect.deleteProperty(navigator, 'credentials')
    },
  }
  const idsOf = (list: PublicKeyCredentialDescriptor[] = []) => list.map(({ id }) => text(id as Uint8Array))
  const ceremony = (kind: 'create' | 'get') => async (options: CeremonyOptions) => {
    device.ceremonies.push({ kind, ...options })
    const abort = abortOf(options.signal)
    abort.catch(() => {})
    const { publicKey } = options
    const next = device.next.shift()
    if (next && 'fails' in next) throw new DOMException('The device says so.', next.fails)
    if (next && 'gives' in next) return next.gives
    if (next) await Promise.race([next.waits, abort])
    if (options.mediation === 'conditional' && kind === 'get')
      await Promise.race([
        new Promise<void>((resolve) => {
          finishPick = resolve
        }),
        abort,
      ])
    if (kind === 'create') {
      if (idsOf(publicKey.excludeCredentials).some((id) => device.passkeys.some((passkey) => passkey.id === id))) {
        throw new DOMException('One is there.', 'InvalidStateError')
      }
      const authenticator = await createSoftwarePasskey(origin)
      const answer = await authenticator.create(toJson(options))
      device.passkeys.push({ ...authenticator, id: JSON.parse(answer).id })
      return fromJson(answer)
    }
    const allowedIds = idsOf(publicKey.allowCredentials)
    const match = device.passkeys.filter(({ id }) => !allowedIds.length || allowedIds.includes(id)).at(-1)
    if (!match) throw new DOMException('There is none.', 'NotAllowedError')
    return fromJson(await match.get(toJson(options)))
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: ceremony('create'), get: ceremony('get') } })
  Object.assign(globalThis, {
    // A constructor that nobody calls, with the static methods of the standard.
    PublicKeyCredential: Object.assign(() => {}, {
      isConditionalMediationAvailable: async () => autofill,
      getClientCapabilities: async () => ({ conditionalCreate: unasked }),
      signalUnknownCredential: async (about: { rpId: string; credentialId: string }) => {
        device.unknownCredentials.push(about)
      },
    }),
  })
  return device
}
