import type { Call } from '../../api/call.ts'
import * as apps from '../../api/connectedApps.ts'
import type { ConnectedApp } from '../../api/connectedApps.ts'
import type { Answer, User } from '../../api/entities.ts'
import * as changes from '../../api/userChanges.ts'
import type { UserUpdate } from '../../api/userChanges.ts'
import * as api from '../../api/users.ts'
import type { Core } from '../core.ts'
import type { PasskeyNotices } from '../passkeys/PasskeyNotices.ts'

/** What the provider answers when a part of the user is deleted. */
export type UserChange = Answer & {
  /** The user's id. */
  user_id: string
}

/**
 * The methods of `client.user` that ask the provider. When one resolves, `getSync` and listeners
 * already have the change.
 */
export interface UserCalls {
  /** Asks the provider for the user who is signed in. From then on `getSync` returns the same. */
  get(): Promise<User>
  /** Changes the name or the untrusted metadata of the user. */
  update(changes: UserUpdate): Promise<UserChange & Pick<User, 'emails' | 'phone_numbers' | 'crypto_wallets'>>
  /** Deletes an email address of the user, by its id. */
  deleteEmail(email_id: string): Promise<UserChange>
  /** Deletes a phone number of the user, by its id. */
  deletePhoneNumber(phone_id: string): Promise<UserChange>
  /** Deletes an authenticator app of the user, by its id. */
  deleteTOTP(totp_id: string): Promise<UserChange>
  /** Deletes a wallet of the user, by its id. */
  deleteCryptoWallet(crypto_wallet_id: string): Promise<UserChange>
  /** Unlinks an account at another provider, by the id of the link. */
  deleteOAuthRegistration(oauth_user_registration_id: string): Promise<UserChange>
  /** Deletes a passkey or a security key of the user, by its id. */
  deleteWebauthnRegistration(webauthn_registration_id: string): Promise<UserChange>
  /** Deletes a biometric registration of the user, by its id. */
  deleteBiometricRegistration(biometric_registration_id: string): Promise<UserChange>
  /** Lists the apps that the user has authorized. */
  getConnectedApps(): Promise<
    Answer & {
      /** The apps. */
      connected_apps: ConnectedApp[]
    }
  >
  /** Revokes an app's access to the user's account. The name, with its `d`, is the provider's. */
  revokedConnectedApp(connected_app_id: string): Promise<Answer>
}

/**
 * Asks the provider for the signed-in user, and keeps the answer. `call` declares which fields the
 * answer must have.
 */
export async function fetchUser(core: Core, call: typeof api.me): Promise<User> {
  // not `core.life()`, which would take a later turn than a log-in that the host calls after this
  const life = await (await core.engine()).life()
  const turn = life.turn()
  const { request_id, status_code, ...user } = await core.send(call)
  life.update({ user }, turn)
  return user
}

/**
 * Creates the methods of `client.user` that ask the provider. `passkeyNotices` fetches the code
 * that tells the browser about passkeys, for a client that has passkeys.
 */
export const userCalls = (
  core: Core,
  passkeyNotices: (core: Core) => Promise<PasskeyNotices | undefined> | undefined = () => core.passkeyNotices?.(),
): UserCalls => {
  const byId =
    <Result>(call: Call<undefined, Result>) =>
    (id: string) =>
      core.send(call, undefined, { id })
  return {
    get: () => fetchUser(core, api.me),
    async update(options) {
      const answer = await core.send(changes.update, options)
      if (options?.name) void passkeyNotices(core)?.then((browser) => browser?.tellDetails())
      return answer
    },
    deleteEmail: byId(changes.deleteEmail),
    deletePhoneNumber: byId(changes.deletePhoneNumber),
    deleteTOTP: byId(changes.deleteTotp),
    deleteCryptoWallet: byId(changes.deleteCryptoWallet),
    deleteOAuthRegistration: byId(changes.deleteOAuthRegistration),
    async deleteWebauthnRegistration(id) {
      const remove = () => core.send(changes.deleteWebauthnRegistration, undefined, { id })
      const browser = await passkeyNotices(core)
      return browser ? browser.deleteAndTell(id, remove) : remove()
    },
    deleteBiometricRegistration: byId(changes.deleteBiometricRegistration),
    getConnectedApps: () => core.send(apps.list),
    revokedConnectedApp: byId(apps.revoke),
  }
}
