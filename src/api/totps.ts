import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration, User } from './entities.ts'

/** A new authenticator app: `secret` is base32, `qr_code` a data URL of an image. */
export interface TotpCreated extends Answer {
  user_id: string
  totp_id: string
  secret: string
  qr_code: string
  recovery_codes: string[]
  __user: User
}

export interface RecoveryCodes extends Answer {
  user_id: string
  totps: { totp_id: string; verified: boolean; recovery_codes: string[] }[]
}

/** `expiration_minutes`: how long the first code may take to come. */
export const create = call<{ expiration_minutes: number }, TotpCreated>('POST /totps', {
  method: 'totps.create',
  needs: { expiration_minutes: 'number' },
  gives: { totp_id: 'string', secret: 'string' },
})

export const authenticate = call<{ totp_code: string } & SessionDuration, Authenticated & { totp_id: string }>('POST /totps/authenticate', {
  method: 'totps.authenticate',
  guard: 'retry',
  needs: { session_duration_minutes: 'number', totp_code: 'string' },
  signsIn: true,
})

/** Sent without a body. */
export const recoveryCodes = call<undefined, RecoveryCodes>('POST /totps/recovery_codes')

export const recover = call<{ recovery_code: string } & SessionDuration, Authenticated & { totp_id: string }>('POST /totps/recover', {
  method: 'totps.recover',
  guard: 'retry',
  needs: { session_duration_minutes: 'number', recovery_code: 'string' },
  signsIn: true,
})
