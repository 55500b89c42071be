import type { EmulatorControls } from './controls.ts'
import { TestingError } from './TestingError.ts'

/** Whose passkey it is: one of these. Creates the user if nobody has the address or the number. */
export interface PasskeyOwner {
  /** The user's email address. */
  email?: string
  /** The user's phone number, in E.164 format. */
  phone_number?: string
  /** The id of a user that exists. */
  user_id?: string
  /** The domain on which the passkey works. Default: the host of the page, or of `baseURL`. */
  domain?: string
  /** The name of the passkey. Default: `Passkey 1` and so on. */
  name?: string
}

/**
 * The device's authenticator, in software: a page that asks for a passkey gets one, with no prompt.
 * It is there as soon as a test asks for the fixture, and it keeps the passkeys that the page
 * creates.
 */
export interface Passkey {
  /**
   * Adds a passkey that the user registered earlier: to the authenticator and to the user. Returns
   * its credential id, in base64url.
   */
  add: (owner: PasskeyOwner) => Promise<string>
  /** Returns the ids of the passkeys in the authenticator, in base64url, oldest first. */
  credentials: () => Promise<string[]>
  /**
   * Whether the visitor touches the authenticator when a page asks. Otherwise the browser waits, as
   * it does for a prompt. Default: true. A page whose form offers passkeys as autofill asks when it
   * opens, so with `true` it signs in at once; set `false` before it opens, and `true` before you
   * press its button.
   */
  touched: (touched: boolean) => Promise<void>
  /** Whether the authenticator recognizes its user, by fingerprint or PIN. Default: true. */
  verified: (verified: boolean) => Promise<void>
  /** Removes all passkeys from the authenticator. The provider still knows them. */
  clear: () => Promise<void>
}

/**
 * A session of the Chrome DevTools Protocol, as Playwright offers it, as far as it is used here.
 */
export interface Protocol {
  send(method: 'WebAuthn.enable'): Promise<unknown>
  send(method: 'WebAuthn.addVirtualAuthenticator', params: { options: AuthenticatorOptions }): Promise<{ authenticatorId: string }>
  send(method: 'WebAuthn.addCredential', params: { authenticatorId: string; credential: Credential }): Promise<unknown>
  send(method: 'WebAuthn.getCredentials', params: { authenticatorId: string }): Promise<{ credentials: { credentialId: string }[] }>
  send(method: 'WebAuthn.setAutomaticPresenceSimulation', params: { authenticatorId: string; enabled: boolean }): Promise<unknown>
  send(method: 'WebAuthn.setUserVerified', params: { authenticatorId: string; isUserVerified: boolean }): Promise<unknown>
  send(method: 'WebAuthn.clearCredentials', params: { authenticatorId: string }): Promise<unknown>
}

interface AuthenticatorOptions {
  protocol: 'ctap2'
  transport: 'internal'
  hasResidentKey: boolean
  hasUserVerification: boolean
  isUserVerified: boolean
  automaticPresenceSimulation: boolean
}

interface Credential {
  credentialId: string
  isResidentCredential: boolean
  rpId: string
  privateKey: string
  userHandle: string
  signCount: number
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** The protocol takes and gives base64, the provider base64url. */
const asUrl = (text: string) => Buffer.from(text, 'base64').toString('base64url')

/**
 * Throws the error of a browser without a virtual authenticator. `cause`: what the browser said.
 */
export const noAuthenticator = (cause: unknown): never => {
  throw new TestingError('no_authenticator', 'This browser has no virtual authenticator. Run tests with passkeys in Chromium.', { cause })
}

/** A device that keeps passkeys, and that its owner touches at once. */
export const touchedAtOnce = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/**
 * `domainNow`: the host of the page. Rejects with a TestingError if the browser has no virtual
 * authenticator.
 */
export const createPasskey = async (
  protocol: Protocol,
  { signIn }: Pick<EmulatorControls, 'signIn'>,
  domainNow: () => string,
): Promise<Passkey> => {
  await protocol.send('WebAuthn.enable').catch(noAuthenticator)
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', { options: touchedAtOnce })

  return {
    add: async ({ domain = domainNow(), name, ...owner }) => {
      const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const id = crypto.getRandomValues(new Uint8Array(16))
      const credential_id = asUrl(base64(id))
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
      const { user_id } = await signIn({
        ...owner,
        webauthn_registrations: [{ credential_id, public_key: { kty, crv, x, y }, domain, ...(name !== undefined && { name }) }],
      })
      await protocol.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: {
          credentialId: base64(id),
          isResidentCredential: true,
          rpId: domain,
          privateKey: base64(new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))),
          userHandle: base64(new TextEncoder().encode(user_id)),
          signCount: 0,
        },
      })
      return credential_id
    },
    credentials: async () => {
      const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(({ credentialId }) => asUrl(credentialId))
    },
    touched: async (enabled) => void (await protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    verified: async (isUserVerified) => void (await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    clear: async () => void (await protocol.send('WebAuthn.clearCredentials', { authenticatorId })),
  }
}
