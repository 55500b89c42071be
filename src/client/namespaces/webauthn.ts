import * as api from '../../api/webauthn.ts'
import type { Answer, WebauthnRegistration } from '../../api/entities.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { ceremony } from '../../browser/ceremony.ts'
import type { CeremonyOptions } from '../../browser/credentials.ts'
import { isAble } from '../../browser/passkeyAbilities.ts'
import { hasPasskeyField } from '../../browser/passkeyFields.ts'
import { supportsAutofill } from '../../browser/passkeySupport.ts'
import type { Core } from '../core.ts'
import {
  askForPasskey,
  createPasskey,
  createTries,
  logInWithPasskey,
  passkeyNotices,
  tellBrowser,
  type AuthenticateOptions,
  type ImmediateOptions,
  type RegisterOptions,
  type UpgradeOptions,
  type WebauthnAuthenticated,
} from '../passkeys/passkeySteps.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import type { PasskeyErrorCode } from '../../api/passkeyErrors.ts'

export { passkeyNotices }

/**
 * `client.webauthn`: passkeys and security keys. A page has one prompt at a time: a later one ends
 * the one before. If something goes wrong on the device, the call rejects with a LatchkeySDKError
 * whose `code` says what: `passkey_cancelled`, `passkey_registered`, `passkey_domain`,
 * `passkey_aborted`, `passkey_unreadable`, `passkeys_unsupported`. Its `cause` is the browser's
 * DOMException.
 */
export interface WebauthnNamespace {
  /** Creates a passkey or a security key for the user who is signed in. */
  register(options?: RegisterOptions): Promise<WebauthnAuthenticated>
  /**
   * Signs in with a passkey or a security key. Resolves with null if `conditional_mediation` cannot
   * work: the browser has no autofill for passkeys, or no `input` has `webauthn` in its
   * `autocomplete`.
   */
  authenticate(options: AuthenticateOptions): Promise<WebauthnAuthenticated | null>
  /**
   * Signs in with a passkey that this device has, for a button of yours: `Log in`. The browser
   * shows the visitor their passkeys. Resolves with null if there is none, if the visitor closes
   * the list, or if the browser cannot do this; go on to your log-in page then. Call it when the
   * visitor presses the button.
   */
  authenticateImmediately(options: ImmediateOptions): Promise<WebauthnAuthenticated | null>
  /**
   * Creates a passkey for the user who is signed in, without asking them, if the browser offers
   * that: it does so for visitors who have just signed in with a password that the browser has
   * stored. Resolves with null if there is no passkey: the browser cannot, does not within 5 s, or
   * has one already, or the page begins another ceremony. If it resolves with an answer, tell the
   * visitor.
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
  /** Returns whether this browser can offer passkeys in the list under a field. */
  browserSupportsAutofill(): Promise<boolean>
}

/** See `upgrade` of `client.webauthn`. */
async function upgrade(core: Core, options?: UpgradeOptions): Promise<WebauthnAuthenticated | null> {
  const question = await core.check(api.upgradeRules, options)
  if (!(await isAble('conditionalCreate'))) return null
  const { domain = location.hostname, signal } = { ...question }
  let credential: unknown
  const make = async (options: CeremonyOptions) => {
    credential = await ceremony('create', options, { signal, mode: 'upgrade' }).catch((error) => {
      if (signal?.aborted) throw error
    })
    return credential || undefined
  }
  try {
    return await createPasskey(core, { ...question, is_passkey: true }, make)
  } catch (error) {
    // the visitor would be offered a passkey that they have never heard of, and that does not work
    const { error_type } = error as { error_type?: string }
    if (credential && error_type && error_type !== 'duplicate_webauthn_registration')
      tellBrowser(core, ({ tellUnknown }) => tellUnknown(domain, credential))
    throw error
  }
}

/** There is none, the visitor has closed the list, or another ceremony has begun. */
const noPasskey: (PasskeyErrorCode | undefined)[] = ['passkeys_unsupported', 'passkey_cancelled', 'passkey_aborted']

/** See `authenticateImmediately` of `client.webauthn`. */
async function authenticateImmediately(core: Core, options: ImmediateOptions): Promise<WebauthnAuthenticated | null> {
  const { session_duration_minutes, ...question } = await core.check(api.immediateRules, options)
  if (!(await isAble('immediateGet'))) return null
  try {
    const passkey = await askForPasskey(core, { ...question, is_passkey: true, immediately: 'only' })
    return await logInWithPasskey(core, passkey, session_duration_minutes)
  } catch (error) {
    if (noPasskey.includes((error as { code?: PasskeyErrorCode }).code) && !question.signal?.aborted) return null
    throw error
  }
}

/** Creates `client.webauthn`. */
export const webauthn = (core: Core): WebauthnNamespace => {
  core.passkeyNotices = () => passkeyNotices(core)
  return {
    register: async (options) => {
      const question = await core.check(api.registerRules, options)
      return createPasskey(core, question, (publicKey) => ceremony('create', publicKey, question)) as Promise<WebauthnAuthenticated>
    },

    upgrade: (options) => upgrade(core, options),

    authenticateImmediately: (options) => authenticateImmediately(core, options),

    async authenticate(options) {
      const question = await core.check(api.authenticateRules, options)
      const { session_duration_minutes, domain, is_passkey, conditional_mediation: autofill, signal } = question
      if (autofill && !((await supportsAutofill()) && hasPasskeyField(safeDocument))) {
        if (hostChecks)
          console.error(
            `${core.brand.prefix} Passkey autofill needs a browser that supports it, and an input with autocomplete="username webauthn".`,
          )
        return null
      }
      const tries = autofill ? createTries(safeDocument, signal) : undefined
      return logInWithPasskey(core, await askForPasskey(core, { domain, is_passkey, tries, signal }), session_duration_minutes)
    },

    async update(options) {
      const { webauthn_registration_id, name } = { ...options }
      return core.send(api.update, { name }, { webauthn_registration_id })
    },

    browserSupportsAutofill: supportsAutofill,
  }
}
