import * as api from '../../api/passwords.ts'
import type { PasswordStrength, ResetOptions } from '../../api/passwords.ts'
import type { Answer, Authenticated, Confirmation, SessionDuration, User } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.passwords`: accounts with passwords. */
export interface PasswordNamespace {
  /** Creates an account, and signs the visitor in. */
  create(
    options: {
      /** The visitor's email address. */
      email: string
      /** The password. */
      password: string
    } & SessionDuration,
  ): Promise<
    Authenticated & {
      /** The id of the email address. */
      email_id: string
    }
  >
  /** Signs in with a password. */
  authenticate(
    options: {
      /** The visitor's email address. */
      email: string
      /** The password. */
      password: string
    } & SessionDuration &
      Confirmation,
  ): Promise<Authenticated>
  /** Sends an email whose link leads to your page for a new password. */
  resetByEmailStart(
    options: {
      /** The visitor's email address. */
      email: string
      /** Not used. It is here because the provider's SDK takes it, too. */
      login_expiration_minutes?: number
    } & ResetOptions,
  ): Promise<Answer>
  /** Sets the new password with the token of that link, and signs the visitor in. */
  resetByEmail(
    options: {
      /** The token from the URL. */
      token: string
      /** The new password. */
      password: string
    } & SessionDuration,
  ): Promise<Authenticated>
  /** Replaces a password that the visitor knows, and signs them in. */
  resetByExistingPassword(
    options: {
      /** The visitor's email address. */
      email: string
      /** The current password. */
      existing_password: string
      /** The new password. */
      new_password: string
    } & SessionDuration,
  ): Promise<Authenticated>
  /** Sets a new password for the user who is signed in. */
  resetBySession(
    options: {
      /** The new password. */
      password: string
    } & Partial<SessionDuration>,
  ): Promise<
    Authenticated & {
      /** The same as `user`. */
      __user?: User
    }
  >
  /** Rates a password, and says what it lacks. */
  strengthCheck(options: {
    /** The visitor's email address. A password that contains parts of it is rated lower. */
    email?: string
    /** The password. */
    password: string
  }): Promise<PasswordStrength>
}

/** Creates `client.passwords`. */
export const passwords = (core: Core): PasswordNamespace => {
  const { send } = core
  return {
    create: (options) => send(api.create, options),
    authenticate: (options) => send(api.authenticate, options),
    resetByExistingPassword: (options) => send(api.resetByExistingPassword, options),
    resetBySession: (options) => send(api.resetBySession, options),
    strengthCheck: (options) => send(api.strengthCheck, options),
    async resetByEmailStart(startOptions) {
      const { login_expiration_minutes, ...options } = { ...startOptions }
      await core.check(api.resetByEmailStart, options)
      return core.send(api.resetByEmailStart, { ...options, ...(await (await core.proofKeys()).challenge('passwords')) })
    },
    async resetByEmail(options) {
      const proofKeys = await core.proofKeys()
      return proofKeys.spend(['passwords'], (code_verifier) => core.send(api.resetByEmail, { ...options, code_verifier }), options?.token)
    },
  }
}
