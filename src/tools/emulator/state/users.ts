import type { User } from '../../../api/entities.ts'
import { timestamp, type Clock } from './clock.ts'
import { withMetadata } from './metadata.ts'
import { refuse, type ErrorType } from '../requests/refusal.ts'
import type { Stores } from './stores.ts'

/** One of the lists of a user: its name, the name of the id in its entries, and the refusal if there is no such entry. */
interface Part {
  list: {
    [Name in keyof User]-?: User[Name] extends object[] ? Name : never
  }[keyof User]
  id: string
  otherwise: ErrorType
}

/** The accounts of the project. */
export const createUsers = (clock: Clock, stores: Stores) => {
  const users = stores.map<User>('users')
  /** The ids that the host's server has given to users, by user. */
  const externalIds = stores.map<string>('user_external_ids')

  const withEmail = (email: string) => [...users.values()].find((user) => user.emails.some((entry) => entry.email === email))
  const withPhone = (phone: string) => [...users.values()].find((user) => user.phone_numbers.some((entry) => entry.phone_number === phone))

  /** Returns the owner of an account at an OAuth provider, by the provider's name and the subject. */
  const withOAuth = (type: string, subject: string) =>
    [...users.values()].find((user) => user.providers.some((entry) => entry.provider_type === type && entry.provider_subject === subject))

  /** Returns the user to whom the host's server has given this id. */
  const withExternalId = (id: string) => [...users.values()].find(({ user_id }) => externalIds.get(user_id) === id)

  /** Returns the user's entry for this address, and adds it if necessary. Refuses an address that another user has. */
  const emailOf = (user: User, email: string) => {
    const owner = withEmail(email)
    if (owner && owner !== user) refuse('duplicate_email')
    const found = user.emails.find((entry) => entry.email === email)
    if (found) return found
    const added = { email_id: `email-test-${crypto.randomUUID()}`, email, verified: false }
    user.emails.push(added)
    return added
  }

  /** The same for a phone number in E.164 format. */
  const phoneOf = (user: User, phone_number: string) => {
    const owner = withPhone(phone_number)
    if (owner && owner !== user) refuse('duplicate_phone_number')
    const found = user.phone_numbers.find((entry) => entry.phone_number === phone_number)
    if (found) return found
    const added = { phone_id: `phone-number-test-${crypto.randomUUID()}`, phone_number, verified: false }
    user.phone_numbers.push(added)
    return added
  }

  return {
    all: () => [...users.values()],
    byId: (id: string) => users.get(id),
    /** Returns the user with this id. Refuses if there is none, or no longer. */
    required: (id: string) => users.get(id) ?? refuse('user_not_found'),
    /** Returns the user whom a server names by the user's id or by its own. Refuses if there is none. */
    named: (id: string) => users.get(id) ?? withExternalId(id) ?? refuse('user_not_found'),
    withExternalId,
    /** Returns the id that the host's server has given to a user. */
    externalIdOf: ({ user_id }: User) => externalIds.get(user_id),
    /** Gives a user an id of the host's own, which no other user has, or takes it away. */
    setExternalId: ({ user_id }: User, id: string | undefined) => {
      if (id === undefined) externalIds.delete(user_id)
      else externalIds.set(user_id, id)
    },
    /** Deletes a user. Their sessions end with that, and what was sent to them no longer signs anybody in. */
    remove: ({ user_id }: User) => {
      users.delete(user_id)
      externalIds.delete(user_id)
    },
    /** Deletes an entry from a list of this user, or of the user who has it, and returns that user. Refuses if there is no such entry. */
    removePart: ({ list, id, otherwise }: Part, wanted: string | undefined, owner?: User): User => {
      for (const user of owner ? [owner] : users.values()) {
        const index = user[list].findIndex((entry) => (entry as unknown as Record<string, unknown>)[id] === wanted)
        if (index < 0) continue
        user[list].splice(index, 1)
        return user
      }
      return refuse(otherwise)
    },
    withEmail,
    withPhone,
    withOAuth,
    emailOf,
    phoneOf,
    /**
     * Records that the visitor has proved that the address is theirs, without using the password. A password that was set before that could be a
     * stranger's, so it must be reset.
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
    /** Creates an account. Whatever `given` does not contain is empty. */
    create: (given: Partial<User> = {}): User => {
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
        ...given,
        trusted_metadata: withMetadata({}, given.trusted_metadata),
        untrusted_metadata: withMetadata({}, given.untrusted_metadata),
      }
      users.set(user.user_id, user)
      return user
    },
  }
}

export type Users = ReturnType<typeof createUsers>
