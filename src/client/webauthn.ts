import * as api from '../api/webauthn.ts'
import type { Answer, WebauthnRegistration } from '../api/entities.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { supportsAutofill } from '../browser/passkeySupport.ts'
import { ceremony, hasPasskeyField } from '../browser/webauthn.ts'
import type { Core } from './core.ts'
import {
  askForPasskey,
  createPasskey,
  createTries,
  logInWithPasskey,
  type AuthenticateOptions,
  type ImmediateOptions,
  type RegisterOptions,
  type UpgradeOptions,
  type WebauthnAuthenticated,
} from './passkeySteps.ts'

/**
 * `client.webauthn`: passkeys and security keys. A page has one prompt at a time: a later one ends the one before. If something goes wrong on the device, the
 * call rejects with a LatchkeySDKError whose `code` says what: `passkey_cancelled`, `passkey_registered`, `passkey_domain`, `passkey_aborted`,
 * `passkey_unreadable`, `passkeys_unsupported`. Its `cause` is the browser's DOMException.
 */
export interface WebauthnNamespace {
  /** Creates a passkey or a security key for the user who is signed in. */
  register(options?: RegisterOptions): Promise<WebauthnAuthenticated>
  /**
   * Signs in with a passkey or a security key. Resolves with null if `conditional_mediation` cannot work: the browser has no autofill for passkeys, or no
   * `input` has `webauthn` in its `autocomplete`.
   */
  authenticate(options: AuthenticateOptions): Promise<WebauthnAuthenticated | null>
  /**
   * Signs in with a passkey that this device has, for a button of yours: `Log in`. The browser shows the visitor their passkeys. Resolves with null if there is none, if the
   * visitor closes the list, or if the browser cannot do this; go on to your log-in page then. Call it when the visitor presses the button.
   */
  authenticateImmediately(options: ImmediateOptions): Promise<WebauthnAuthenticated | null>
  /**
   * Creates a passkey for the user who is signed in, without asking them, if the browser offers that: it does so for visitors who have just signed in with a password that the
   * browser has stored. Resolves with null if there is no passkey: the browser cannot, does not within 5 s, or has one already, or the page begins another ceremony. If
   * it resolves with an answer, tell the visitor.
   */
  upgrade(options?: UpgradeOptions): Promise<WebauthnAuthenticated | null>
  /** Renames a passkey or a security key. */
  update(options: {
    /** Its id. */
    webauthn_registration_id: string
    /** The new name. */
    name: string
  }): Promise<
    Answer & {
      /** The passkey as it is now. */
      webauthn_registration: WebauthnRegistration
    }
  >
  /** Whether this browser can offer passkeys in the list under a field. */
  browserSupportsAutofill(): Promise<boolean>
}

const shortcuts = () => import('./passkeyShortcuts.ts')

/** Creates `client.webauthn`. */
export const webauthn = (core: Core): WebauthnNamespace => ({
  register: async (options) => {
    const given = await (await core.engine()).check(api.registerRules, options)
    return createPasskey(core, given, (publicKey) => ceremony('create', publicKey, given)) as Promise<WebauthnAuthenticated>
  },

  upgrade: async (options) => (await shortcuts()).upgrade(core, options),

  authenticateImmediately: async (options) => (await shortcuts()).authenticateImmediately(core, options),

  async authenticate(options) {
    const given = await (await core.engine()).check(api.authenticateRules, options)
    const { session_duration_minutes, domain, is_passkey, conditional_mediation: autofill, signal } = given
    if (autofill && !((await supportsAutofill()) && hasPasskeyField(document))) {
      if (hostChecks)
        console.error(
          `${core.brand.prefix} Passkey autofill needs a browser that supports it, and an input with autocomplete="username webauthn".`,
        )
      return null
    }
    const tries = autofill ? createTries(document, signal) : undefined
    return logInWithPasskey(core, await askForPasskey(core, { domain, is_passkey, tries, signal }), session_duration_minutes)
  },

  async update(options) {
    const { webauthn_registration_id, name } = { ...options }
    return core.send(api.update, { name }, { webauthn_registration_id })
  },

  browserSupportsAutofill: supportsAutofill,
})
