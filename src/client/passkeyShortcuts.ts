import { immediateRules, upgradeRules } from '../api/passkeyShortcuts.ts'
import { ceremony, isAble, type CeremonyOptions } from '../browser/webauthn.ts'
import type { Core } from './core.ts'
import {
  askForPasskey,
  createPasskey,
  logInWithPasskey,
  tellBrowser,
  type ImmediateOptions,
  type UpgradeOptions,
  type WebauthnAuthenticated,
} from './passkeySteps.ts'

// The methods of `client.webauthn` that few pages call. They load when they are called.

/** See `upgrade` of `client.webauthn`. */
export async function upgrade(core: Core, given?: UpgradeOptions): Promise<WebauthnAuthenticated | null> {
  const checked = await (await core.engine()).check(upgradeRules, given)
  if (!(await isAble('conditionalCreate'))) return null
  const { domain = location.hostname, signal } = { ...checked }
  let made: unknown
  const make = async (options: CeremonyOptions) => {
    made = await ceremony('create', options, { signal, mode: 'upgrade' }).catch((error) => {
      if (signal?.aborted) throw error
    })
    return made || undefined
  }
  try {
    return await createPasskey(core, { ...checked, is_passkey: true }, make)
  } catch (error) {
    // the visitor would be offered a passkey that they have never heard of, and that does not work
    const { error_type } = error as { error_type?: string }
    if (made && error_type && error_type !== 'duplicate_webauthn_registration') tellBrowser(({ tellUnknown }) => tellUnknown(domain, made))
    throw error
  }
}

/** See `authenticateImmediately` of `client.webauthn`. */
export async function authenticateImmediately(core: Core, given: ImmediateOptions): Promise<WebauthnAuthenticated | null> {
  const { session_duration_minutes, ...question } = await (await core.engine()).check(immediateRules, given)
  if (!(await isAble('immediateGet'))) return null
  try {
    const chosen = await askForPasskey(core, { ...question, is_passkey: true, immediately: 'only' })
    return await logInWithPasskey(core, chosen, session_duration_minutes)
  } catch (error) {
    // there is none, the visitor has closed the list, or another ceremony has begun
    if (/cancelled|aborted|unsupported/.test((error as { code?: string }).code!) && !question.signal?.aborted) return null
    throw error
  }
}
