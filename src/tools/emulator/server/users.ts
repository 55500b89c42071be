import * as v from 'valibot'
import type { User } from '../../../api/entities.ts'
import { attributes } from '../sessions/attributes.ts'
import { emailAddress, nameParts, noBody, phoneNumber, textLike, withoutUndefined } from '../requests/fields.ts'
import { metadata, withMetadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { deletions } from '../sessions/signedInUser.ts'
import { searchUsers, userSearch } from './userSearch.ts'
import type { UserView } from './userView.ts'
import type { BaseParts } from '../baseParts.ts'
import type { Parts } from '../parts.ts'

/** An id of the host's own, which can take the place of a `user_id`. */
const externalId = v.optional(textLike(/^[A-Za-z0-9._|-]{1,128}$/, 'invalid_argument'))

/** What a server can set of a user, and a browser cannot or only in part. */
export const userFields = {
  name: nameParts,
  trusted_metadata: metadata,
  untrusted_metadata: metadata,
  external_id: externalId,
  roles: v.optional(v.array(v.string())),
}

interface UserFields {
  name?: Partial<User['name']>
  trusted_metadata?: Record<string, unknown>
  untrusted_metadata?: Record<string, unknown>
  external_id?: string
  roles?: string[]
}

/** The role that every user has. */
const EVERY_USER = 'stytch_user'

/**
 * Returns the function that checks the fields by which a server changes a user, and the one that
 * applies them.
 */
export const createUserChanges = ({ project, users }: BaseParts) => ({
  /** Refuses roles that the policy lacks, and an id of another user. Changes nothing. */
  check: ({ roles = [], external_id }: UserFields, user?: User) => {
    const knownRoles = [EVERY_USER, ...(project.rbac_policy?.roles ?? []).map(({ role_id }) => role_id)]
    if (!roles.every((role) => knownRoles.includes(role))) refuse('invalid_role')
    const owner = external_id === undefined ? undefined : users.withExternalId(external_id)
    if (owner && owner !== user) refuse('duplicate_user_external_id')
  },
  apply: (user: User, { name, trusted_metadata, untrusted_metadata, external_id, roles }: UserFields) => {
    Object.assign(user.name, withoutUndefined(name ?? {}))
    user.trusted_metadata = withMetadata(user.trusted_metadata, trusted_metadata)
    user.untrusted_metadata = withMetadata(user.untrusted_metadata, untrusted_metadata)
    if (external_id !== undefined) users.setExternalId(user, external_id)
    if (roles) user.roles = [...new Set([EVERY_USER, ...roles])]
  },
})

export type UserChanges = ReturnType<typeof createUserChanges>

/** Serves the calls by which a server creates, finds, changes and deletes users. */
export const serveUsers = (
  { server }: Router,
  { users, passwords, connectedApps, userChanges, userView }: Parts & { userChanges: UserChanges; userView: UserView },
) => {
  const answer = (user: User) => ({ user_id: user.user_id, user: userView(user) })

  const creation = v.object({
    ...userFields,
    email: v.optional(emailAddress),
    phone_number: v.optional(phoneNumber),
    create_user_as_pending: v.optional(v.boolean()),
    attributes,
  })
  server('POST /users', creation, ({ email, phone_number, create_user_as_pending, ...rest }) => {
    if (email !== undefined && users.withEmail(email)) refuse('duplicate_email')
    if (phone_number !== undefined && users.withPhone(phone_number)) refuse('duplicate_phone_number')
    userChanges.check(rest)
    const user = users.create({ status: create_user_as_pending ? 'pending' : 'active' })
    userChanges.apply(user, rest)
    const { email_id } = email === undefined ? { email_id: '' } : users.emailOf(user, email)
    const { phone_id } = phone_number === undefined ? { phone_id: '' } : users.phoneOf(user, phone_number)
    return { ...answer(user), email_id, phone_id, status: user.status }
  })

  server('POST /users/search', userSearch, (search) => searchUsers(users, userView, search))

  server('GET /users/:user_id', noBody, (_, { params }) => userView(users.require(params.user_id ?? '')))

  server('PUT /users/:user_id', v.object({ ...userFields, attributes }), (body, { params }) => {
    const user = users.require(params.user_id ?? '')
    userChanges.check(body, user)
    userChanges.apply(user, body)
    const { emails, phone_numbers, crypto_wallets } = user
    return { ...answer(user), emails, phone_numbers, crypto_wallets }
  })

  const primary = v.object({ email_address: v.optional(emailAddress), phone_number: v.optional(phoneNumber) })
  server('PUT /users/:user_id/exchange_primary_factor', primary, ({ email_address, phone_number }, { params }) => {
    const user = users.require(params.user_id ?? '')
    if ((email_address === undefined) === (phone_number === undefined)) refuse('invalid_exchange_primary_factor_fields')
    const others = [user.providers, user.totps, user.webauthn_registrations, user.crypto_wallets, user.biometric_registrations]
    const { length } = [...user.emails, ...user.phone_numbers]
    if (length !== 1 || user.password || others.some((list) => list.length > 0)) refuse('invalid_exchange_primary_factor_user')
    const owner = email_address === undefined ? users.withPhone(phone_number!) : users.withEmail(email_address)
    if (owner && owner !== user) refuse(email_address === undefined ? 'duplicate_phone_number' : 'duplicate_email')
    user.emails = []
    user.phone_numbers = []
    if (email_address === undefined) users.phoneOf(user, phone_number!)
    else users.emailOf(user, email_address)
    return answer(user)
  })

  server('DELETE /users/:user_id', noBody, (_, { params }) => {
    const user = users.require(params.user_id ?? '')
    users.remove(user)
    return { user_id: user.user_id }
  })

  for (const [{ route }, list] of deletions) {
    server(route, noBody, (_, { params }) => answer(users.removeEntry(list, params.id)))
  }

  server('DELETE /users/passwords/:password_id', noBody, (_, { params }) => {
    const user = users.withPassword(params.password_id ?? '') ?? refuse('password_not_found')
    passwords.remove(user)
    return answer(user)
  })

  server('DELETE /users/:user_id/external_id', noBody, (_, { params }) => {
    const user = users.require(params.user_id ?? '')
    users.setExternalId(user, undefined)
    return answer(user)
  })

  server('GET /users/:user_id/connected_apps', noBody, (_, { params }) => ({
    connected_apps: connectedApps.of(users.require(params.user_id ?? '').user_id),
  }))

  server('POST /users/:user_id/connected_apps/:connected_app_id/revoke', noBody, (_, { params }) => {
    connectedApps.revoke(users.require(params.user_id ?? '').user_id, params.connected_app_id ?? '')
    return {}
  })
}
