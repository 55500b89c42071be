import type { SessionDuration } from '../entities.ts'
import { guarded, signsIn } from './call.ts'
import type { Discovered, EmailInOrganization, MemberAuthentication, MemberIds, MemberSignedIn, SessionOptions } from './entities.ts'

/** `enroll`: from now on the member has to prove a second factor; `unenroll`: no longer. */
export type MfaEnrollment = 'enroll' | 'unenroll'

export interface OrganizationCode extends EmailInOrganization {
  login_template_id?: string
  signup_template_id?: string
  /** Minutes until the code is void. */
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  locale?: string
}

export interface DiscoveryCode {
  email_address: string
  login_template_id?: string
  discovery_expiration_minutes?: number
  locale?: string
}

/** `mfa_phone_number` (E.164) is for a member who has no number yet. */
export interface SmsCode extends MemberIds {
  mfa_phone_number?: string
  locale?: string
  /** Has the message end as phones want it that fill codes in. */
  enable_autofill?: boolean
  /** Minutes that the session of a code lasts that was filled in. */
  autofill_session_duration_minutes?: number
}

/** `client.otps`: codes, by SMS as a second factor, by e-mail as a first. */
export const otps = {
  sms: {
    /** Sends a code to the member's phone. */
    send: guarded<SmsCode>('otps/sms/send', 'organization_id member_id mfa_phone_number? locale? +intermediate_session_token'),
    /** Proves the second factor, and signs in. */
    authenticate: signsIn<MemberIds & { code: string; set_mfa_enrollment?: MfaEnrollment } & SessionDuration, MemberSignedIn>(
      'otps/sms/authenticate',
      'session_duration_minutes organization_id member_id code set_mfa_enrollment? +intermediate_session_token',
    ),
  },
  email: {
    /** Sends a code to a member of an organization, or to who may join it. */
    loginOrSignup: guarded<OrganizationCode>(
      'otps/email/login_or_signup',
      'organization_id email_address login_template_id? signup_template_id? locale? login_expiration_minutes? signup_expiration_minutes?',
    ),
    /** Signs in with a code of an organization. */
    authenticate: signsIn<EmailInOrganization & { code: string } & SessionOptions, MemberAuthentication & { method_id: string }>(
      'otps/email/authenticate',
      'code email_address organization_id session_duration_minutes locale? +intermediate_session_token',
    ),
    discovery: {
      /** Sends a code that leads to the choice of an organization. */
      send: guarded<DiscoveryCode>('otps/email/discovery/send', 'email_address login_template_id? locale? discovery_expiration_minutes?'),
      /** Proves an address with that code, and says which organizations it leads to. */
      authenticate: signsIn<{ code: string; email_address: string }, Discovered>('otps/email/discovery/authenticate', 'code email_address'),
    },
  },
}
