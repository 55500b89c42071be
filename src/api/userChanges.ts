/** Calls that change the user. */
import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

/** What a call that changes the user answers: the user as it is now, under a name of its own (wire.md 2.2). */
export interface UserChanged extends Answer {
  user_id: string
  __user: User
}

/** What a visitor may change about themselves. */
export interface UserUpdate {
  name?: Partial<User['name']>
  untrusted_metadata?: Record<string, unknown>
}

export const update = call<UserUpdate, UserChanged & Pick<User, 'emails' | 'phone_numbers' | 'crypto_wallets'>>('PUT /users/me', {
  method: 'user.update',
  needs: { untrusted_metadata: 'object?' },
  gives: { __user: 'object' },
})

const deletion = (kind: string) => call<undefined, UserChanged>(`DELETE /users/${kind}/:id`, { gives: { __user: 'object' } })

export const deleteEmail = deletion('emails')
export const deletePhoneNumber = deletion('phone_numbers')
export const deleteTotp = deletion('totps')
export const deleteCryptoWallet = deletion('crypto_wallets')
export const deleteOAuthRegistration = deletion('oauth')
export const deleteWebauthnRegistration = deletion('webauthn_registrations')
export const deleteBiometricRegistration = deletion('biometric_registrations')
