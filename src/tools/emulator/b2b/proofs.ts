/** What visitors have proved, and what organizations require in addition. */
import type { Member } from '../../../api/b2b/entities.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { Organization } from './organizations.ts'

/**
 * What a visitor has proved: who they are and, if they have chosen an organization, as which
 * member.
 */
export interface VisitorIdentity {
  email: string
  proofs: Proof[]
  member?: Member
}

/** Whether a proof is a second factor, by its type and delivery method. */
export const isSecond = ({ type, delivery_method }: Proof) => delivery_method === 'sms' || type === 'totp' || type === 'recovery_codes'

/** The name of a second factor in an organization's policy. A recovery code counts as the app. */
const secondMethodOf = ({ delivery_method }: Proof) => (delivery_method === 'sms' ? 'sms_otp' : 'totp')

/**
 * Whether a proof is about an address, which belongs to the same person in every organization. The
 * provider carries over only such proofs to another organization.
 */
const isOfAddress = ({ type, delivery_method }: Proof) =>
  type === 'magic_link' || type === 'oauth' || (type === 'otp' && delivery_method === 'email')

/**
 * The proofs that also count for another member with the same address. Second factors, passwords
 * and SSO connections belong to one organization. If the address is not verified there, nothing
 * counts elsewhere.
 */
export const proofsFor = ({ proofs, member }: VisitorIdentity, other: Member | undefined) =>
  member && member !== other ? proofs.filter((proof) => member.email_address_verified && isOfAddress(proof)) : proofs

/**
 * Whether a proof verifies this address. OAuth and SSO do, because the member was found by the
 * address that they returned.
 */
export const proves = ({ type, email_factor }: Proof, email: string) =>
  email_factor ? (email_factor as { email_address: string }).email_address === email : type === 'oauth' || type === 'sso'

/** The name of a proof's method in an organization's policy. */
const methodOf = ({ type, delivery_method }: Proof) => {
  if (type === 'otp') return `${delivery_method}_otp`
  // `oauth_google` is `google_oauth` there
  return type === 'oauth' ? delivery_method.replace(/^oauth_(.*)/, '$1_oauth') : type
}

export const kindOf = ({ type, delivery_method }: Pick<Proof, 'type' | 'delivery_method'>) => `${type} ${delivery_method}`

/** The second factor that an organization requires of a member. */
const mfaOf = (member: Member, { mfa_policy }: Organization) =>
  member.mfa_enrolled || mfa_policy === 'REQUIRED_FOR_ALL'
    ? {
        // null for a member who has none yet: the provider's screens enroll them then
        member_options:
          member.mfa_phone_number || member.totp_registration_id
            ? { mfa_phone_number: member.mfa_phone_number, totp_registration_id: member.totp_registration_id }
            : null,
        secondary_auth_initiated: null,
      }
    : null

/** What the organization still requires in addition to these proofs. */
export const missing = (member: Member, organization: Organization, proofs: Proof[]) => {
  const { auth_methods, allowed_auth_methods, mfa_methods, allowed_mfa_methods } = organization
  const primary = proofs.some(
    (proof) => !isSecond(proof) && (auth_methods !== 'RESTRICTED' || allowed_auth_methods.some((method) => method === methodOf(proof))),
  )
  const second = proofs.some(
    (proof) => isSecond(proof) && (mfa_methods !== 'RESTRICTED' || allowed_mfa_methods.includes(secondMethodOf(proof))),
  )
  return {
    mfa_required: second ? null : mfaOf(member, organization),
    primary_required: primary ? null : { allowed_auth_methods },
  }
}
