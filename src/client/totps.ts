import * as api from '../api/totps.ts'
import type { RecoveryCodes, TotpCreated } from '../api/totps.ts'
import type { Authenticated, SessionDuration } from '../api/entities.ts'
import type { Core } from './core.ts'
import { verbatim } from './verbatim.ts'

/** `client.totps`: authenticator apps (RFC 6238; wire.md 1.3). */
export interface TotpNamespace {
  /** Adds an authenticator app to whoever is signed in; its first code has to come within `expiration_minutes`. */
  create(options: { expiration_minutes: number }): Promise<Omit<TotpCreated, '__user'>>
  /** Proves the app with a code of 6 digits. */
  authenticate(options: { totp_code: string } & SessionDuration): Promise<Authenticated & { totp_id: string }>
  /** The recovery codes that are left. */
  recoveryCodes(): Promise<RecoveryCodes>
  /** Spends a recovery code in place of an app that was lost. */
  recover(options: { recovery_code: string } & SessionDuration): Promise<Authenticated & { totp_id: string }>
}

/** `client.totps`: authenticator apps as a second factor, and their recovery codes. */
export const totps = (core: Core): TotpNamespace => {
  const method = verbatim(core)
  return {
    create: method(api.create),
    authenticate: method(api.authenticate),
    recoveryCodes: method(api.recoveryCodes),
    recover: method(api.recover),
  }
}
