import * as v from 'valibot'
import * as api from '../api/users.ts'
import * as changes from '../api/userChanges.ts'
import * as userSearch from '../api/userSearch.ts'
import type { User } from '../api/entities.ts'
import { timestamp, type Clock } from './clock.ts'
import { emailAddress, noBody } from './fields.ts'
import { refuse } from './refusal.ts'
import type { Router } from './router.ts'
import type { Sessions } from './sessions.ts'

/** The accounts of the project. */
export const createUsers = (clock: Clock) => {
  const users = new Map<string, User>()

  const withEmail = (email: string) => [...users.values()].find((user) => user.emails.some((entry) => entry.email === email))
  const withPhone = (phone: string) => [...users.values()].find((user) => user.phone_numbers.some((entry) => entry.phone_number === phone))

  /** Returns the owner of an account at an OAuth provider, by the provider's name and the subject. */
  const withOAuth = (type: string, subject: string) =>
    [...users.values()].find((user) => user.providers.some((entry) => entry.provider_type === type && entry.provider_subject === subject))

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
        trusted_metadata: {},
        untrusted_metadata: {},
        ...given,
      }
      users.set(user.user_id, user)
      return user
    },
  }
}

export type Users = ReturnType<typeof createUsers>

/** Removes the keys whose value is null: that is how a client deletes metadata. */
const withoutNulls = (metadata: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))

const changed = (user: User) => ({ user_id: user.user_id, __user: user })

/** What can be deleted: the call, the user's list, the name of the id in its entries, and the refusal if there is no such entry. */
const deletions = [
  [changes.deleteEmail, 'emails', 'email_id', 'email_not_found'],
  [changes.deletePhoneNumber, 'phone_numbers', 'phone_id', 'phone_number_not_found'],
  [changes.deleteTotp, 'totps', 'totp_id', 'totp_not_found'],
  [changes.deleteCryptoWallet, 'crypto_wallets', 'crypto_wallet_id', 'crypto_wallet_not_found'],
  [changes.deleteOAuthRegistration, 'providers', 'oauth_user_registration_id', 'oauth_user_registration_not_found'],
  [changes.deleteWebauthnRegistration, 'webauthn_registrations', 'webauthn_registration_id', 'webauthn_registration_not_found'],
  [changes.deleteBiometricRegistration, 'biometric_registrations', 'biometric_registration_id', 'biometric_registration_not_found'],
] as const

const userUpdate = v.object({
  name: v.optional(v.partial(v.object({ first_name: v.string(), middle_name: v.string(), last_name: v.string() }))),
  untrusted_metadata: v.optional(v.record(v.string(), v.unknown())),
  trusted_metadata: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => refuse('cannot_update_trusted_metadata')),
    ),
  ),
})

interface Needs {
  users: Users
  sessions: Sessions
}

/** Serves the calls that read and change the user who is signed in. */
export const serveUsers = ({ on }: Router, { users, sessions }: Needs) => {
  on(api.me, noBody, (_, request) => sessions.required(request).user)

  on(changes.update, userUpdate, ({ name, untrusted_metadata }, request) => {
    const { user } = sessions.required(request)
    Object.assign(user.name, name)
    user.untrusted_metadata = withoutNulls({ ...user.untrusted_metadata, ...untrusted_metadata })
    const { emails, phone_numbers, crypto_wallets } = user
    return { ...changed(user), emails, phone_numbers, crypto_wallets }
  })

  for (const [call, list, id, otherwise] of deletions) {
    on(call, noBody, (_, request) => {
      const { user } = sessions.required(request)
      const entries: object[] = user[list]
      const index = entries.findIndex((entry) => (entry as Record<string, unknown>)[id] === request.params.id)
      if (index < 0) refuse(otherwise)
      entries.splice(index, 1)
      return changed(user)
    })
  }

  on(userSearch.search, v.object({ email: emailAddress }), ({ email }) => {
    const user = users.withEmail(email)
    const userType = user ? (user.password ? ('password' as const) : ('passwordless' as const)) : ('new' as const)
    return { userType }
  })
}
