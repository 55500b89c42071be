import type { ConnectedApp } from '../connectedApps.ts'
import type { Answer } from '../entities.ts'
import { get, post, put, remove } from './call.ts'
import type { EmailUpdate, Member, MemberChanged, MfaMethod, Open, Organization, OrganizationPolicyGiven } from './entities.ts'

/** Changes to an organization. What you leave out stays as it is. */
export interface OrganizationUpdate extends OrganizationPolicyGiven {
  /** The new name. */
  organization_name?: string
  /** The new short name for URLs, which is unique in the project. */
  organization_slug?: string
  /** The URL of the new logo. */
  organization_logo_url?: string
  /** The connection that members sign in by if none is named. */
  sso_default_connection_id?: string
  /** The roles that members have by the domain of their address. */
  rbac_email_implicit_role_assignments?: Organization['rbac_email_implicit_role_assignments']
}

/** A new member. */
export interface NewMember {
  /** The member's email address. */
  email_address: string
  /** The member's full name. */
  name?: string
  /** Whether the member may sign in in any way, whatever the organization allows. Default false. */
  is_breakglass?: boolean
  /**
   * Whether the member has to prove a second factor at every log-in, even if the organization does
   * not ask for one. Default false.
   */
  mfa_enrolled?: boolean
  /** The number for codes as a second factor, in E.164 format. */
  mfa_phone_number?: string
  /** Your own data about the member. */
  untrusted_metadata?: Record<string, unknown>
  /**
   * Whether the member is `pending` until they sign in for the first time. Default false: the
   * member is `active` at once.
   */
  create_member_as_pending?: boolean
  /** The ids of the member's roles. */
  roles?: string[]
}

/** Changes to a member. What you leave out stays as it is. */
export interface MemberUpdate extends Omit<Partial<NewMember>, 'create_member_as_pending'> {
  /** The member who changes. */
  member_id: string
  /** The second factor that the member is asked for first. */
  default_mfa_method?: MfaMethod
  /**
   * Whether somebody else can use a replaced address at once. Default false: it is kept in
   * `retired_email_addresses`.
   */
  unlink_email?: boolean
  /** Whether the member stays signed in when their roles change. Default false. */
  preserve_existing_sessions?: boolean
}

/** What to look for. */
export type SearchOperand =
  | {
      /** What to compare. */
      filter_name: 'member_ids' | 'member_emails' | 'statuses' | 'member_mfa_phone_numbers' | 'member_roles'
      /** What it has to be. */
      filter_value: string[]
    }
  | {
      /** What to compare. */
      filter_name: 'member_email_fuzzy' | 'member_mfa_phone_number_fuzzy'
      /** What it has to be. */
      filter_value: string
    }
  | {
      /** What to compare. */
      filter_name: 'member_is_breakglass' | 'member_password_exists'
      /** What it has to be. */
      filter_value: boolean
    }
  | {
      /** What to compare. */
      filter_name: string
      [more: string]: unknown
    }

/** A search among the members of the organization. */
export interface MemberSearch {
  /** What to look for. Default: all members. */
  query?: {
    /** Whether a member has to meet all operands or one of them. */
    operator: Open<'AND' | 'OR'>
    /** What to look for. */
    operands: SearchOperand[]
  }
  /** `next_cursor` of the previous answer, to continue from there. */
  cursor?: string
  /** The most members to return: 1 to 1,000. Default 100. */
  limit?: number
}

/** The members that a search has found. */
export interface MembersFound extends Answer {
  /** The members. */
  members: Member[]
  /** Their organizations, by id. */
  organizations: Record<string, Organization>
  /** How many there are, and how to get more. */
  results_metadata: {
    /** How many members the search has found in all. */
    total: number
    /** The `cursor` for the next call. Absent if there are no more members. */
    next_cursor?: string
  }
}

/** What an organization shows to visitors who are not signed in. */
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

/** An address that a member had before: by its id, or by itself. */
export interface RetiredEmail {
  /** The id of the address. */
  email_id?: string
  /** The address. */
  email_address?: string
}

/** An app that members of the organization have authorized. */
export type OrganizationApp = Omit<ConnectedApp, 'scopes_granted'>

