/** Calls that change the user. */
import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

/** The answer of a call that changes the user. */
export interface UserChanged extends Answer {
  user_id: string
  __user: User
}

/** What a visitor may change about their account. */
export interface UserUpdate {
  /** The parts of the name that change. */
  name?: Partial<User['name']>
  /** Your own data about the user. A key is replaced; null deletes it. */
  untrusted_metadata?: Record<string, unknown>
}

export const update = call<UserUpdate, UserChanged & Pick<User, 'emails' | 'phone_numbers' | 'crypto_wallets'>>('PUT /users/me', {
  method: 'user.update',
  needs: { untrusted_metadata: 'object?' },
  gives: { __user: {} },
})

const deletion = (kind: string, method: string) =>
  call<undefined, UserChanged>(`DELETE /users/${kind}/:id`, { method: 'user.delete' + method, gives: { __user: {} } })

export const deleteEmail = /* @__PURE__ */ deletion('emails', 'Email')
export const deletePhoneNumber = /* @__PURE__ */ deletion('phone_numbers', 'PhoneNumber')
export const deleteTotp = /* @__PURE__ */ deletion('totps', 'TOTP')
export const deleteCryptoWallet = /* @__PURE__ */ deletion('crypto_wallets', 'CryptoWallet')
export const deleteOAuthRegistration = /* @__PURE__ */ deletion('oauth', 'OAuthRegistration')
export const deleteWebauthnRegistration = /* @__PURE__ */ deletion('webauthn_registrations', 'WebauthnRegistration')
export const deleteBiometricRegistration = /* @__PURE__ */ deletion('biometric_registrations', 'BiometricRegistration')
