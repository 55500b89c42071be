import type { Answer, SessionDuration } from '../entities.ts'
import { get, guarded, signsIn } from './call.ts'
import type { MemberChanged, MemberIds, MemberSignedIn } from './entities.ts'
import type { MfaEnrollment } from './otps.ts'

/** A new authenticator app: `secret` is base32, `qr_code` a data URL of an image. */
export interface MemberTotpCreated extends MemberChanged {
  organization_id: string
  totp_id: string
  /** The same, by the name that {@link Member} has for it. */
  totp_registration_id: string
  secret: string
  qr_code: string
  recovery_codes: string[]
}

/** `client.totp`: authenticator apps (RFC 6238). */
export const totp = {
  /** Adds an authenticator app; its first code has to come within `expiration_minutes`. */
  create: guarded<MemberIds & { expiration_minutes?: number }, MemberTotpCreated>(
    'totp',
    'organization_id member_id expiration_minutes? +intermediate_session_token',
  ),
  /** Proves the second factor with a code of 6 digits, and signs in. */
  authenticate: signsIn<
    MemberIds & { code: string; set_mfa_enrollment?: MfaEnrollment; set_default_mfa?: boolean } & SessionDuration,
    MemberSignedIn
  >(
    'totp/authenticate',
    'organization_id member_id code session_duration_minutes set_mfa_enrollment? set_default_mfa? +intermediate_session_token',
  ),
}

/** `client.recoveryCodes`: for who has lost the authenticator app. */
export const recoveryCodes = {
  /** Spends a recovery code in place of the app's, and signs in. */
  recover: signsIn<MemberIds & { recovery_code: string } & SessionDuration, MemberSignedIn & { recovery_codes_remaining: number }>(
    'recovery_codes/recover',
    'organization_id member_id recovery_code session_duration_minutes +intermediate_session_token',
  ),
  /** Makes new codes in place of those that are left. */
  rotate: guarded<undefined, Answer & { recovery_codes: string[] }>('recovery_codes/rotate'),
  /** The codes that are left. */
  get: get<undefined, Answer & { recovery_codes: string[] }>('recovery_codes'),
}
