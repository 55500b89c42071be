/** Puts together the API for servers of hosts: `/v1/`, with the project's id and secret. */
import type { ConnectedApps } from '../connectedApps.ts'
import type { Credentials } from '../credentials.ts'
import type { Impersonation } from '../impersonation.ts'
import type { Locks } from '../locks.ts'
import type { MagicLinks } from '../magicLinks.ts'
import type { Otps } from '../otps.ts'
import type { PasswordLogIns, Passwords } from '../passwords.ts'
import type { Project } from '../project.ts'
import type { Router } from '../router.ts'
import type { SessionGrants } from '../sessionGrants.ts'
import type { Sessions } from '../sessions.ts'
import type { Users } from '../users.ts'
import { serveMagicLinks } from './magicLinks.ts'
import { serveOtps } from './otps.ts'
import { servePasswords } from './passwords.ts'
import { serveProjects, type MemberCounts } from './projects.ts'
import { serveSessions } from './sessions.ts'
import { createServerSignIn } from './signIn.ts'
import { createUserChanges, serveUsers } from './users.ts'
import { createUserView } from './userView.ts'

interface Needs {
  credentials: Credentials
  project: Project
  users: Users
  sessions: Sessions
  locks: Locks
  passwords: Passwords
  connectedApps: ConnectedApps
  magicLinks: MagicLinks
  otps: Otps
  passwordLogIns: PasswordLogIns
  sessionGrants: SessionGrants
  impersonate: Impersonation
  memberCounts: MemberCounts
}

/** Serves every call that a server can make about users. It works on the same state as the calls of browsers. */
export const serveServerApi = (router: Router, { credentials, project, users, sessions, locks, passwords, ...needs }: Needs) => {
  const { connectedApps, magicLinks, otps, passwordLogIns, sessionGrants, impersonate, memberCounts } = needs
  const userView = createUserView({ users, locks })
  const serverSignIn = createServerSignIn({ users, sessions, userView })
  const userChanges = createUserChanges({ project, users })

  serveSessions(router, { project, users, sessions, sessionGrants, impersonate, serverSignIn, userView })
  serveMagicLinks(router, { users, magicLinks, serverSignIn, userChanges })
  serveOtps(router, { otps, serverSignIn })
  servePasswords(router, { users, passwords, passwordLogIns, serverSignIn, userChanges, userView })
  serveUsers(router, { users, passwords, connectedApps, userChanges, userView })
  serveProjects(router, { project, credentials, counts: () => ({ USER_COUNT: users.all().length, ...memberCounts() }) })
}