/** The methods of `client.organization` that call the provider, except `get`. */
export const organization = {
  /** Changes the organization of the member who is signed in. */
  update: put('organizations/me')<
    OrganizationUpdate,
    Answer & {
      /** The organization as it is now. */
      organization: Organization
    }
  >({ changes: 'organization' }),
  /** Deletes the organization with all its members. Everybody in this browser is signed out. */
  delete: remove('organizations/me')<
    undefined,
    Answer & {
      /** The id of the organization that is deleted. */
      organization_id: string
    }
  >({ signsOut: true }),
  /** Finds an organization by its short name. Nobody has to be signed in. */
  getBySlug: post('organizations/search')<
    {
      /** The short name. */
      organization_slug: string
    },
    Answer & {
      /** The organization; null if there is none. */
      organization: FoundOrganization | null
    }
  >({
    needs: { organization_slug: 'string' },
  }),
  /** The apps that members of the organization have authorized. */
  getConnectedApps: get('organizations/connected_apps')<
    undefined,
    Answer & {
      /** The apps. */
      connected_apps: OrganizationApp[]
    }
  >(),
  /** One of these apps, with the members who have authorized it. */
  getConnectedApp: get('organizations/connected_apps/:connected_app_id')<
    {
      /** The app's id. */
      connected_app_id: string
    },
    Answer &
      OrganizationApp & {
        /** The members who have authorized it. */
        active_members: {
          /** The member's id. */
          member_id: string
          /** The scopes that the member has granted. */
          granted_scopes: string[]
        }[]
      }
  >(),
  /** The organization's members. The role of the signed-in member has to allow each call. */
  members: {
    /** Adds a member. */
    create: post('organizations/members')<NewMember, MemberChanged>(),
    /** Finds members. */
    search: post('organizations/me/members/search')<MemberSearch, MembersFound>(),
    /** Changes a member. */
    update: put('organizations/members/:member_id')<MemberUpdate, MemberChanged>({ changes: 'member' }),
    /** Deletes a member by their id. A member who deletes themselves is signed out. */
    delete: remove('organizations/members/:member_id')<
      {
        /** The member's id. */
        member_id: string
      },
      Answer & {
        /** The member's id. */
        member_id: string
      }
    >({ takes: 'member_id', signsOut: 'self' }),
    /** Makes a deleted member active again. It takes the member's id. */
    reactivate: put('organizations/members/:member_id/reactivate')<
      {
        /** The member's id. */
        member_id: string
      },
      MemberChanged
    >({
      takes: 'member_id',
      noBody: true,
    }),
    /** Deletes a member's password by its id, `member.member_password_id`. */
    deletePassword: remove('organizations/members/passwords/:member_password_id')<{ member_password_id: string }, MemberChanged>({
      takes: 'member_password_id',
      changes: 'member',
    }),
    /** Deletes a member's number for codes as a second factor. It takes the member's id. */
    deleteMFAPhoneNumber: remove('organizations/members/mfa_phone_numbers/:member_id')<{ member_id: string }, MemberChanged>({
      takes: 'member_id',
      changes: 'member',
    }),
    /** Deletes a member's authenticator app. It takes the member's id. */
    deleteMFATOTP: remove('organizations/members/totp/:member_id')<{ member_id: string }, MemberChanged>({
      takes: 'member_id',
      changes: 'member',
    }),
    /** Lets somebody else use an address that a member had before. */
    unlinkRetiredEmail: post('organizations/members/:member_id/unlink_retired_email')<
      {
        /** The member's id. */
        member_id: string
      } & RetiredEmail,
      MemberChanged
    >({
      pathOnly: 'member_id',
      changes: 'member',
    }),
    /** Sends an email to a member's new address, which becomes theirs when they open the link. */
    startEmailUpdate: post('organizations/members/:member_id/start_email_update')<
      {
        /** The member's id. */
        member_id: string
      } & EmailUpdate,
      MemberChanged
    >({ pathOnly: 'member_id', changes: 'member' }),
    /** The apps that a member has authorized. */
    getConnectedApps: get('organizations/members/:member_id/connected_apps')<
      {
        /** The member's id. */
        member_id: string
      },
      Answer & {
        /** The apps. */
        connected_apps: ConnectedApp[]
      }
    >(),
    /** Revokes an app's access to a member's account. */
    revokeConnectedApp: post('organizations/members/:member_id/connected_apps/:connected_app_id/revoke')<{
      /** The member's id. */
      member_id: string
      /** The app's id. */
      connected_app_id: string
    }>({ noBody: true }),
  },
}

/** Gets the organization of the member who is signed in. */
export const getOrganization = get('organizations/me')<undefined, Answer & { organization: Organization }>({
  gives: { organization: { organization_id: 'string' } },
  changes: 'organization',
})

/**
 * Says whether an email address is that of a member of an organization: `member` is null if it is
 * not. For screens. A host calls `members.search`.
 */
export const searchMember = post('organizations/members/search')<
  { email_address: string; organization_id: string },
  Answer & { member: Pick<Member, 'status' | 'name' | 'member_password_id'> | null }
>({ needs: { email_address: 'string', organization_id: 'string' } })
