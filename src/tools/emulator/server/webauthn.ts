import { base64url } from 'jose'
import * as v from 'valibot'
import { noBody } from '../requests/fields.ts'
import type { Router } from '../requests/router.ts'
import { authenticationFields, registrationFields } from '../methods/webauthn.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

export const serveWebauthn = ({ server }: Router, { users, serverSignIn, passkeys, passkeyLogIns }: ServerParts) => {
  const registration = v.object({ ...registrationFields, user_id: v.string(), user_agent: v.optional(v.string()) })
  server('POST /webauthn/register/start', registration, ({ user_id, ...body }) =>
    passkeyLogIns.startRegistration(users.require(user_id), body),
  )

  const finish = { public_key_credential: v.string(), ...signInFields }
  server('POST /webauthn/register', v.object({ ...finish, user_id: v.string() }), ({ user_id, public_key_credential, ...body }, request) =>
    serverSignIn.signIn(body, request, () => passkeyLogIns.register(users.require(user_id), public_key_credential)),
  )

  const authentication = v.object({ ...authenticationFields, user_id: v.optional(v.string()) })
  server('POST /webauthn/authenticate/start', authentication, async ({ domain, user_id }) => {
    const user = user_id === undefined ? undefined : users.require(user_id)
    return { user_id: user?.user_id ?? '', ...(await passkeyLogIns.startAuthentication(domain, user)) }
  })

  server('POST /webauthn/authenticate', v.object(finish), ({ public_key_credential, ...body }, request) =>
    serverSignIn.signIn(body, request, () => passkeyLogIns.authenticate(public_key_credential)),
  )

  server('PUT /webauthn/:id', v.object({ name: v.string() }), ({ name }, { params }) =>
    passkeyLogIns.rename(users.withEntry('webauthn_registration_id', params.id ?? ''), params.id, name),
  )

  server('GET /webauthn/credentials/:user_id/:domain', noBody, (_, { params }) => ({
    credentials: passkeys.keysOf(users.require(params.user_id ?? ''), params.domain ?? '').map(({ registration, key }) => ({
      credential_id: key.id,
      webauthn_registration_id: registration.webauthn_registration_id,
      type: 'public-key',
      public_key: base64url.encode(key.publicKey),
    })),
  }))
}
