import * as api from '../api/impersonation.ts'
import type { Authenticated, User } from '../api/entities.ts'
import type { Core } from './core.ts'
import { verbatim } from './verbatim.ts'

/** `client.impersonation`: an administrator signs in as a user. */
export interface ImpersonationNamespace {
  /** Signs an administrator in as the user for whom the token was made. Such a session lasts an hour. */
  authenticate(options: {
    /** The token from the URL (`stytch_token_type=impersonation`). */
    impersonation_token: string
  }): Promise<
    Authenticated & {
      /** The user, once more. */
      __user?: User
    }
  >
}

/** `client.impersonation`: an administrator signs in as somebody else. */
export const impersonation = (core: Core): ImpersonationNamespace => ({ authenticate: verbatim(core)(api.authenticate) })
