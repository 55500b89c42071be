import * as v from 'valibot'
import type { Router } from '../requests/router.ts'
import { totpExpiration } from '../methods/totps.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

/** The provider's default: a visitor has a day to enter the first code. */
const EXPIRATION_MINUTES = 1440

/** Serves authenticator apps and recovery codes for servers, which name the user. */
export const serveTotps = ({ server }: Router, { users, serverSignIn, userView, totpLogIns, sandbox }: ServerParts) => {
  const creation = v.object({ user_id: v.string(), expiration_minutes: v.optional(totpExpiration, EXPIRATION_MINUTES) })
  server('POST /totps', creation, ({ user_id, expiration_minutes }) => {
    const user = sandbox.user(user_id) ?? users.require(user_id)
    return { ...totpLogIns.create(user, expiration_minutes), user: userView(user) }
  })

  const code = v.object({ user_id: v.string(), totp_code: v.string(), ...signInFields })
  server('POST /totps/authenticate', code, ({ user_id, totp_code, ...body }, request) =>
    serverSignIn.signIn(
      body,
      request,
      () => sandbox.totp(user_id, totp_code) ?? totpLogIns.authenticate(users.require(user_id), totp_code),
    ),
  )

  server(
    'POST /totps/recovery_codes',
    v.object({ user_id: v.string() }),
    ({ user_id }) => sandbox.recoveryCodes(user_id) ?? totpLogIns.recoveryCodes(users.require(user_id)),
  )

  const recovery = v.object({ user_id: v.string(), recovery_code: v.string(), ...signInFields })
  server('POST /totps/recover', recovery, ({ user_id, recovery_code, ...body }, request) =>
    serverSignIn.signIn(
      body,
      request,
      () => sandbox.recovery(user_id, recovery_code) ?? totpLogIns.recover(users.require(user_id), recovery_code),
    ),
  )
}
