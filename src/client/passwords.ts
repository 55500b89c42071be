import * as api from '../api/passwords.ts'
import type { PasswordStrength, ResetOptions } from '../api/passwords.ts'
import type { Answer, Authenticated, SessionDuration, User } from '../api/entities.ts'
import type { Core } from './core.ts'

/** `client.passwords` (wire.md 1.3). */
export interface PasswordNamespace {
  /** Makes an account, and signs in. */
  create(options: { email: string; password: string } & SessionDuration): Promise<Authenticated & { email_id: string }>
  /** Signs in. */
  authenticate(options: { email: string; password: string } & SessionDuration): Promise<Authenticated>
  /** Sends a mail whose link leads to a page for a new password. `login_expiration_minutes` is taken, as the provider's SDK takes it, and never sent. */
  resetByEmailStart(options: { email: string; login_expiration_minutes?: number } & ResetOptions): Promise<Answer>
  /** Sets the new password with the token of that link, and signs in. */
  resetByEmail(options: { token: string; password: string } & SessionDuration): Promise<Authenticated>
  /** Replaces a password that the visitor knows, and signs in. */
  resetByExistingPassword(
    options: { email: string; existing_password: string; new_password: string } & SessionDuration,
  ): Promise<Authenticated>
  /** Sets the password of whoever is signed in. */
  resetBySession(options: { password: string } & Partial<SessionDuration>): Promise<Authenticated & { __user?: User }>
  /** Says how good a password is, and what it lacks. */
  strengthCheck(options: { email?: string; password: string }): Promise<PasswordStrength>
}

/** `client.passwords`: passwords: accounts, log-in, and new ones. */
export const passwords = (core: Core): PasswordNamespace => {
  const { send } = core
  return {
    create: (options) => send(api.create, options),
    authenticate: (options) => send(api.authenticate, options),
    resetByExistingPassword: (options) => send(api.resetByExistingPassword, options),
    resetBySession: (options) => send(api.resetBySession, options),
    strengthCheck: (options) => send(api.strengthCheck, options),
    async resetByEmailStart(given) {
      const { login_expiration_minutes, ...options } = { ...given }
      const { check, proofKeys } = await core.engine()
      await check(api.resetByEmailStart, options)
      return core.send(api.resetByEmailStart, { ...options, ...(await (await proofKeys()).challenge('passwords')) })
    },
    async resetByEmail(options) {
      const proofKeys = await (await core.engine()).proofKeys()
      return proofKeys.spend(['passwords'], (code_verifier) => core.send(api.resetByEmail, { ...options, code_verifier }))
    },
  }
}
