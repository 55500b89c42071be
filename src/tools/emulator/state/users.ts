import type { User } from '../../../api/entities.ts'
import { timestamp, type Clock } from './clock.ts'
import { withMetadata } from './metadata.ts'
import { refuse, type ErrorType } from '../requests/refusal.ts'
import { objects, texts } from './storeMap.ts'
import type { Stores } from './stores.ts'

/**
 * One of the lists of a user: its name, the name of the id in its entries, and the refusal if there
 * is no such entry.
 */
interface UserList {
  list: {
    [Name in keyof User]-?: User[Name] extends object[] ? Name : never
  }[keyof User]
  id: string
  otherwise: ErrorType
}

/** The lists of a user, and the name of the id in their entries. */
const entryIdFields = [
  ['emails', 'email_id'],
  ['phone_numbers', 'phone_id'],
  ['totps', 'totp_id'],
  ['crypto_wallets', 'crypto_wallet_id'],
  ['providers', 'oauth_user_registration_id'],
  ['webauthn_registrations', 'webauthn_registration_id'],
  ['biometric_registrations', 'biometric_registration_id'],
] as const

type Wallet = Pick<User['crypto_wallets'][number], 'crypto_wallet_type' | 'crypto_wallet_address'>
const walletKey = ({ crypto_wallet_type, crypto_wallet_address }: Wallet) => `${crypto_wallet_type} ${crypto_wallet_address}`

