import { guarded, post, signsIn } from './call.ts'
import type { Discovered, EmailInOrganization, MemberAuthentication, MemberChanged, SessionOptions } from './entities.ts'

/** What is said of who is invited. Expirations are minutes. */
export interface Invitation {
  email_address: string
  invite_redirect_url?: string
  invite_template_id?: string
  invite_expiration_minutes?: number
  name?: string
  untrusted_metadata?: Record<string, unknown>
  locale?: string
  roles?: string[]
}

/** A link for who has, or makes, an account in one organization. Redirects must be URLs of the project. */
export interface OrganizationLink extends EmailInOrganization {
  login_redirect_url?: string
  signup_redirect_url?: string
  login_template_id?: string
  signup_template_id?: string
  login_expiration_minutes?: number
  signup_expiration_minutes?: number
  locale?: string
}

/** A link for who has yet to say which organization. */
export interface DiscoveryLink {
  email_address: string
  discovery_redirect_url?: string
  login_template_id?: string
  discovery_expiration_minutes?: number
  locale?: string
}

/** `client.magicLinks`: links sent by e-mail. */
export const magicLinks = {
  email: {
    /** Invites somebody to the organization of whoever is signed in. */
    invite: post<Invitation, MemberChanged>(
      'magic_links/email/invite',
      'email_address invite_redirect_url? invite_template_id? name? locale? roles? invite_expiration_minutes?',
    ),
    /** Sends a link to a member of an organization, or to who may join it. */
    loginOrSignup: post<OrganizationLink>(
      'magic_links/email/login_or_signup',
      'email_address organization_id login_redirect_url? login_template_id? signup_redirect_url? signup_template_id? locale? ' +
        'login_expiration_minutes? signup_expiration_minutes? +pkce_code_challenge:magic_links',
    ),
    discovery: {
      /** Sends a link that leads to the choice of an organization. */
      send: guarded<DiscoveryLink>(
        'magic_links/email/discovery/send',
        'email_address discovery_redirect_url? login_template_id? locale? discovery_expiration_minutes? +pkce_code_challenge:magic_links',
      ),
    },
  },
  /** Signs in with the token of a link of an organization (`stytch_token_type` multi_tenant_magic_links). */
  authenticate: signsIn<
    { magic_links_token: string } & SessionOptions,
    MemberAuthentication & { reset_sessions: boolean; method_id: string }
  >(
    'magic_links/authenticate',
    'magic_links_token session_duration_minutes locale? +intermediate_session_token +pkce_code_verifier:passwords:magic_links',
  ),
  discovery: {
    /** Proves an address with the token of a discovery link (`stytch_token_type` discovery), and says which organizations it leads to. */
    authenticate: signsIn<{ discovery_magic_links_token: string }, Discovered>(
      'magic_links/discovery/authenticate',
      'discovery_magic_links_token +pkce_code_verifier:magic_links',
    ),
  },
}
