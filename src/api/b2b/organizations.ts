import type { ConnectedApp } from '../connectedApps.ts'
import type { Answer } from '../entities.ts'
import { get, gives, post, put, remove } from './call.ts'
import type { Member, MemberChanged, MfaMethod, Open, Organization, OrganizationPolicyGiven } from './entities.ts'

export interface OrganizationUpdate extends OrganizationPolicyGiven {
  organization_name?: string
  organization_slug?: string
  organization_logo_url?: string
  sso_default_connection_id?: string
  rbac_email_implicit_role_assignments?: Organization['rbac_email_implicit_role_assignments']
}

export interface NewMember {
  email_address: string
  name?: string
  is_breakglass?: boolean
  mfa_enrolled?: boolean
  mfa_phone_number?: string
  untrusted_metadata?: Record<string, unknown>
  create_member_as_pending?: boolean
  roles?: string[]
}

export interface MemberUpdate extends Omit<Partial<NewMember>, 'create_member_as_pending'> {
  member_id: string
  default_mfa_method?: MfaMethod
  /** Whether an address that is replaced is free for somebody else at once. Without it, it is kept among `retired_email_addresses`. */
  unlink_email?: boolean
  /** Whether the sessions of a member whose roles change go on. */
  preserve_existing_sessions?: boolean
}

/** What is looked for. */
export type SearchOperand =
  | { filter_name: 'member_ids' | 'member_emails' | 'statuses' | 'member_mfa_phone_numbers' | 'member_roles'; filter_value: string[] }
  | { filter_name: 'member_email_fuzzy' | 'member_mfa_phone_number_fuzzy'; filter_value: string }
  | { filter_name: 'member_is_breakglass' | 'member_password_exists'; filter_value: boolean }
  | { filter_name: string; [more: string]: unknown }

export interface MemberSearch {
  query?: { operator: Open<'AND' | 'OR'>; operands: SearchOperand[] }
  /** Of the answer before, to go on from there. */
  cursor?: string
  limit?: number
}

export interface MembersFound extends Answer {
  members: Member[]
  organizations: Record<string, Organization>
  /** Without `next_cursor` there are no more. */
  results_metadata: { total: number; next_cursor?: string }
}

/** What an organization shows of itself to anybody. */
export type FoundOrganization = Pick<
  Organization,
  | 'organization_id'
  | 'organization_name'
  | 'organization_slug'
  | 'organization_logo_url'
  | 'sso_active_connections'
  | 'sso_default_connection_id'
  | 'auth_methods'
  | 'allowed_auth_methods'
  | 'mfa_methods'
  | 'allowed_mfa_methods'
  | 'mfa_policy'
  | 'oauth_tenant_jit_provisioning'
  | 'allowed_oauth_tenants'
  | 'email_jit_provisioning'
  | 'email_allowed_domains'
>

/** Either of the two. */
export interface RetiredEmail {
  email_id?: string
  email_address?: string
}

/** An app that members have let in; what each of them has granted it is theirs to know. */
export type OrganizationApp = Omit<ConnectedApp, 'scopes_granted'>

/** `client.organization`, but for `get` and what asks nobody. */
export const organization = {
  /** Changes the organization of whoever is signed in. */
  update: put<OrganizationUpdate, Answer & { organization: Organization }>('organizations/me'),
  /** Deletes it, with all its members; whoever is signed in here no longer is. */
  delete: { ...remove<undefined, Answer & { organization_id: string }>('organizations/me'), signsOut: true as const },
  /** Finds an organization by its slug; null where there is none. */
  getBySlug: post<{ organization_slug: string }, Answer & { organization: FoundOrganization | null }>(
    'organizations/search',
    'organization_slug',
  ),
  /** The apps that members have let in. */
  getConnectedApps: get<undefined, Answer & { connected_apps: OrganizationApp[] }>('organizations/connected_apps'),
  /** One of them, and who let it in. */
  getConnectedApp: get<
    { connected_app_id: string },
    Answer & OrganizationApp & { active_members: { member_id: string; granted_scopes: string[] }[] }
  >('organizations/connected_apps/:connected_app_id'),
  members: {
    create: post<NewMember, MemberChanged>('organizations/members'),
    search: post<MemberSearch, MembersFound>('organizations/me/members/search'),
    update: put<MemberUpdate, MemberChanged>('organizations/members/:member_id'),
    delete: remove<string, Answer & { member_id: string }>('organizations/members/:member_id'),
    reactivate: put<string, MemberChanged>('organizations/members/:member_id/reactivate'),
    deletePassword: remove<string, MemberChanged>('organizations/members/passwords/:member_password_id'),
    deleteMFAPhoneNumber: remove<string, MemberChanged>('organizations/members/mfa_phone_numbers/:member_id'),
    deleteMFATOTP: remove<string, MemberChanged>('organizations/members/totp/:member_id'),
    /** Frees an address that the member had before, for somebody else. */
    unlinkRetiredEmail: post<{ member_id: string } & RetiredEmail, MemberChanged>('organizations/members/:member_id/unlink_retired_email'),
    /** Sends a mail to a new address; it becomes the member's when its link is opened. */
    startEmailUpdate: post<
      { member_id: string; email_address: string; login_redirect_url?: string; login_template_id?: string; locale?: string },
      MemberChanged
    >('organizations/members/:member_id/start_email_update'),
    getConnectedApps: get<{ member_id: string }, Answer & { connected_apps: ConnectedApp[] }>(
      'organizations/members/:member_id/connected_apps',
    ),
    /** Shows an app out on the member's behalf. */
    revokeConnectedApp: post<{ member_id: string; connected_app_id: string }>(
      'organizations/members/:member_id/connected_apps/:connected_app_id/revoke',
    ),
  },
}

/** The organization of whoever is signed in. */
export const getOrganization = gives(get<undefined, Answer & { organization: Organization }>('organizations/me'), {
  organization: { organization_id: 'string' },
})

/** Whether an address is a member's of an organization: null where it is not (spec section 7). Screens ask it; a host has `members.search`. */
export const searchMember = post<
  { email_address: string; organization_id: string },
  Answer & { member: Pick<Member, 'status' | 'name' | 'member_password_id'> | null }
>('organizations/members/search', 'email_address organization_id')
