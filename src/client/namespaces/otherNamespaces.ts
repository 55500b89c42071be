// The namespaces that no screen uses, in one file. The widget's client fetches it when one of their
// methods is first called.
import type { Core } from '../core.ts'
import { laterPasskeyNotices } from '../passkeys/laterPasskeyNotices.ts'
import { userCalls, type UserCalls } from './userCalls.ts'

export { impersonation } from './impersonation.ts'
export { rbac } from './rbac.ts'
export { sessionCalls as session } from '../session/remote.ts'

/** Creates the methods of `client.user` that ask the provider. */
export const user = (core: Core): UserCalls => userCalls(core, laterPasskeyNotices)
