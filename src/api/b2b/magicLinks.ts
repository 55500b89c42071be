import { guardedPost, guardedSignIn, post } from './call.ts'
import type { Discovered, EmailInOrganization, MemberAuthentication, MemberChanged, SessionOptions } from './entities.ts'

/** An invitation to an organization. */
export interface Invitation {
  /** The address to invite. */
  email_address: string
  /** Where the link leads: a redirect URL of the project. Default: the project's default one. */
  invite_redirect_url?: string
  /** The project's template for the email. Default: the project's default one. */
  invite_template_id?: string
  /** How long the link is valid, in minutes: 5 to 10,080. Default 10,080 (a week). */
  invite_expiration_minutes?: number
  /** The new member's full name. */
  name?: string
  /** Your own data about the new member. */
  untrusted_metadata?: Record<string, unknown>
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
  /** The ids of the new member's roles. */
  roles?: string[]
}

/** A link for a member of an organization, or for somebody who may join it. */
export interface OrganizationLink extends EmailInOrganization {
  /**
   * Where the link leads a member: a redirect URL of the project. Default: the project's default
   * one.
   */
  login_redirect_url?: string
  /**
   * Where the link leads a new member: a redirect URL of the project. Default: the project's
   * default one.
   */
  signup_redirect_url?: string
  /** The project's template for the email to a member. Default: the project's default one. */
  login_template_id?: string
  /** The project's template for the email to a new member. Default: the project's default one. */
  signup_template_id?: string
  /** How long the link of a member is valid, in minutes: 5 to 10,080. Default 60. */
  login_expiration_minutes?: number
  /** How long the link of a new member is valid, in minutes: 5 to 10,080. Default 60. */
  signup_expiration_minutes?: number
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

/** A link for a visitor who has yet to choose an organization. */
export interface DiscoveryLink {
  /** The visitor's address. */
  email_address: string
  /** Where the link leads: a redirect URL of the project. Default: the project's default one. */
  discovery_redirect_url?: string
  /** The project's template for the email. Default: the project's default one. */
  login_template_id?: string
  /** How long the link is valid, in minutes: 5 to 10,080. Default 60. */
  discovery_expiration_minutes?: number
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
}

/** `client.magicLinks`: links sent by email. */
export const magicLinks = {
  /** Sending links. */
  email: {
    /** Invites somebody to the organization of the member who is signed in. */
    invite: post('magic_links/email/invite')<Invitation, MemberChanged>({
      needs: {
        email_address: 'string',
        invite_redirect_url: 'string?',
        invite_template_id: 'string?',
        name: 'string?',
        locale: 'string?',
        roles: 'array?',
        invite_expiration_minutes: 'number?',
      },
    }),
    /** Sends a link to a member of an organization, or to somebody who may join it. */
    loginOrSignup: post('magic_links/email/login_or_signup')<OrganizationLink>({
      needs: {
        email_address: 'string',
        organization_id: 'string',
        login_redirect_url: 'string?',
        login_template_id: 'string?',
        signup_redirect_url: 'string?',
        signup_template_id: 'string?',
        locale: 'string?',
        login_expiration_minutes: 'number?',
        signup_expiration_minutes: 'number?',
      },
      challenge: ['pkce_code_challenge', 'magic_links'],
    }),
    /** Emails to visitors who have yet to choose an organization. */
    discovery: {
      /** Sends a link that leads to the choice of an organization. */
      send: guardedPost('magic_links/email/discovery/send')<DiscoveryLink>({
        needs: {
          email_address: 'string',
          discovery_redirect_url: 'string?',
          login_template_id: 'string?',
          locale: 'string?',
          discovery_expiration_minutes: 'number?',
        },
        challenge: ['pkce_code_challenge', 'magic_links'],
      }),
    },
  },
  /** Signs in by an organization's link (`stytch_token_type=multi_tenant_magic_links`). */
  authenticate: guardedSignIn('magic_links/authenticate')<
    {
      /** The token from the URL. */
      magic_links_token: string
    } & SessionOptions,
    MemberAuthentication & {
      /**
       * Whether other sessions of the member should be ended, if you keep any outside of the
       * provider.
       */
      reset_sessions: boolean
      /** The id of the address that the link went to. */
      method_id: string
    }
  >({
    needs: { magic_links_token: 'string', session_duration_minutes: 'number', locale: 'string?' },
    intermediateToken: true,
    verifier: ['pkce_code_verifier', 'passwords', 'magic_links'],
  }),
  /** For visitors who have yet to choose an organization. */
  discovery: {
    /**
     * Proves an address with the token of a discovery link (`stytch_token_type=discovery`), and
     * says which organizations it leads to.
     */
    authenticate: guardedSignIn('magic_links/discovery/authenticate')<
      {
        /** The token from the URL. */
        discovery_magic_links_token: string
      },
      Discovered
    >({
      needs: { discovery_magic_links_token: 'string' },
      verifier: ['pkce_code_verifier', 'magic_links'],
    }),
  },
}
