import * as v from 'valibot'
import type { RbacPolicy } from '../../../api/bootstrap.ts'
import type { User } from '../../../api/entities.ts'
import { seedOrganization, type PlantedOrganization, type PlantOrganization, type SeedOrganization } from '../b2b/seed.ts'
import type { Client, SeedClient } from '../openid/connectedApps.ts'
import { readAddress, walletEntry } from '../methods/cryptoWallets.ts'
import { refusalAsIssue, seedEmail, seedName, seedPhone, withoutUndefined } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'
import { oauthEntry, userAccount, type OAuthAccount } from '../methods/oauth.ts'
import { seedPasskey, type SeedPasskey } from '../methods/passkeys.ts'
import { rbacPolicy } from '../state/project.ts'
import { locateRefusal, refuse } from '../requests/refusal.ts'
import type { TokenProfile } from '../sessions/sessionGrants.ts'
import { seedTotp, type SeedTotp } from '../methods/totps.ts'
import type { Parts } from '../parts.ts'

/**
 * An account that exists from the start, with the names of the provider's API. Ids and dates are
 * generated.
 */
export interface SeedUser {
  /** The user's email addresses. */
  emails?: {
    /** The address. */
    email: string
    /** Whether the user has proved that it is theirs. Default: true. */
    verified?: boolean
    /** Whether mail to it is refused, with `inactive_email`. Default: false. */
    inactive?: boolean
  }[]
  /** The user's phone numbers. */
  phone_numbers?: {
    /** The number, in E.164 format. */
    phone_number: string
    /** Whether the user has proved that it is theirs. Default: true. */
    verified?: boolean
    /** Whether messages to it are refused, with `unsubscribed_phone_number`. Default: false. */
    unsubscribed?: boolean
  }[]
  /** The user's name. Default: empty. */
  name?: Partial<User['name']>
  /** In plain text. The password policy does not apply. */
  password?: string
  /** Default: false. */
  password_requires_reset?: boolean
  /** The authenticator app. A user has at most one. */
  totp?: SeedTotp
  /**
   * Accounts at OAuth providers, listed in the user's `providers`. A visitor who signs in there
   * with one of the user's email addresses returns as this subject.
   */
  oauth?: OAuthAccount[]
  /** The user's passkeys and security keys. */
  webauthn_registrations?: SeedPasskey[]
  /** The user's wallets. */
  crypto_wallets?: {
    /** The address: hex for Ethereum, base58 for Solana. */
    crypto_wallet_address: string
    /** The chain. */
    crypto_wallet_type: 'ethereum' | 'solana'
  }[]
  /** With this token an administrator can act as the user, once and within an hour. */
  impersonation_token?: string
  /** Default: `['stytch_user']`, the role that every user has. */
  roles?: string[]
  /** Default: `active`. */
  status?: User['status']
  /** Data that only the project's server can change. Default: `{}`. */
  trusted_metadata?: Record<string, unknown>
  /** Data that the user can change. Default: `{}`. */
  untrusted_metadata?: Record<string, unknown>
}

/** The initial data of a project. */
export interface Seed {
  /** Accounts, for projects of users. */
  users?: SeedUser[]
  /** Apps that can ask visitors for access. */
  clients?: SeedClient[]
  /** The issuers whose tokens `session.attest` trusts. */
  token_profiles?: TokenProfile[]
  /** The roles, resources and scopes: the same as the project's `rbac_policy`. */
  policy?: RbacPolicy
  /** For projects with the setting `vertical: 'B2B'`. */
  organizations?: SeedOrganization[]
}

/** A wallet whose address is written the way it is stored. */
const walletRecord = ({ crypto_wallet_type, crypto_wallet_address }: NonNullable<SeedUser['crypto_wallets']>[number]) => ({
  crypto_wallet_type,
  crypto_wallet_address: readAddress({ crypto_wallet_type, crypto_wallet_address }).address,
})

const seedUser = v.strictObject({
  emails: v.optional(v.array(v.strictObject({ email: seedEmail, verified: v.optional(v.boolean()), inactive: v.optional(v.boolean()) }))),
  phone_numbers: v.optional(
    v.array(v.strictObject({ phone_number: seedPhone, verified: v.optional(v.boolean()), unsubscribed: v.optional(v.boolean()) })),
  ),
  name: seedName,
  password: v.optional(v.string()),
  password_requires_reset: v.optional(v.boolean()),
  totp: v.optional(seedTotp),
  oauth: v.optional(v.array(userAccount)),
  webauthn_registrations: v.optional(v.array(seedPasskey)),
  crypto_wallets: v.optional(
    v.array(
      v.pipe(
        v.strictObject({ crypto_wallet_address: v.string(), crypto_wallet_type: v.picklist(['ethereum', 'solana']) }),
        refusalAsIssue(walletRecord),
      ),
    ),
  ),
  impersonation_token: v.optional(v.string()),
  roles: v.optional(v.array(v.string())),
  status: v.optional(v.picklist(['active', 'pending'])),
  trusted_metadata: metadata,
  untrusted_metadata: metadata,
})

