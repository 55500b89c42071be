import * as v from 'valibot'
import { attributes, matchOptions } from '../sessions/attributes.ts'
import { emailAddress, nameParts, phoneNumber } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'
import { hashFields, readHash } from '../methods/passwordHashes.ts'
import { startReset, strengthCheck } from '../methods/passwords.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { signInFields } from './signIn.ts'
import { userFields } from './users.ts'
import type { ServerParts } from './parts.ts'

/** Serves the calls by which a server checks, sets, resets and brings along passwords. */
export const servePasswords = (
  { server }: Router,
  { users, passwords, passwordLogIns, serverSignIn, userChanges, userView, sandbox }: ServerParts,
) => {
  server('POST /passwords/strength_check', strengthCheck, ({ email, password }) => passwords.strength(password, passwords.guesses(email)))

  const credentials = { ...signInFields, email: emailAddress, password: v.string() }
  const creation = v.object({ ...credentials, name: nameParts, trusted_metadata: metadata, untrusted_metadata: metadata })
  server('POST /passwords', creation, ({ name, trusted_metadata, untrusted_metadata, ...rest }, request) =>
    serverSignIn.signIn(rest, request, () => {
      const sandboxSignIn = sandbox.password(rest.email)
      if (sandboxSignIn) return sandboxSignIn
      const account = passwordLogIns.create(rest.email, rest.password)
      userChanges.apply(account.user, { name, trusted_metadata, untrusted_metadata })
      return account
    }),
  )

  server('POST /passwords/authenticate', v.object(credentials), (body, request) =>
    serverSignIn.signIn(body, request, () => sandbox.password(body.email) ?? passwordLogIns.authenticate(body.email, body.password)),
  )

  server('POST /passwords/email/reset/start', v.object({ ...startReset.entries, attributes }), (body, request) => {
    const { user, email_id } = passwordLogIns.startReset(body, request) ?? refuse('email_not_found')
    return { user_id: user.user_id, email_id }
  })

  const reset = { ...signInFields, token: v.string(), password: v.string(), code_verifier: v.optional(v.string()), options: matchOptions }
  server('POST /passwords/email/reset', v.object(reset), (body, request) =>
    serverSignIn.signIn(body, request, () => passwordLogIns.resetByEmail(body)),
  )

  const change = v.object({ ...signInFields, email: emailAddress, existing_password: v.string(), new_password: v.string() })
  server('POST /passwords/existing_password/reset', change, (body, request) =>
    serverSignIn.signIn(body, request, () => passwordLogIns.resetByExistingPassword(body)),
  )

  server('POST /passwords/session/reset', v.object({ ...signInFields, password: v.string() }), async (body, request) => {
    const current = await serverSignIn.require(body)
    return serverSignIn.signIn(body, request, () => passwordLogIns.resetBySession(current, body.password))
  })

  const migration = v.object({
    ...hashFields,
    ...userFields,
    email: emailAddress,
    set_email_verified: v.optional(v.boolean(), false),
    phone_number: v.optional(phoneNumber),
    set_phone_number_verified: v.optional(v.boolean(), false),
  })
  server('POST /passwords/migrate', migration, ({ email, phone_number, set_email_verified, set_phone_number_verified, ...rest }) => {
    const hash = readHash(rest)
    const owner = users.withEmail(email)
    if (owner?.password) refuse('password_already_exists')
    const holder = phone_number === undefined ? undefined : users.withPhone(phone_number)
    if (holder && holder !== owner) refuse('duplicate_phone_number')
    // An id of the host's own is for a new user alone.
    const { name, trusted_metadata, untrusted_metadata, roles } = rest
    const changes = { name, trusted_metadata, untrusted_metadata, roles, external_id: owner ? undefined : rest.external_id }
    userChanges.check(changes, owner)
    const user = owner ?? users.create()
    userChanges.apply(user, changes)
    const address = users.emailOf(user, email)
    address.verified ||= set_email_verified
    if (phone_number !== undefined) users.phoneOf(user, phone_number).verified ||= set_phone_number_verified
    passwords.setHash(user, hash)
    return { user_id: user.user_id, email_id: address.email_id, user_created: !owner, user: userView(user) }
  })
}
