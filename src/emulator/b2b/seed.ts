/** Organizations and members that are there before the first visitor comes. */
import * as v from 'valibot'
import type { Member, OrganizationPolicy } from '../../api/b2b/entities.ts'
import { seedEmail, seedPhone, told } from '../fields.ts'
import type { OAuthAccount } from '../oauth.ts'
import { at } from '../refusal.ts'
import { seedTotp, type SeedTotp } from '../totps.ts'
import type { B2b } from './index.ts'
import { memberAccount, registered } from './oauthRegistrations.ts'
import { policy, type Organization } from './organizations.ts'

/** A member of an organization to begin with, in the wire's spelling. Ids and dates are made. */
export interface SeedMember {
  email_address: string
  /** Default: whether the member is `active`. */
  email_address_verified?: boolean
  name?: string
  /** Default: `active`. */
  status?: 'active' | 'pending' | 'invited' | 'deleted'
  /** Beside `stytch_member`, which every member has. `stytch_admin` makes an administrator. */
  roles?: string[]
  is_breakglass?: boolean
  /** Whether every sign-in asks for a second factor. Default: false. */
  mfa_enrolled?: boolean
  /** E.164. */
  mfa_phone_number?: string
  /** Default: true, where there is a number. */
  mfa_phone_number_verified?: boolean
  /** Default: the one of the two that there is, of both `sms_otp`. */
  default_mfa_method?: 'sms_otp' | 'totp'
  /** An authenticator app that is set up. */
  totp?: SeedTotp
  /** In the clear; policies do not apply. It belongs to the address: it is the same in every organization. */
  password?: string
  /** Accounts at social providers: who signs in there with the member's address comes back as this subject. */
  oauth_registrations?: OAuthAccount[]
  /** With this token an administrator of the project becomes the member, once and within an hour. */
  impersonation_token?: string
  trusted_metadata?: Record<string, unknown>
  untrusted_metadata?: Record<string, unknown>
}

/** An organization to begin with, in the wire's spelling. Ids and dates are made. */
export interface SeedOrganization extends Partial<OrganizationPolicy> {
  organization_name: string
  /** Default: made of the name. */
  organization_slug?: string
  organization_logo_url?: string
  rbac_email_implicit_role_assignments?: Organization['rbac_email_implicit_role_assignments']
  trusted_metadata?: Record<string, unknown>
  members?: SeedMember[]
}

/** An organization that a seed has become, with its members and their ids. */
export interface PlantedOrganization extends Organization {
  members: Member[]
}

const text = v.optional(v.string())
const flag = v.optional(v.boolean())
const metadata = v.optional(v.record(v.string(), v.unknown()))

const seedMember = v.strictObject({
  email_address: seedEmail,
  email_address_verified: flag,
  name: text,
  status: v.optional(v.picklist(['active', 'pending', 'invited', 'deleted'])),
  roles: v.optional(v.array(v.string())),
  is_breakglass: flag,
  mfa_enrolled: flag,
  mfa_phone_number: v.optional(seedPhone),
  mfa_phone_number_verified: flag,
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
  totp: v.optional(seedTotp),
  password: text,
  oauth_registrations: v.optional(v.array(memberAccount)),
  impersonation_token: text,
  trusted_metadata: metadata,
  untrusted_metadata: metadata,
})

export const seedOrganization: v.GenericSchema<unknown, SeedOrganization> = v.strictObject({
  ...policy,
  organization_name: v.pipe(v.string(), v.minLength(1)),
  organization_slug: text,
  organization_logo_url: text,
  rbac_email_implicit_role_assignments: v.optional(v.array(v.strictObject({ domain: v.string(), role_id: v.string() }))),
  trusted_metadata: metadata,
  members: v.optional(v.array(seedMember)),
})

/** An administrator's token is short-lived. */
const IMPERSONATION_MINUTES = 60

/** What puts an organization into the project. */
export const createPlanter = ({ organizations, passwords, secondFactors, impersonationTokens, oauthSignIns }: B2b) => {
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
      ...given
    }: SeedMember,
  ) => {
    const { status = 'active' } = given
    const member = organizations.members.add(
      organization,
      email_address,
      { email_address_verified: status === 'active', ...told(given) },
      roles,
    )
    if (mfa_phone_number) {
      secondFactors.phoneOf(organizations, member, mfa_phone_number)
      member.mfa_phone_number_verified = mfa_phone_number_verified
    }
    if (totp) {
      // It was confirmed long ago.
      secondFactors.add(member, 0, totp)
      secondFactors.confirm(member)
    }
    member.default_mfa_method ||= mfa_phone_number ? 'sms_otp' : totp ? 'totp' : ''
    if (password !== undefined) passwords.set(email_address, password)
    for (const account of oauth_registrations) {
      registered(member, account)
      oauthSignIns.introduce(account, email_address)
    }
    if (impersonation_token !== undefined) impersonationTokens.put(impersonation_token, member, IMPERSONATION_MINUTES)
    return member
  }

  /** `path` is where in the seed it is. */
  return ({ members = [], organization_name, ...given }: SeedOrganization, path: string): PlantedOrganization => {
    const organization = at(path, () => organizations.create(organization_name, told(given)))
    return {
      ...organization,
      members: members.map((member, index) => at(`${path}.members.${index}`, () => plantMember(organization, member))),
    }
  }
}

export type PlantOrganization = ReturnType<typeof createPlanter>