const seedClient = v.strictObject({
  client_id: v.optional(v.string()),
  client_name: v.string(),
  client_description: v.optional(v.string()),
  client_type: v.optional(v.picklist(['first_party', 'first_party_public', 'third_party', 'third_party_public'])),
  client_secret: v.optional(v.string()),
  logo_url: v.optional(v.string()),
  redirect_uris: v.array(v.string()),
  post_logout_redirect_uris: v.optional(v.array(v.string())),
  access_token_expiry_minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  access_token_custom_audience: v.optional(v.string()),
  bypass_consent_for_offline_access: v.optional(v.boolean()),
  full_access_allowed: v.optional(v.boolean()),
  access_token_template_content: v.optional(v.string()),
  id_token_template_content: v.optional(v.string()),
})

const tokenProfile = v.strictObject({
  profile_id: v.string(),
  jwks: v.object({ keys: v.array(v.record(v.string(), v.unknown())) }),
  issuer: v.optional(v.string()),
  audience: v.optional(v.string()),
})

export const seedBody: v.GenericSchema<unknown, Seed> = v.strictObject({
  users: v.optional(v.array(seedUser)),
  clients: v.optional(v.array(seedClient)),
  token_profiles: v.optional(v.array(tokenProfile)),
  policy: v.optional(rbacPolicy),
  organizations: v.optional(v.array(seedOrganization)),
})

/** What was created from a seed: the same data, with the generated ids. */
export interface Planted {
  /** The users. */
  users: User[]
  /** The apps. */
  clients: Client[]
  /** The organizations. */
  organizations: PlantedOrganization[]
}

/** An administrator's token is valid only for a short time. */
const IMPERSONATION_MINUTES = 60

/**
 * Returns the function that adds a seed to the project. That function throws the provider's refusal
 * if the seed is not valid.
 */
export const createPlanter = (parts: Parts, plantOrganization: PlantOrganization) => {
  const { users, outbox, project, passwords, passkeys, authenticators } = parts
  const { connectedApps, oauthSignIns, tokenProfiles, impersonationTokens } = parts
  const plantUser = (
    {
      emails = [],
      phone_numbers = [],
      crypto_wallets = [],
      oauth = [],
      webauthn_registrations = [],
      name,
      password,
      password_requires_reset,
      totp,
      impersonation_token,
      ...fields
    }: SeedUser,
    path: string,
  ) => {
    const user = users.create(withoutUndefined(fields))
    Object.assign(user.name, withoutUndefined(name ?? {}))
    for (const [index, { email, verified = true, inactive }] of emails.entries()) {
      locateRefusal(`${path}.emails.${index}`, () => users.emailOf(user, email)).verified = verified
      if (inactive) outbox.block(email, 'inactive_email')
    }
    for (const [index, { phone_number, verified = true, unsubscribed }] of phone_numbers.entries()) {
      locateRefusal(`${path}.phone_numbers.${index}`, () => users.phoneOf(user, phone_number)).verified = verified
      if (unsubscribed) outbox.block(phone_number, 'unsubscribed_phone_number')
    }
    for (const [index, { crypto_wallet_type: type, crypto_wallet_address: address }] of crypto_wallets.entries()) {
      if (users.withWallet({ crypto_wallet_type: type, crypto_wallet_address: address }))
        locateRefusal(`${path}.crypto_wallets.${index}`, () => refuse('duplicate_wallet_address'))
      user.crypto_wallets.push(walletEntry(type, address))
    }
    for (const [index, account] of oauth.entries()) {
      if (users.withOAuth(account.provider_type, account.provider_subject))
        locateRefusal(`${path}.oauth.${index}`, () => refuse('duplicate_oauth_registration'))
      user.providers.push(oauthEntry(account))
      for (const { email } of user.emails) oauthSignIns.setSubject(account, email)
    }
    for (const [index, passkey] of webauthn_registrations.entries())
      locateRefusal(`${path}.webauthn_registrations.${index}`, () => passkeys.addSeed(user, passkey))
    // A seeded app counts as confirmed, so its time limit does not matter.
    if (totp) authenticators.add(user, 0, totp.secret, totp.recovery_codes).entry.verified = true
    if (password !== undefined) passwords.set(user, password, password_requires_reset)
    if (impersonation_token !== undefined) impersonationTokens.put(impersonation_token, user, IMPERSONATION_MINUTES)
    users.letGo(user)
    return user
  }

  return ({ policy, token_profiles = [], users = [], clients = [], organizations = [] }: Seed): Planted => {
    if (policy) project.rbac_policy = policy
    for (const profile of token_profiles) tokenProfiles.set(profile.profile_id, profile)
    return {
      users: users.map((user, index) => plantUser(user, `users.${index}`)),
      clients: clients.map(connectedApps.register),
      organizations: organizations.map((organization, index) => plantOrganization(organization, `organizations.${index}`)),
    }
  }
}
