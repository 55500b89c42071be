import * as v from 'valibot'
import type { RbacPolicy } from '../api/bootstrap.ts'
import type { User } from '../api/entities.ts'
import { seedOrganization, type PlantedOrganization, type SeedOrganization } from './b2b/seed.ts'
import type { Client, SeedClient } from './connectedApps.ts'
import { readAddress, walletEntry } from './cryptoWallets.ts'
import { faulty, seedEmail, seedPhone, told } from './fields.ts'
import { oauthEntry, userAccount, type OAuthAccount } from './oauth.ts'
import { credentialId, passkeyJwk, type PasskeyJwk } from './passkeys.ts'
import { rbacPolicy } from './project.ts'
import type { SeedableProvider } from './provider.ts'
import { at, refuse } from './refusal.ts'
import type { TokenProfile } from './sessionGrants.ts'
import { seedTotp, type SeedTotp } from './totps.ts'

/** A passkey that a test's own authenticator has the private key of. */
export interface SeedPasskey {
  /** Base64url. */
  credential_id: string
  public_key: PasskeyJwk
  /** The relying party's id: the domain that it is good on. Default: `localhost`. */
  domain?: string
  /** Default: `Passkey 1` and so on. */
  name?: string
  /** Default: `platform`. */
  authenticator_type?: 'platform' | 'cross-platform'
  /** Of the browser that made it. Default: none. */
  user_agent?: string
}

/** An account to begin with, in the wire's spelling. Ids and dates are made. */
export interface SeedUser {
  /** `inactive`: mail to the address is refused with `inactive_email`. `verified` defaults to true. */
  emails?: { email: string; verified?: boolean; inactive?: boolean }[]
  /** E.164. `unsubscribed`: messages to the number are refused with `unsubscribed_phone_number`. `verified` defaults to true. */
  phone_numbers?: { phone_number: string; verified?: boolean; unsubscribed?: boolean }[]
  name?: Partial<User['name']>
  /** In the clear; policies do not apply. */
  password?: string
  /** Default: false. */
  password_requires_reset?: boolean
  /** The authenticator app that is set up, of which a user has one at most. */
  totp?: SeedTotp
  /** Accounts at social providers, which the user's `providers` shows: who signs in there with an address of the user's comes back as this subject. */
  oauth?: OAuthAccount[]
  webauthn_registrations?: SeedPasskey[]
  crypto_wallets?: { crypto_wallet_address: string; crypto_wallet_type: 'ethereum' | 'solana' }[]
  /** With this token an administrator becomes the user, once and within an hour. */
  impersonation_token?: string
  /** Default: `['stytch_user']`, the role that every user has. */
  roles?: string[]
  /** Default: `active`. */
  status?: User['status']
  trusted_metadata?: Record<string, unknown>
  untrusted_metadata?: Record<string, unknown>
}

/** What a project holds before the first visitor comes. */
export interface Seed {
  users?: SeedUser[]
  /** Apps that may ask visitors for access. */
  clients?: SeedClient[]
  /** Whose tokens `session.attest` trusts. */
  token_profiles?: TokenProfile[]
  /** Who may do what: the same as the project's `rbac_policy`. */
  policy?: RbacPolicy
  /** For projects with the setting `vertical: 'B2B'`. */
  organizations?: SeedOrganization[]
}

const metadata = v.optional(v.record(v.string(), v.unknown()))

/** A wallet with its address as it is kept. */
const keptWallet = ({ crypto_wallet_type, crypto_wallet_address }: NonNullable<SeedUser['crypto_wallets']>[number]) => ({
  crypto_wallet_type,
  crypto_wallet_address: readAddress({ crypto_wallet_type, crypto_wallet_address }).address,
})

