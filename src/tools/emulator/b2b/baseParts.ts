import type { BaseParts } from '../baseParts.ts'
import type { Codes } from './codes.ts'
import type { Organizations } from './organizations.ts'
import type { Permissions } from './permissions.ts'
import type { MemberSessions } from './sessions.ts'

/** The same for organizations and members. */
export interface BaseMemberParts extends Omit<BaseParts, 'sessions'> {
  codes: Codes
  organizations: Organizations
  permissions: Permissions
  sessions: MemberSessions
}
