/** Organizations and members that exist from the start. */
import * as v from 'valibot'
import type { Member, OrganizationPolicy } from '../../../api/b2b/entities.ts'
import { optionalText, seedEmail, seedPhone, withoutUndefined } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'
import type { OAuthAccount } from '../methods/oauth.ts'
import { locateRefusal } from '../requests/refusal.ts'
import { seedTotp, type SeedTotp } from '../methods/totps.ts'
import { memberAccount, registrationOf } from './oauthRegistrations.ts'
import { policy } from './organizationFields.ts'
import type { Organization } from './organizations.ts'
import type { MemberParts } from './parts.ts'

/**
 * A member that exists from the start, with the names of the provider's API. Ids and dates are
 * generated.
 */
export interface SeedMember {
  /** The member's address. */
  email_address: string
  /** Default: true for an `active` member, otherwise false. */
  email_address_verified?: boolean
  /** The member's name. Default: empty. */
  name?: string
  /** Default: `active`. */
  status?: 'active' | 'pending' | 'invited' | 'deleted'
  /**
   * Roles in addition to `stytch_member`, which every member has. `stytch_admin` makes the member
   * an administrator.
   */
  roles?: string[]
  /**
   * Whether the member can sign in without SSO even if the organization requires SSO. Default:
   * false.
   */
  is_breakglass?: boolean
  /** Whether every sign-in requires a second factor. Default: false. */
  mfa_enrolled?: boolean
  /** In E.164 format. */
  mfa_phone_number?: string
  /** Default: true if there is a number. */
  mfa_phone_number_verified?: boolean
  /** Default: the method that is set up; `sms_otp` if both are. */
  default_mfa_method?: 'sms_otp' | 'totp'
  /** An authenticator app that is set up. */
  totp?: SeedTotp
  /**
   * In plain text. The password policy does not apply. It belongs to the address, so it is the same
   * in every organization.
   */
  password?: string
  /**
   * Accounts at OAuth providers. A visitor who signs in there with the member's address returns as
   * this subject.
   */
  oauth_registrations?: OAuthAccount[]
  /**
   * With this token an administrator of the project can act as the member, once and within an hour.
   */
  impersonation_token?: string
  /** Data that only the project's server can change. Default: `{}`. */
  trusted_metadata?: Record<string, unknown>
  /** Data that the member can change. Default: `{}`. */
  untrusted_metadata?: Record<string, unknown>
}

/**
 * An organization that exists from the start, with the names of the provider's API. Ids and dates
 * are generated.
 */
export interface SeedOrganization extends Partial<OrganizationPolicy> {
  /** The name of the organization. */
  organization_name: string
  /** Default: derived from the name. */
  organization_slug?: string
  /** URL of its logo. Default: none. */
  organization_logo_url?: string
  /** The roles that members have because of the domain of their address. Default: none. */
  rbac_email_implicit_role_assignments?: Organization['rbac_email_implicit_role_assignments']
  /** Data that only the project's server can change. Default: `{}`. */
  trusted_metadata?: Record<string, unknown>
  /** Its members. */
  members?: SeedMember[]
}

/**
 * What was created from an organization of a seed: the same data and its members, with the
 * generated ids.
 */
export interface PlantedOrganization extends Organization {
  /** Its members. */
  members: Member[]
}

const flag = v.optional(v.boolean())

const seedMember = v.strictObject({
  email_address: seedEmail,
  email_address_verified: flag,
  name: optionalText,
  status: v.optional(v.picklist(['active', 'pending', 'invited', 'deleted'])),
  roles: v.optional(v.array(v.string())),
  is_breakglass: flag,
  mfa_enrolled: flag,
  mfa_phone_number: v.optional(seedPhone),
  mfa_phone_number_verified: flag,
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
  totp: v.optional(seedTotp),
  password: optionalText,
  oauth_registrations: v.optional(v.array(memberAccount)),
  impersonation_token: optionalText,
  trusted_metadata: metadata,
  untrusted_metadata: metadata,
})

export const seedOrganization: v.GenericSchema<unknown, SeedOrganization> = v.strictObject({
  ...policy,
  organization_name: v.pipe(v.string(), v.minLength(1)),
  organization_slug: optionalText,
  organization_logo_url: optionalText,
  rbac_email_implicit_role_assignments: v.optional(v.array(v.strictObject({ domain: v.string(), role_id: v.string() }))),
  trusted_metadata: metadata,
  members: v.optional(v.array(seedMember)),
})

/** An administrator's token is valid only for a short time. */
const IMPERSONATION_MINUTES = 60

/** Returns the function that adds an organization of a seed to the project. */
export const createOrganizationPlanter = ({
  organizations,
  passwords,
  secondFactors,
  impersonationTokens,
  oauthSignIns,
}: Pick<MemberParts, 'organizations' | 'passwords' | 'secondFactors' | 'impersonationTokens' | 'oauthSignIns'>) => {
  const plantMember = (
    organization: Organization,
    {
      email_address,
      roles,
      mfa_phone_number,
      mfa_phone_number_verified = true,
      totp,
      password,
      oauth_registrations = [],
      impersonation_token,
      ...fields
    }: SeedMember,
  ) => {
    const { status = 'active' } = fields
    const member = organizations.members.add(organization, email_address, {
      email_address_verified: status === 'active',
      ...withoutUndefined(fields),
      roles,
    })
    if (mfa_phone_number) {
      secondFactors.phoneOf(organizations, member, mfa_phone_number)
      member.mfa_phone_number_verified = mfa_phone_number_verified
    }
    if (totp) {
      // A seeded app counts as confirmed, so its time limit does not matter.
      secondFactors.add(member, 0, totp)
      secondFactors.confirm(member)
    }
    member.default_mfa_method ||= mfa_phone_number ? 'sms_otp' : totp ? 'totp' : ''
    if (password !== undefined) passwords.set(email_address, password)
    for (const account of oauth_registrations) {
      registrationOf(member, account)
      oauthSignIns.setSubject(account, email_address)
    }
    if (impersonation_token !== undefined) impersonationTokens.put(impersonation_token, member, IMPERSONATION_MINUTES)
    organizations.members.letGo(member)
    return member
  }

  /** `path`: the position of the organization in the seed. */
  return ({ members = [], organization_name, ...fields }: SeedOrganization, path: string): PlantedOrganization => {
    const organization = locateRefusal(path, () => organizations.create(organization_name, withoutUndefined(fields)))
    return {
      ...organization,
      members: members.map((member, index) => locateRefusal(`${path}.members.${index}`, () => plantMember(organization, member))),
    }
  }
}

export type PlantOrganization = ReturnType<typeof createOrganizationPlanter>
