import { supportsPasskeys } from '../../browser/passkeySupport.ts'
import type { Core } from '../core.ts'
import type { PasskeyNotices } from './PasskeyNotices.ts'

/**
 * Does the same as `passkeyNotices` of passkeySteps.ts, for screens: fetches the code for passkeys
 * with it, because few visitors change one.
 */
export const laterPasskeyNotices = async (core: Core): Promise<PasskeyNotices | undefined> => {
  if (!supportsPasskeys()) return
  try {
    return await (await import('../namespaces/webauthn.ts')).passkeyNotices(core)
  } catch {}
}
