import type { Answer, SessionDuration } from '../entities.ts'
import { get, guardedPost, guardedSignIn } from './call.ts'
import type { MemberChanged, MemberIds, MemberSignedIn } from './entities.ts'
import type { MfaEnrollment } from './otps.ts'

/** A new authenticator app. */
export interface MemberTotpCreated extends MemberChanged {
  /** The id of the member's organization. */
  organization_id: string
  /** The id of the app. */
  totp_id: string
  /** The id of the app, under the name that it has in `Member`. */
  totp_registration_id: string
  /** The secret that the app needs, in base32, for a member who cannot scan the QR code. */
  secret: string
  /** The QR code for the app, as a data URL of an image. */
  qr_code: string
  /** Codes that the member keeps. Each can be used once instead of the app. */
  recovery_codes: string[]
}

/** `client.totp`: authenticator apps (RFC 6238). */
export const totp = {
  /** Adds an authenticator app to a member. */
  create: guardedPost('totp')<
    MemberIds & {
      /**
       * How long the member has to enter the app's first code, in minutes: 5 to 1,440. Default: the
       * provider's.
       */
      expiration_minutes?: number
    },
    MemberTotpCreated
  >({
    needs: { organization_id: 'string', member_id: 'string', expiration_minutes: 'number?' },
    intermediateToken: true,
    changes: 'member',
  }),
  /** Proves the second factor with a code of the app, and signs the member in. */
  authenticate: guardedSignIn('totp/authenticate')<
    MemberIds & {
      /** The code: six digits. */
      code: string
      /**
       * Whether the member has to prove a second factor from now on, whatever the organization asks
       * for. Default: as before.
       */
      set_mfa_enrollment?: MfaEnrollment
      /** Whether the member is asked for this second factor first. Default false. */
      set_default_mfa?: boolean
    } & SessionDuration,
    MemberSignedIn
  >({
    needs: {
      organization_id: 'string',
      member_id: 'string',
      code: 'string',
      session_duration_minutes: 'number',
      set_mfa_enrollment: 'string?',
      set_default_mfa: 'boolean?',
    },
    intermediateToken: true,
  }),
}

/** `client.recoveryCodes`: for members who have lost their authenticator app. */
export const recoveryCodes = {
  /** Proves the second factor with a recovery code, which works once, and signs the member in. */
  recover: guardedSignIn('recovery_codes/recover')<
    MemberIds & {
      /** The recovery code. */
      recovery_code: string
    } & SessionDuration,
    MemberSignedIn & {
      /** How many codes the member has left. */
      recovery_codes_remaining: number
    }
  >({
    needs: { organization_id: 'string', member_id: 'string', recovery_code: 'string', session_duration_minutes: 'number' },
    intermediateToken: true,
  }),
  /** Creates new recovery codes for the member who is signed in. The old ones no longer work. */
  rotate: guardedPost('recovery_codes/rotate')<
    undefined,
    Answer & {
      /** The new codes. */
      recovery_codes: string[]
    }
  >(),
  /** The recovery codes that the member who is signed in has left. */
  get: get('recovery_codes')<
    undefined,
    Answer & {
      /** The codes. */
      recovery_codes: string[]
    }
  >(),
}
