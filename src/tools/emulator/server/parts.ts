import type { Parts } from '../parts.ts'
import type { Sandbox } from './sandbox.ts'
import type { ServerSignIn } from './signIn.ts'
import type { UserChanges } from './users.ts'
import type { UserView } from './userView.ts'

/** The parts about users, and what only the calls of servers use. */
export interface ServerParts extends Parts {
  /** How many organizations and members the project has, by the provider's names. */
  memberCounts: () => Record<'ORGANIZATION_COUNT' | 'MEMBER_COUNT', number>
  sandbox: Sandbox
  serverSignIn: ServerSignIn
  userChanges: UserChanges
  userView: UserView
}