const seedUser = v.strictObject({
  emails: v.optional(v.array(v.strictObject({ email: seedEmail, verified: v.optional(v.boolean()), inactive: v.optional(v.boolean()) }))),
  phone_numbers: v.optional(
    v.array(v.strictObject({ phone_number: seedPhone, verified: v.optional(v.boolean()), unsubscribed: v.optional(v.boolean()) })),
  ),
  name: v.optional(v.partial(v.strictObject({ first_name: v.string(), middle_name: v.string(), last_name: v.string() }))),
  password: v.optional(v.string()),
  password_requires_reset: v.optional(v.boolean()),
  totp: v.optional(seedTotp),
  oauth: v.optional(v.array(userAccount)),
  webauthn_registrations: v.optional(
    v.array(
      v.strictObject({
        credential_id: credentialId,
        public_key: passkeyJwk,
        domain: v.optional(v.string()),
        name: v.optional(v.string()),
        authenticator_type: v.optional(v.picklist(['platform', 'cross-platform'])),
        user_agent: v.optional(v.string()),
      }),
    ),
  ),
  crypto_wallets: v.optional(
    v.array(
      v.pipe(
        v.strictObject({ crypto_wallet_address: v.string(), crypto_wallet_type: v.picklist(['ethereum', 'solana']) }),
        faulty(keptWallet),
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

/** What a seed became: the same, with the ids that were made. */
export interface Planted {
  users: User[]
  clients: Client[]
  organizations: PlantedOrganization[]
}

/** An administrator's token is short-lived. */
const IMPERSONATION_MINUTES = 60

/** Puts a seed into a project. */
export const plant = (
  {
    users,
    outbox,
    project,
    passwords,
    passkeys,
    authenticators,
    connectedApps,
    oauthSignIns,
    tokenProfiles,
    impersonationTokens,
    plantOrganization,
  }: SeedableProvider,
  seed: Seed,
): Planted => {
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
      ...given
    }: SeedUser,
    path: string,
  ) => {
    const user = users.create(told(given))
    Object.assign(user.name, told(name ?? {}))
    for (const [index, { email, verified = true, inactive }] of emails.entries()) {
      at(`${path}.emails.${index}`, () => users.emailOf(user, email)).verified = verified
      if (inactive) outbox.block(email, 'inactive_email')
    }
    for (const [index, { phone_number, verified = true, unsubscribed }] of phone_numbers.entries()) {
      at(`${path}.phone_numbers.${index}`, () => users.phoneOf(user, phone_number)).verified = verified
      if (unsubscribed) outbox.block(phone_number, 'unsubscribed_phone_number')
    }
    for (const [index, { crypto_wallet_type: type, crypto_wallet_address: address }] of crypto_wallets.entries()) {
      const is = (entry: User['crypto_wallets'][number]) => entry.crypto_wallet_address === address && entry.crypto_wallet_type === type
      if (users.all().some((other) => other.crypto_wallets.some(is)))
        at(`${path}.crypto_wallets.${index}`, () => refuse('duplicate_crypto_wallet'))
      user.crypto_wallets.push(walletEntry(type, address))
    }
    for (const [index, account] of oauth.entries()) {
      if (users.withOAuth(account.provider_type, account.provider_subject))
        at(`${path}.oauth.${index}`, () => refuse('duplicate_oauth_registration'))
      user.providers.push(oauthEntry(account))
      for (const { email } of user.emails) oauthSignIns.introduce(account, email)
    }
    for (const [index, { credential_id, public_key, domain = 'localhost', ...passkey }] of webauthn_registrations.entries()) {
      at(`${path}.webauthn_registrations.${index}`, () => passkeys.addMade(user, credential_id, public_key, { domain, ...passkey }))
    }
    // It was confirmed long ago.
    if (totp) authenticators.add(user, 0, totp.secret, totp.recovery_codes).entry.verified = true
    if (password !== undefined) passwords.set(user, password, password_requires_reset)
    if (impersonation_token !== undefined) impersonationTokens.put(impersonation_token, user, IMPERSONATION_MINUTES)
    return user
  }
  if (seed.policy) project.rbac_policy = seed.policy
  for (const profile of seed.token_profiles ?? []) tokenProfiles.set(profile.profile_id, profile)
  return {
    users: (seed.users ?? []).map((user, index) => plantUser(user, `users.${index}`)),
    clients: (seed.clients ?? []).map(connectedApps.register),
    organizations: (seed.organizations ?? []).map((organization, index) => plantOrganization(organization, `organizations.${index}`)),
  }
}
