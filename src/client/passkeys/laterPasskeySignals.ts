import { supportsPasskeys } from '../../browser/passkeySupport.ts'
import type { Core } from '../core.ts'
import type { PasskeySignals } from './PasskeySignals.ts'

/** The same as `passkeySignals` of passkeySteps.ts, for screens: fetches the code for passkeys with it, because few visitors change one. */
export const laterPasskeySignals = async (core: Core): Promise<PasskeySignals | undefined> => {
  if (!supportsPasskeys()) return
  try {
    return await (await import('../namespaces/webauthn.ts')).passkeySignals(core)
  } catch {}
}
