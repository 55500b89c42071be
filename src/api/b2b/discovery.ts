import { post, signIn } from './call.ts'
import type { DiscoveredWithHint, MemberAuthentication, OrganizationPolicyGiven, SessionOptions } from './entities.ts'

/** A new organization. */
export interface NewOrganization extends OrganizationPolicyGiven, SessionOptions {
  /** Its name. Default: derived from the visitor's email address. */
  organization_name?: string
  /**
   * Its short name for URLs, which is unique in the project. Default: derived from the visitor's
   * email address.
   */
  organization_slug?: string
  /** The URL of its logo. */
  organization_logo_url?: string
}

/**
 * `client.discovery`: for visitors who have proved an address, and have yet to choose an
 * organization.
 */
export const discovery = {
  /** The organizations that a visitor can go on to. */
  organizations: {
    /**
     * Lists the organizations that the visitor can go on to: by the session or, without one, by the
     * intermediate token.
     */
    list: post('discovery/organizations')<undefined, Omit<DiscoveredWithHint, 'intermediate_session_token'>>({ intermediateToken: true }),
    /**
     * Creates an organization with the intermediate token, and signs the visitor in as its first
     * member.
     */
    create: signIn('discovery/organizations/create')<NewOrganization, MemberAuthentication>({
      needs: {
        session_duration_minutes: 'number',
        organization_name: 'string?',
        organization_slug: 'string?',
        organization_logo_url: 'string?',
        sso_jit_provisioning: 'string?',
        email_allowed_domains: 'array?',
        email_invites: 'string?',
        auth_methods: 'string?',
        allowed_auth_methods: 'array?',
        mfa_policy: 'string?',
      },
      intermediateToken: true,
    }),
  },
  /** The intermediate session of a visitor who has proved an address. */
  intermediateSessions: {
    /**
     * Signs the visitor in to an organization with the intermediate token. A visitor who may join
     * it becomes a member.
     */
    exchange: signIn('discovery/intermediate_sessions/exchange')<
      {
        /** The id of the organization. */
        organization_id: string
      } & SessionOptions,
      MemberAuthentication
    >({
      needs: { organization_id: 'string', session_duration_minutes: 'number', locale: 'string?' },
      intermediateToken: true,
    }),
  },
}
