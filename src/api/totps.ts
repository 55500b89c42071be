import { call } from './call.ts'
import type { Answer, Authenticated, Confirmation, SessionDuration, User } from './entities.ts'

/** A new authenticator app. */
export interface TotpCreated extends Answer {
  /** The user whose app it is. */
  user_id: string
  /** The id of the app. */
  totp_id: string
  /** The secret that the app needs, in base32, for a visitor who cannot scan the QR code. */
  secret: string
  /** The QR code for the app, as a data URL of an image. */
  qr_code: string
  /** Codes that the visitor keeps. Each can be used once instead of the app. */
  recovery_codes: string[]
  /** The user as it is now. */
  __user: User
}

/** The recovery codes of a user. */
export interface RecoveryCodes extends Answer {
  /** The user whose codes they are. */
  user_id: string
  /** The user's authenticator apps. */
  totps: {
    /** The id of the app. */
    totp_id: string
    /** Whether the user has proved the app with a code. */
    verified: boolean
    /** The codes that have not been used. */
    recovery_codes: string[]
  }[]
}

/** Creates an authenticator app. `expiration_minutes`: the time to enter the first code. */
export const create = call<{ expiration_minutes: number }, TotpCreated>('POST /totps', {
  method: 'totps.create',
  needs: { expiration_minutes: 'number' },
  gives: { totp_id: 'string', secret: 'string', qr_code: 'string', recovery_codes: ['string'] },
})

export const authenticate = call<
  { totp_code: string; trust_device?: boolean } & SessionDuration & Confirmation,
  Authenticated & { totp_id: string }
>('POST /totps/authenticate', {
  method: 'totps.authenticate',
  guard: 'retry',
  needs: { session_duration_minutes: 'number', totp_code: 'string', trust_device: 'boolean?' },
  signsIn: true,
})

/** Gets the recovery codes. Has no body. */
export const recoveryCodes = call<undefined, RecoveryCodes>('POST /totps/recovery_codes', {
  gives: { totps: [{ recovery_codes: ['string'] }] },
})

export const recover = call<
  { recovery_code: string; trust_device?: boolean } & SessionDuration & Confirmation,
  Authenticated & { totp_id: string }
>('POST /totps/recover', {
  method: 'totps.recover',
  guard: 'retry',
  needs: { session_duration_minutes: 'number', recovery_code: 'string', trust_device: 'boolean?' },
  signsIn: true,
})
