/** Signs somebody in without a screen, for tests that begin behind the log-in. */
import * as v from 'valibot'
import type { Authenticated, User } from '../../../api/entities.ts'
import type { SignedInMember, SignInMember } from '../b2b/signIn.ts'
import { emailAddress, phoneNumber, seedName, sessionDuration, withoutUndefined } from '../requests/fields.ts'
import { linkProof } from '../methods/magicLinks.ts'
import { metadata, withMetadata } from '../state/metadata.ts'
import { codeProof } from '../methods/otps.ts'
import { seedPasskey, type SeedPasskey } from '../methods/passkeys.ts'
import { refuse } from '../requests/refusal.ts'
import { noRequest } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/**
 * Whom to sign in, with the names of the provider's API. One of `email`, `phone_number` and
 * `user_id` is required.
 */
export interface SignIn {
  /** The user's email address. If no user has it, one is created. */
  email?: string
  /**
   * The user's phone number, in E.164 format. If no user has it, one is created; with `email`, it
   * is added to that user.
   */
  phone_number?: string
  /** The id of a user that exists. */
  user_id?: string
  /** Replaces these parts of the user's name. */
  name?: Partial<User['name']>
  /** Replaces the user's roles. Default of a new user: `['stytch_user']`. */
  roles?: string[]
  /** Added to the data that only the project's server can change. */
  trusted_metadata?: Record<string, unknown>
  /** Added to the data that the user can change. */
  untrusted_metadata?: Record<string, unknown>
  /** Passkeys to add to the user's, each with its private key in the authenticator of your test. */
  webauthn_registrations?: SeedPasskey[]
  /** How long the session lasts, by the emulator's clock. Default: 60. */
  session_duration_minutes?: number
  /** Only for members: see {@link SignInMember}. */
  organization?: undefined
}

/** A user's new session. */
export interface SignedIn extends Pick<Authenticated, 'user_id' | 'user' | 'session' | 'session_token' | 'session_jwt'> {}

/** The fields that users and members have in common. */
const either = {
  roles: v.optional(v.array(v.string())),
  trusted_metadata: metadata,
  untrusted_metadata: metadata,
  session_duration_minutes: v.optional(sessionDuration),
}

const user = v.pipe(
  v.strictObject({
    ...either,
    email: v.optional(emailAddress),
    phone_number: v.optional(phoneNumber),
    user_id: v.optional(v.string()),
    name: seedName,
    webauthn_registrations: v.optional(v.array(seedPasskey)),
    organization: v.optional(v.undefined()),
  }),
  v.check(
    ({ email, phone_number, user_id }) => (email ?? phone_number ?? user_id) !== undefined,
    'email, phone_number or user_id is required',
  ),
)

const member = v.strictObject({
  ...either,
  email: emailAddress,
  organization: v.pipe(v.string(), v.minLength(1)),
  name: v.optional(v.string()),
})

/** The schema of a sign-in: with an organization it is a member's. */
export const signInBody: v.GenericSchema<unknown, SignIn | SignInMember> = v.lazy((input) =>
  input && typeof input === 'object' && 'organization' in input && input.organization !== undefined ? member : user,
)

/**
 * Returns the function that signs somebody in. It throws the provider's refusal if that cannot be
 * done.
 */
export const createSignIn = ({ users, sessions, passkeys }: Parts, signInMember: (who: SignInMember) => Promise<SignedInMember>) => {
  const signInUser = async ({ email, phone_number, user_id, ...fields }: SignIn): Promise<SignedIn> => {
    const byId = user_id === undefined ? undefined : (users.byId(user_id) ?? refuse('user_not_found'))
    const holder = byId ?? (email === undefined ? users.withPhone(phone_number!) : users.withEmail(email))
    // Before the user is created, so that a call that is refused changes nothing.
    for (const [value, owner] of [
      [email, users.withEmail(email ?? '')],
      [phone_number, users.withPhone(phone_number ?? '')],
    ] as const)
      if (value !== undefined && owner && owner !== holder) refuse(value === email ? 'duplicate_email' : 'duplicate_phone_number')
    const { name, roles, trusted_metadata, untrusted_metadata, webauthn_registrations = [], session_duration_minutes } = fields
    if (webauthn_registrations.some(({ credential_id }) => passkeys.withId(credential_id))) refuse('duplicate_webauthn_registration')
    const user = holder ?? users.create()
    for (const passkey of webauthn_registrations) passkeys.addSeed(user, passkey)
    Object.assign(user.name, withoutUndefined(name ?? {}))
    user.trusted_metadata = withMetadata(user.trusted_metadata, trusted_metadata)
    user.untrusted_metadata = withMetadata(user.untrusted_metadata, untrusted_metadata)
    if (roles) user.roles = roles
    const phone = phone_number === undefined ? undefined : users.verifyPhone(user, phone_number)
    const address = email === undefined ? undefined : users.verifyEmail(user, email)
    const { __user, ...answer } = await sessions.signIn(noRequest(), user, proofOf(user, address, phone), session_duration_minutes)
    return answer
  }

  /**
   * The session of a user who is named by id alone says that they have opened a link to their first
   * address.
   */
  const proofOf = (user: User, email = user.emails[0], phone = user.phone_numbers[0]) =>
    email || !phone ? linkProof(email ?? { email_id: '', email: '' }) : codeProof('sms', phone.phone_id, phone.phone_number)

  return (who: SignIn | SignInMember): Promise<SignedIn | SignedInMember> =>
    who.organization === undefined ? signInUser(who) : signInMember(who)
}

export type SignInVisitor = ReturnType<typeof createSignIn>
