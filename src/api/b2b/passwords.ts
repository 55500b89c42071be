import type { PasswordStrength } from '../passwords.ts'
import { guarded, post, signsIn } from './call.ts'
import type { DiscoveredWithHint, EmailInOrganization, MemberAuthentication, MemberSignedIn, SessionOptions } from './entities.ts'

/** What is said of a reset mail. Redirects must be URLs of the project; minutes. */
export interface MemberResetOptions {
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  reset_password_template_id?: string
  verify_email_template_id?: string
  locale?: string
}

const resetFields =
  'reset_password_redirect_url? reset_password_template_id? reset_password_expiration_minutes? verify_email_template_id? locale?'
/** How good a password is: what the provider tells a consumer's client as `feedback`, it tells members in two parts. */
export interface MemberPasswordStrength extends Omit<PasswordStrength, 'feedback'> {
  zxcvbn_feedback: Pick<PasswordStrength['feedback'], 'suggestions' | 'warning'>
  luds_feedback: PasswordStrength['feedback']['luds_requirements']
}

/** `client.passwords`. */
export const passwords = {
  /** Signs in to an organization. */
  authenticate: signsIn<EmailInOrganization & { password: string } & SessionOptions, MemberAuthentication>(
    'passwords/authenticate',
    'organization_id=org_id password email_address session_duration_minutes locale? +intermediate_session_token',
  ),
  /** Sends a mail whose link leads to a page for a new password. */
  resetByEmailStart: guarded<EmailInOrganization & { login_redirect_url?: string } & MemberResetOptions>(
    'passwords/email/reset/start',
    `email_address=email login_redirect_url? ${resetFields} organization_id +code_challenge:passwords`,
  ),
  /** Sets the new password with the token of that link (`stytch_token_type` multi_tenant_passwords), and signs in. */
  resetByEmail: signsIn<{ password_reset_token: string; password: string } & SessionOptions, MemberAuthentication>(
    'passwords/email/reset',
    'password_reset_token password session_duration_minutes locale? +intermediate_session_token +code_verifier:passwords',
  ),
  /** Replaces a password that the member knows, and signs in. */
  resetByExistingPassword: signsIn<
    EmailInOrganization & { existing_password: string; new_password: string } & SessionOptions,
    MemberAuthentication
  >(
    'passwords/existing_password/reset',
    'email_address=email existing_password new_password locale? session_duration_minutes organization_id',
  ),
  /** Sets the password of whoever is signed in. */
  resetBySession: signsIn<{ password: string }, MemberSignedIn>('passwords/session/reset', 'password'),
  /** Says how good a password is, and what it lacks. */
  strengthCheck: post<{ email_address?: string; password: string }, MemberPasswordStrength>(
    'passwords/strength_check',
    'email_address?=email password',
  ),
  discovery: {
    /** Sends a mail whose link leads to a page for a new password, good in every organization. */
    resetByEmailStart: guarded<{ email_address: string; discovery_redirect_url?: string } & MemberResetOptions>(
      'passwords/discovery/reset/start',
      `email_address=email discovery_redirect_url?=login_redirect_url ${resetFields} +pkce_code_challenge:passwords`,
    ),
    /** Sets the new password with the token of that link, and says which organizations it leads to. */
    resetByEmail: signsIn<{ password_reset_token: string; password: string; locale?: string }, DiscoveredWithHint>(
      'passwords/discovery/reset',
      'password_reset_token password +intermediate_session_token +pkce_code_verifier:passwords',
    ),
    /** Proves a password, and says which organizations it leads to. */
    authenticate: signsIn<{ email_address: string; password: string }, DiscoveredWithHint>(
      'passwords/discovery/authenticate',
      'password email_address',
    ),
  },
}
