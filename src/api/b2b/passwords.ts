import type { PasswordStrength } from '../passwords.ts'
import { guardedPost, guardedSignIn, post, type FieldChecks } from './call.ts'
import type { DiscoveredWithHint, EmailInOrganization, MemberAuthentication, MemberSignedIn, SessionOptions } from './entities.ts'

/** Options of the email for a new password. */
export interface MemberResetOptions {
  /**
   * Your page that asks for the new password: a redirect URL of the project. Default: the project's
   * default one.
   */
  reset_password_redirect_url?: string
  /** How long the link is valid, in minutes: 5 to 10,080. Default 30. */
  reset_password_expiration_minutes?: number
  /** The project's template for the email. Default: the project's default one. */
  reset_password_template_id?: string
  /**
   * The project's template for the email to a member who has to prove their address first. Default:
   * the project's default one.
   */
  verify_email_template_id?: string
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

const resetChecks = {
  reset_password_redirect_url: 'string?',
  reset_password_template_id: 'string?',
  reset_password_expiration_minutes: 'number?',
  verify_email_template_id: 'string?',
  locale: 'string?',
} as const satisfies FieldChecks<MemberResetOptions>

/** The rating of a password. */
export interface MemberPasswordStrength extends Omit<PasswordStrength, 'feedback'> {
  /** What makes the password weak, and how to make it better, if the policy is `zxcvbn`. */
  zxcvbn_feedback: Pick<PasswordStrength['feedback'], 'suggestions' | 'warning'>
  /** What the policy `luds` counts, and how much of it the password has. */
  luds_feedback: PasswordStrength['feedback']['luds_requirements']
}

/** `client.passwords`. */
export const passwords = {
  /** Signs in to an organization with a password. */
  authenticate: guardedSignIn('passwords/authenticate')<
    EmailInOrganization & {
      /** The password. */
      password: string
    } & SessionOptions,
    MemberAuthentication
  >({
    needs: {
      organization_id: ['string', 'org_id'],
      password: 'string',
      email_address: 'string',
      session_duration_minutes: 'number',
      locale: 'string?',
    },
    intermediateToken: true,
  }),
  /** Sends an email whose link leads to your page for a new password. */
  resetByEmailStart: guardedPost('passwords/email/reset/start')<
    EmailInOrganization & {
      /**
       * Where the link leads that signs the member in without a new password: a redirect URL of the
       * project. Default: the project's default one.
       */
      login_redirect_url?: string
    } & MemberResetOptions
  >({
    needs: { email_address: ['string', 'email'], login_redirect_url: 'string?', ...resetChecks, organization_id: 'string' },
    challenge: ['code_challenge', 'passwords'],
  }),
  /**
   * Sets the new password with the token of that link (`stytch_token_type=multi_tenant_passwords`),
   * and signs the member in.
   */
  resetByEmail: guardedSignIn('passwords/email/reset')<
    {
      /** The token from the URL. */
      password_reset_token: string
      /** The new password. */
      password: string
    } & SessionOptions,
    MemberAuthentication
  >({
    needs: { password_reset_token: 'string', password: 'string', session_duration_minutes: 'number', locale: 'string?' },
    intermediateToken: true,
    verifier: ['code_verifier', 'passwords'],
  }),
  /** Replaces a password that the member knows, and signs the member in. */
  resetByExistingPassword: guardedSignIn('passwords/existing_password/reset')<
    EmailInOrganization & {
      /** The current password. */
      existing_password: string
      /** The new password. */
      new_password: string
    } & SessionOptions,
    MemberAuthentication
  >({
    needs: {
      email_address: ['string', 'email'],
      existing_password: 'string',
      new_password: 'string',
      locale: 'string?',
      session_duration_minutes: 'number',
      organization_id: 'string',
    },
  }),
  /** Sets a new password for the member who is signed in. */
  resetBySession: guardedSignIn('passwords/session/reset')<
    {
      /** The new password. */
      password: string
    },
    MemberSignedIn
  >({ needs: { password: 'string' } }),
  /** Rates a password, and says what it lacks. */
  strengthCheck: post('passwords/strength_check')<
    {
      /** The member's address. A password that contains parts of it is rated lower. */
      email_address?: string
      /** The password. */
      password: string
    },
    MemberPasswordStrength
  >({
    needs: { email_address: ['string?', 'email'], password: 'string' },
  }),
  /** For visitors who have yet to choose an organization. */
  discovery: {
    /**
     * Sends an email whose link leads to your page for a new password, for every organization of
     * the visitor.
     */
    resetByEmailStart: guardedPost('passwords/discovery/reset/start')<
      {
        /** The visitor's address. */
        email_address: string
        /**
         * Where the link leads that goes on without a new password: a redirect URL of the project.
         * Default: the project's default one.
         */
        discovery_redirect_url?: string
      } & MemberResetOptions
    >({
      needs: { email_address: ['string', 'email'], discovery_redirect_url: ['string?', 'login_redirect_url'], ...resetChecks },
      challenge: ['pkce_code_challenge', 'passwords'],
    }),
    /** Sets the new password with that link's token, and lists the organizations it leads to. */
    resetByEmail: guardedSignIn('passwords/discovery/reset')<
      {
        /** The token from the URL. */
        password_reset_token: string
        /** The new password. */
        password: string
        /** The language of messages: `en`, `es`, `pt-br`. Default: `en`. */
        locale?: string
      },
      DiscoveredWithHint
    >({
      needs: { password_reset_token: 'string', password: 'string' },
      intermediateToken: true,
      verifier: ['pkce_code_verifier', 'passwords'],
    }),
    /** Proves a password, and says which organizations it leads to. */
    authenticate: guardedSignIn('passwords/discovery/authenticate')<
      {
        /** The visitor's address. */
        email_address: string
        /** The password. */
        password: string
      },
      DiscoveredWithHint
    >({
      needs: { password: 'string', email_address: 'string' },
    }),
  },
}