/** The accounts of the project. */
export const createUsers = (clock: Clock, stores: Stores) => {
  const users = stores.map(
    'users',
    objects<User>({
      user_id: 'string',
      name: 'object',
      emails: 'list',
      phone_numbers: 'list',
      crypto_wallets: 'list',
      providers: 'list',
      totps: 'list',
      webauthn_registrations: 'list',
      biometric_registrations: 'list',
      roles: 'list',
      status: 'string',
      created_at: 'string',
    }),
  )
  /** The ids that the host's server has given to users, by user. */
  const externalIds = stores.map('user_external_ids', texts)

  const byEmail = users.index(({ emails }) => emails.map(({ email }) => email))
  const byPhone = users.index(({ phone_numbers }) => phone_numbers.map(({ phone_number }) => phone_number))
  const byOAuth = users.index(({ providers }) =>
    providers.map(({ provider_type, provider_subject }) => `${provider_type} ${provider_subject}`),
  )
  const byWallet = users.index(({ crypto_wallets }) => crypto_wallets.map(walletKey))
  const byPassword = users.index(({ password }) => [password?.password_id])
  /** By the ids of the entries of every list. */
  const byEntry = users.index((user) =>
    entryIdFields.flatMap(([list, id]) => user[list].map((entry) => `${id} ${(entry as unknown as Record<string, string>)[id]}`)),
  )
  const byExternalId = externalIds.index((id) => [id])
  const withEmail = byEmail.first
  const withPhone = byPhone.first

  /**
   * Returns the owner of an account at an OAuth provider, by the provider's name and the subject.
   */
  const withOAuth = (type: string, subject: string) => byOAuth.first(`${type} ${subject}`)

  /** Returns the user to whom the host's server has given this id. */
  const withExternalId = (id: string) => {
    const user_id = byExternalId.key(id)
    return user_id === undefined ? undefined : users.get(user_id)
  }

  /**
   * Returns the user's entry for this address, and adds it if necessary. Refuses an address that
   * another user has.
   */
  const emailOf = (user: User, email: string) => {
    const owner = withEmail(email)
    if (owner && owner !== user) refuse('duplicate_email')
    const earlier = user.emails.find((entry) => entry.email === email)
    if (earlier) return earlier
    const newEmail = { email_id: `email-test-${crypto.randomUUID()}`, email, verified: false }
    user.emails.push(newEmail)
    return newEmail
  }

  /** The same for a phone number in E.164 format. */
  const phoneOf = (user: User, phone_number: string) => {
    const owner = withPhone(phone_number)
    if (owner && owner !== user) refuse('duplicate_phone_number')
    const earlier = user.phone_numbers.find((entry) => entry.phone_number === phone_number)
    if (earlier) return earlier
    const newPhone = { phone_id: `phone-number-test-${crypto.randomUUID()}`, phone_number, verified: false }
    user.phone_numbers.push(newPhone)
    return newPhone
  }

  return {
    /** All users, for somebody who only reads them. */
    all: () => users.values(),
    count: () => users.size,
    *addresses() {
      for (const { emails } of users.values()) for (const { email } of emails) yield email
    },
    byId: (id: string) => users.get(id),
    /** Returns the user with this id. Refuses if there is none, or no longer. */
    requireById: (id: string) => users.get(id) ?? refuse('user_not_found'),
    /**
     * Returns the user whom a server names by the user's id or by its own. Refuses if there is
     * none.
     */
    require: (id: string) => users.get(id) ?? withExternalId(id) ?? refuse('user_not_found'),
    withExternalId,
    externalIdOf: ({ user_id }: User) => externalIds.get(user_id),
    /** Gives a user an id of the host's own, which no other user has, or takes it away. */
    setExternalId: ({ user_id }: User, id: string | undefined) => {
      if (id === undefined) externalIds.delete(user_id)
      else externalIds.set(user_id, id)
    },
    /** Says that a user is complete whom nobody else has got yet: for a seed of many. */
    letGo: ({ user_id }: User) => users.letGo(user_id),
    /**
     * Deletes a user. Their sessions end with that, and what was sent to them no longer signs
     * anybody in.
     */
    remove: ({ user_id }: User) => {
      users.delete(user_id)
      externalIds.delete(user_id)
    },
    /**
     * Deletes an entry from a list of this user, or of the user who has it, and returns that user.
     * Refuses if there is no such entry.
     */
    removeEntry: ({ list, id, otherwise }: UserList, entryId: string | undefined, owner?: User): User => {
      const user = byEntry.first(`${id} ${entryId}`)
      if (!user || (owner && owner !== user)) return refuse(otherwise)
      user[list].splice(
        user[list].findIndex((entry) => (entry as unknown as Record<string, unknown>)[id] === entryId),
        1,
      )
      return user
    },
    /**
     * Returns the owner of an entry of a list, such as a passkey, by the name of its id and the id.
     */
    withEntry: (id: (typeof entryIdFields)[number][1], entryId: string) => byEntry.first(`${id} ${entryId}`),
    withWallet: (wallet: Wallet) => byWallet.first(walletKey(wallet)),
    withPassword: (password_id: string) => byPassword.first(password_id),
    withEmail,
    withPhone,
    withOAuth,
    emailOf,
    phoneOf,
    /** Whether an email address or a phone number is the user's, proven or not. */
    has: ({ emails, phone_numbers }: User, address: string) =>
      emails.some(({ email }) => email === address) || phone_numbers.some(({ phone_number }) => phone_number === address),
    /**
     * Records that the visitor has proved that the address is theirs, without using the password. A
     * password that was set before that could be a stranger's, so it must be reset.
     */
    verifyEmail: (user: User, email: string) => {
      const entry = emailOf(user, email)
      if (!entry.verified && user.password) user.password.requires_reset = true
      entry.verified = true
      user.status = 'active'
      return entry
    },
    verifyPhone: (user: User, phone: string) => {
      const entry = phoneOf(user, phone)
      entry.verified = true
      user.status = 'active'
      return entry
    },
    /** Creates an account. Whatever `fields` does not contain is empty. */
    create: (fields: Partial<User> = {}): User => {
      const user: User = {
        user_id: `user-test-${crypto.randomUUID()}`,
        name: { first_name: '', middle_name: '', last_name: '' },
        emails: [],
        phone_numbers: [],
        crypto_wallets: [],
        providers: [],
        totps: [],
        webauthn_registrations: [],
        biometric_registrations: [],
        password: null,
        roles: ['stytch_user'],
        status: 'active',
        created_at: timestamp(clock.now()),
        ...fields,
        trusted_metadata: withMetadata({}, fields.trusted_metadata),
        untrusted_metadata: withMetadata({}, fields.untrusted_metadata),
      }
      users.set(user.user_id, user)
      return user
    },
  }
}

export type Users = ReturnType<typeof createUsers>
