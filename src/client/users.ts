import type { Call } from '../api/call.ts'
import * as apps from '../api/connectedApps.ts'
import type { ConnectedApp } from '../api/connectedApps.ts'
import type { Answer, User } from '../api/entities.ts'
import * as changes from '../api/userChanges.ts'
import type { UserUpdate } from '../api/userChanges.ts'
import * as api from '../api/users.ts'
import type { Core } from './core.ts'
import { verbatim } from './verbatim.ts'

/** What is answered when a part of the user is gone. */
export type Deleted = Answer & { user_id: string }

/** What of `client.user` asks the provider (wire.md 1.3). When one of its promises resolves, `getSync` and listeners have the change. */
export interface UserCalls {
  /** Asks the provider for the signed-in user, and keeps the answer. */
  get(): Promise<User>
  /** Changes the name or what the visitor may note about themselves. */
  update(changes: UserUpdate): Promise<Deleted & Pick<User, 'emails' | 'phone_numbers' | 'crypto_wallets'>>
  deleteEmail(email_id: string): Promise<Deleted>
  deletePhoneNumber(phone_id: string): Promise<Deleted>
  deleteTOTP(totp_id: string): Promise<Deleted>
  deleteCryptoWallet(crypto_wallet_id: string): Promise<Deleted>
  deleteOAuthRegistration(oauth_user_registration_id: string): Promise<Deleted>
  deleteWebauthnRegistration(webauthn_registration_id: string): Promise<Deleted>
  deleteBiometricRegistration(biometric_registration_id: string): Promise<Deleted>
  /** The apps that the visitor let in. */
  getConnectedApps(): Promise<Answer & { connected_apps: ConnectedApp[] }>
  /** Shows an app out. The name is the provider's. */
  revokedConnectedApp(connected_app_id: string): Promise<Answer>
}

/** Asks for the signed-in user, and keeps the answer; `call` says what of it is read. */
export async function askUser(core: Core, call: typeof api.me): Promise<User> {
  const life = await (await core.engine()).life()
  const turn = life.turn()
  const { request_id, status_code, ...user } = await core.send(call)
  life.update({ user }, turn)
  return user
}

export const users = (core: Core): UserCalls => {
  const method = verbatim(core)
  const byId =
    <Result>(call: Call<undefined, Result>) =>
    (id: string) =>
      core.send(call, undefined, { id })
  return {
    get: () => askUser(core, api.me),
    update: method(changes.update),
    deleteEmail: byId(changes.deleteEmail),
    deletePhoneNumber: byId(changes.deletePhoneNumber),
    deleteTOTP: byId(changes.deleteTotp),
    deleteCryptoWallet: byId(changes.deleteCryptoWallet),
    deleteOAuthRegistration: byId(changes.deleteOAuthRegistration),
    deleteWebauthnRegistration: byId(changes.deleteWebauthnRegistration),
    deleteBiometricRegistration: byId(changes.deleteBiometricRegistration),
    getConnectedApps: method(apps.list),
    revokedConnectedApp: byId(apps.revoke),
  }
}
