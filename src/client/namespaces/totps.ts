import * as api from '../../api/totps.ts'
import type { RecoveryCodes, TotpCreated } from '../../api/totps.ts'
import type { Authenticated, Confirmation, SessionDuration } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.totps`: authenticator apps as a second factor (RFC 6238), and their recovery codes. */
export interface TotpNamespace {
  /** Adds an authenticator app to the user who is signed in. */
  create(options: {
    /** How long the visitor has to enter the app's first code, in minutes: 5 to 1,440. */
    expiration_minutes: number
  }): Promise<Omit<TotpCreated, '__user'>>
  /** Signs in, or proves a new app, with a code of six digits. */
  authenticate(
    options: {
      /** The code. */
      totp_code: string
      /**
       * Of a client with a `backend`, while a second factor is required: whether not to ask again
       * on this device. Default false.
       */
      trust_device?: boolean
    } & SessionDuration &
      Confirmation,
  ): Promise<
    Authenticated & {
      /** The id of the app. */
      totp_id: string
    }
  >
  /** Gets the recovery codes that the user has left. */
  recoveryCodes(): Promise<RecoveryCodes>
  /** Signs in with a recovery code instead of a lost app. Each code works once. */
  recover(
    options: {
      /** The recovery code. */
      recovery_code: string
      /**
       * Of a client with a `backend`, while a second factor is required: whether not to ask again
       * on this device. Default false.
       */
      trust_device?: boolean
    } & SessionDuration &
      Confirmation,
  ): Promise<
    Authenticated & {
      /** The id of the app. */
      totp_id: string
    }
  >
}

/** Creates `client.totps`. */
export const totps = ({ send }: Core): TotpNamespace => ({
  create: (options) => send(api.create, options),
  authenticate: (options) => send(api.authenticate, options),
  recoveryCodes: () => send(api.recoveryCodes),
  recover: (options) => send(api.recover, options),
})
