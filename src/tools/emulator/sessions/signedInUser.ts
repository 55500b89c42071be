import * as v from 'valibot'
import * as api from '../../../api/users.ts'
import * as changes from '../../../api/userChanges.ts'
import * as userSearch from '../../../api/userSearch.ts'
import type { User } from '../../../api/entities.ts'
import { emailAddress, nameParts, noBody, withoutUndefined } from '../requests/fields.ts'
import { metadata, withMetadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

const userAnswer = (user: User) => ({ user_id: user.user_id, __user: user })

export const deletions = [
  [changes.deleteEmail, { list: 'emails', id: 'email_id', otherwise: 'email_not_found' }],
  [changes.deletePhoneNumber, { list: 'phone_numbers', id: 'phone_id', otherwise: 'phone_number_not_found' }],
  [changes.deleteTotp, { list: 'totps', id: 'totp_id', otherwise: 'totp_not_found' }],
  [changes.deleteCryptoWallet, { list: 'crypto_wallets', id: 'crypto_wallet_id', otherwise: 'crypto_wallet_not_found' }],
  [
    changes.deleteOAuthRegistration,
    { list: 'providers', id: 'oauth_user_registration_id', otherwise: 'oauth_user_registration_not_found' },
  ],
  [
    changes.deleteWebauthnRegistration,
    { list: 'webauthn_registrations', id: 'webauthn_registration_id', otherwise: 'webauthn_registration_not_found' },
  ],
  [
    changes.deleteBiometricRegistration,
    { list: 'biometric_registrations', id: 'biometric_registration_id', otherwise: 'biometric_registration_not_found' },
  ],
] as const

const userUpdate = v.object({
  name: nameParts,
  untrusted_metadata: metadata,
  trusted_metadata: v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => refuse('cannot_update_trusted_metadata')),
    ),
  ),
})

export const serveSignedInUser = ({ on }: Router, { users, sessions }: Parts) => {
  on(api.me, noBody, (_, request) => sessions.require(request).user)

  on(changes.update, userUpdate, ({ name, untrusted_metadata }, request) => {
    const { user } = sessions.forChange(request)
    Object.assign(user.name, withoutUndefined(name ?? {}))
    user.untrusted_metadata = withMetadata(user.untrusted_metadata, untrusted_metadata)
    const { emails, phone_numbers, crypto_wallets } = user
    return { ...userAnswer(user), emails, phone_numbers, crypto_wallets }
  })

  for (const [call, list] of deletions) {
    on(call, noBody, (_, request) => userAnswer(users.removeEntry(list, request.params.id, sessions.forChange(request).user)))
  }

  on(userSearch.search, v.object({ email: emailAddress }), ({ email }) => {
    const user = users.withEmail(email)
    const userType = user ? (user.password ? ('password' as const) : ('passwordless' as const)) : ('new' as const)
    return { userType }
  })
}
