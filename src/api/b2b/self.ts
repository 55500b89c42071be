import type { ConnectedApp } from '../connectedApps.ts'
import type { Answer } from '../entities.ts'
import { get, gives, post, put, remove } from './call.ts'
import type { Member, MemberChanged, MfaMethod, Organization } from './entities.ts'
import type { RetiredEmail } from './organizations.ts'

/** What members may change about themselves. */
export interface SelfUpdate {
  name?: string
  untrusted_metadata?: Record<string, unknown>
  mfa_enrolled?: boolean
  mfa_phone_number?: string
  default_mfa_method?: MfaMethod
}

/** `client.self`, but for `get` and what asks nobody: the member who is signed in. */
export const self = {
  update: put<SelfUpdate, MemberChanged>(
    'organizations/members/update',
    'name? untrusted_metadata? mfa_enrolled? mfa_phone_number? default_mfa_method?',
  ),
  deleteMFAPhoneNumber: remove<undefined, MemberChanged>('organizations/members/deletePhoneNumber'),
  deleteMFATOTP: remove<undefined, MemberChanged>('organizations/members/deleteTOTP'),
  /** By `member.member_password_id`. */
  deletePassword: remove<string, MemberChanged>('organizations/members/passwords/:member_password_id'),
  /** Frees an address that the member had before, for somebody else. */
  unlinkRetiredEmail: post<RetiredEmail, MemberChanged>('organizations/members/unlink_retired_email'),
  /** Sends a mail to a new address; it becomes the member's when its link is opened. */
  startEmailUpdate: post<
    { email_address: string; login_redirect_url?: string; login_template_id?: string; locale?: string },
    MemberChanged
  >('organizations/members/start_email_update'),
  /** The apps that the member let in. */
  getConnectedApps: get<undefined, Answer & { connected_apps: ConnectedApp[] }>('organizations/members/connected_apps'),
  /** Shows an app out. */
  revokeConnectedApp: post<{ connected_app_id: string }>('organizations/members/connected_apps/:connected_app_id/revoke'),
}

export const getSelf = gives(get<undefined, Answer & { member: Member; organization: Organization }>('organizations/members/me'), {
  member: { member_id: 'string' },
})
