import * as api from '../api/impersonation.ts'
import type { Authenticated, User } from '../api/entities.ts'
import type { Core } from './core.ts'
import { verbatim } from './verbatim.ts'

/** `client.impersonation` (wire.md 1.3). */
export interface ImpersonationNamespace {
  /** Signs an administrator in as the user for whom the token was made. */
  authenticate(options: { impersonation_token: string }): Promise<Authenticated & { __user?: User }>
}

/** `client.impersonation`: an administrator signs in as somebody else. */
export const impersonation = (core: Core): ImpersonationNamespace => ({ authenticate: verbatim(core)(api.authenticate) })
