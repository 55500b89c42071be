import type { SessionDuration } from '../entities.ts'
import { guardedPost, guardedSignIn } from './call.ts'
import type { Discovered, EmailInOrganization, MemberAuthentication, MemberIds, MemberSignedIn, SessionOptions } from './entities.ts'

/**
 * Whether the member has to prove a second factor at every log-in from now on (`enroll`), or no
 * longer has to (`unenroll`).
 */
export type MfaEnrollment = 'enroll' | 'unenroll'

/** A code for a member of an organization, or for somebody who may join it. */
export interface OrganizationCode extends EmailInOrganization {
  /** The project's template for the email to a member. Default: the project's default one. */
  login_template_id?: string
  /** The project's template for the email to a new member. Default: the project's default one. */
  signup_template_id?: string
  /** How long the code of a member is valid, in minutes: 2 to 15. Default 10. */
  login_expiration_minutes?: number
  /** How long the code of a new member is valid, in minutes: 2 to 15. Default 10. */
  signup_expiration_minutes?: number
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

/** A code for a visitor who has yet to choose an organization. */
export interface DiscoveryCode {
  /** The visitor's address. */
  email_address: string
  /** The project's template for the email. Default: the project's default one. */
  login_template_id?: string
  /** How long the code is valid, in minutes: 2 to 15. Default 10. */
  discovery_expiration_minutes?: number
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

/** A code by SMS, as a second factor. */
export interface SmsCode extends MemberIds {
  /** The member's number, in E.164 format, if they have none yet. */
  mfa_phone_number?: string
  /** The language of the message: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
  /**
   * Whether the message ends in the format by which phones recognize a code and offer to fill it
   * in. Default false.
   */
  enable_autofill?: boolean
  /** How long the session of a code that was filled in lasts, in minutes. */
  autofill_session_duration_minutes?: number
}

/** `client.otps`: codes, by SMS as a second factor, by email as a first. */
export const otps = {
  /** Codes by SMS, as a second factor. */
  sms: {
    /** Sends a code to the member's phone. */
    send: guardedPost('otps/sms/send')<SmsCode>({
      needs: { organization_id: 'string', member_id: 'string', mfa_phone_number: 'string?', locale: 'string?' },
      intermediateToken: true,
    }),
    /** Proves the second factor with the code, and signs the member in. */
    authenticate: guardedSignIn('otps/sms/authenticate')<
      MemberIds & {
        /** The code: six digits. */
        code: string
        /**
         * Whether the member has to prove a second factor from now on, whatever the organization
         * asks for. Default: as before.
         */
        set_mfa_enrollment?: MfaEnrollment
      } & SessionDuration,
      MemberSignedIn
    >({
      needs: {
        session_duration_minutes: 'number',
        organization_id: 'string',
        member_id: 'string',
        code: 'string',
        set_mfa_enrollment: 'string?',
      },
      intermediateToken: true,
    }),
  },
  /** Codes by email. */
  email: {
    /** Sends a code to a member of an organization, or to somebody who may join it. */
    loginOrSignup: guardedPost('otps/email/login_or_signup')<OrganizationCode>({
      needs: {
        organization_id: 'string',
        email_address: 'string',
        login_template_id: 'string?',
        signup_template_id: 'string?',
        locale: 'string?',
        login_expiration_minutes: 'number?',
        signup_expiration_minutes: 'number?',
      },
    }),
    /** Signs in to an organization with the code. */
    authenticate: guardedSignIn('otps/email/authenticate')<
      EmailInOrganization & {
        /** The code: six digits. */
        code: string
      } & SessionOptions,
      MemberAuthentication & {
        /** The id of the address that the code went to. */
        method_id: string
      }
    >({
      needs: { code: 'string', email_address: 'string', organization_id: 'string', session_duration_minutes: 'number', locale: 'string?' },
      intermediateToken: true,
    }),
    /** For visitors who have yet to choose an organization. */
    discovery: {
      /** Sends a code that leads to the choice of an organization. */
      send: guardedPost('otps/email/discovery/send')<DiscoveryCode>({
        needs: { email_address: 'string', login_template_id: 'string?', locale: 'string?', discovery_expiration_minutes: 'number?' },
      }),
      /** Proves an address with the code, and says which organizations it leads to. */
      authenticate: guardedSignIn('otps/email/discovery/authenticate')<
        {
          /** The code: six digits. */
          code: string
          /** The visitor's address. */
          email_address: string
        },
        Discovered
      >({
        needs: { code: 'string', email_address: 'string' },
      }),
    },
  },
}
