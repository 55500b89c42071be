import * as api from '../../api/impersonation.ts'
import type { Authenticated, User } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.impersonation`: an administrator signs in as a user. */
export interface ImpersonationNamespace {
  /** Signs an administrator in, for an hour, as the user for whom the token was created. */
  authenticate(options: {
    /** The token from the URL (`stytch_token_type=impersonation`). */
    impersonation_token: string
  }): Promise<
    Authenticated & {
      /** The same as `user`. */
      __user?: User
    }
  >
}

/** Creates `client.impersonation`. */
export const impersonation = ({ send }: Core): ImpersonationNamespace => ({ authenticate: (options) => send(api.authenticate, options) })
