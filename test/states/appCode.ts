import { Secret, TOTP } from 'otpauth'
import type { Emulator } from '../../src/tools/emulator/index.ts'

/**
 * The code that the newest authenticator app shows now. The gallery never types one, so this
 * library is not part of it.
 */
export const appCode = (emulator: Emulator): string => {
  const [, { secret }] = (emulator.state().stores.authenticators as [id: string, app: { secret: string }][]).at(-1)!
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: emulator.clock.now() })
}
