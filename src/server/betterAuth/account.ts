import { fullName } from '../bridge/defaults.ts'
import type { Asker, AskingBackend, Json } from './ask.ts'
import type { AuthOffers } from './auth.ts'
import { has } from './offers.ts'
import { passkeyDomain, passkeyOf, proven, signedIn, text } from './entities.ts'

/**
 * Passkeys. Better Auth makes and verifies the challenges; its options and the credentials pass
 * unchanged.
 */
export const passkeys = (offers: AuthOffers): AskingBackend['webauthn'] =>
  has(offers, 'passkey')
    ? {
        async registerStart({ authenticator_type, override_name }, asker) {
          const { user_id } = await proven(asker)
          const authenticatorAttachment =
            authenticator_type === 'platform' || authenticator_type === 'cross-platform' ? authenticator_type : undefined
          const options = await asker.ask('GET /passkey/generate-register-options', {
            query: { authenticatorAttachment, name: override_name },
          })
          return { user_id, public_key_credential_creation_options: JSON.stringify(options) }
        },
        async register({ public_key_credential }, asker) {
          await proven(asker)
          const { id } = await asker.ask('POST /passkey/verify-registration', {
            body: { response: JSON.parse(public_key_credential) as Json },
          })
          return { ...(await signedIn(asker)), webauthn_registration_id: text(id) }
        },
        async authenticateStart(_, { ask }) {
          const options = await ask('GET /passkey/generate-authenticate-options')
          return { public_key_credential_request_options: JSON.stringify(options) }
        },
        async authenticate({ public_key_credential }, asker) {
          await asker.ask('POST /passkey/verify-authentication', { body: { response: JSON.parse(public_key_credential) as Json } })
          return { ...(await signedIn(asker)), webauthn_registration_id: '' }
        },
        async update({ name }, asker) {
          const { passkey } = await asker.ask('POST /passkey/update-passkey', {
            body: { id: asker.visit.params.webauthn_registration_id, name },
          })
          return { webauthn_registration: passkeyOf(passkey as Json, passkeyDomain(asker)) }
        },
      }
    : undefined

export const account = (offers: AuthOffers): Pick<AskingBackend, 'sessions' | 'users'> => {
  const change = async (asker: Asker, route: string, body: Json) => {
    await asker.ask(`POST ${route}`, { body })
    const { user_id, user: __user } = await signedIn(asker)
    return { user_id, __user }
  }
  return {
    sessions: {
      authenticate: (_, asker) => signedIn(asker),
      async revoke(_, { ask }) {
        await ask('POST /sign-out', { body: {} })
        return {}
      },
    },
    users: {
      me: async (_, asker) => (await signedIn(asker)).user,
      async update({ name }, asker) {
        const parts: Json = { ...(await signedIn(asker)).user.name, ...name }
        const answer = await change(asker, '/update-user', { name: fullName(parts) })
        const { emails, phone_numbers, crypto_wallets } = answer.__user
        return { ...answer, emails, phone_numbers, crypto_wallets }
      },
      deleteOAuthRegistration: (_, asker) => change(asker, '/unlink-account', { accountId: asker.visit.params.id }),
      ...(has(offers, 'passkey') && {
        deleteWebauthnRegistration: (_: unknown, asker: Asker) => change(asker, '/passkey/delete-passkey', { id: asker.visit.params.id }),
      }),
    },
  }
}
