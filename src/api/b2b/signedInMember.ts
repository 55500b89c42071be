import type { ConnectedApp } from '../connectedApps.ts'
import type { Answer } from '../entities.ts'
import { get, post, put, remove } from './call.ts'
import type { EmailUpdate, Member, MemberChanged, MfaMethod, Organization } from './entities.ts'
import type { RetiredEmail } from './organizations.ts'

/** What members can change about themselves. What you leave out stays as it is. */
export interface SelfUpdate {
  /** The full name. */
  name?: string
  /** Your own data about the member. A key is replaced; null deletes it. */
  untrusted_metadata?: Record<string, unknown>
  /**
   * Whether the member has to prove a second factor at every log-in, even if the organization does
   * not ask for one.
   */
  mfa_enrolled?: boolean
  /** The number for codes as a second factor, in E.164 format. */
  mfa_phone_number?: string
  /** The second factor that the member is asked for first. */
  default_mfa_method?: MfaMethod
}

/** The methods of `client.self`, the signed-in member, that call the provider, except `get`. */
export const signedInMember = {
  /** Changes the member who is signed in. */
  update: put('organizations/members/update')<SelfUpdate, MemberChanged>({
    needs: {
      name: 'string?',
      untrusted_metadata: 'object?',
      mfa_enrolled: 'boolean?',
      mfa_phone_number: 'string?',
      default_mfa_method: 'string?',
    },
    changes: 'member',
  }),
  /**
   * Deletes the member's number for codes as a second factor. To replace it, delete it, then add
   * another with `update`.
   */
  deleteMFAPhoneNumber: remove('organizations/members/deletePhoneNumber')<undefined, MemberChanged>({ changes: 'member' }),
  /** Deletes the member's authenticator app. */
  deleteMFATOTP: remove('organizations/members/deleteTOTP')<undefined, MemberChanged>({ changes: 'member' }),
  /** Deletes the member's password by its id, `member.member_password_id`. */
  deletePassword: remove('organizations/members/passwords/:member_password_id')<{ member_password_id: string }, MemberChanged>({
    takes: 'member_password_id',
    changes: 'member',
  }),
  /** Lets somebody else use an address that the member had before. */
  unlinkRetiredEmail: post('organizations/members/unlink_retired_email')<RetiredEmail, MemberChanged>({ changes: 'member' }),
  /** Sends an email to the member's new address, which becomes theirs when they open the link. */
  startEmailUpdate: post('organizations/members/start_email_update')<EmailUpdate, MemberChanged>({ changes: 'member' }),
  /** The apps that the member has authorized. */
  getConnectedApps: get('organizations/members/connected_apps')<
    undefined,
    Answer & {
      /** The apps. */
      connected_apps: ConnectedApp[]
    }
  >(),
  /** Takes an app's access to the member's account away. */
  revokeConnectedApp: post('organizations/members/connected_apps/:connected_app_id/revoke')<{
    /** The app's id. */
    connected_app_id: string
  }>({ noBody: true }),
}

export const getSignedInMember = get('organizations/members/me')<undefined, Answer & { member: Member; organization: Organization }>({
  gives: { member: { member_id: 'string' } },
  changes: 'member',
})
