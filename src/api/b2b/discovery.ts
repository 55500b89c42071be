import { admits, post } from './call.ts'
import type { DiscoveredWithHint, MemberAuthentication, OrganizationPolicyGiven, SessionOptions } from './entities.ts'

/** A new organization; what is not given is made of the address of who makes it. */
export interface NewOrganization extends OrganizationPolicyGiven, SessionOptions {
  organization_name?: string
  organization_slug?: string
  organization_logo_url?: string
}

/** `client.discovery`: from a proved address to an organization. */
export const discovery = {
  organizations: {
    /** The organizations that the intermediate token, or else the session, leads to. */
    list: post<undefined, Omit<DiscoveredWithHint, 'intermediate_session_token'>>('discovery/organizations', '+intermediate_session_token'),
    /** Makes an organization, and signs in as its first member. */
    create: admits<NewOrganization, MemberAuthentication>(
      'discovery/organizations/create',
      'session_duration_minutes organization_name? organization_slug? organization_logo_url? sso_jit_provisioning? email_allowed_domains? email_invites? ' +
        'auth_methods? allowed_auth_methods? mfa_policy? +intermediate_session_token',
    ),
  },
  intermediateSessions: {
    /** Signs in to an organization with the intermediate token: joins it, where that is allowed. */
    exchange: admits<{ organization_id: string } & SessionOptions, MemberAuthentication>(
      'discovery/intermediate_sessions/exchange',
      'organization_id session_duration_minutes locale? +intermediate_session_token',
    ),
  },
}
