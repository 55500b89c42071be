/**
 * Puts together the API for servers of hosts about organizations and members: `/v1/b2b/`, with the
 * project's id and secret.
 */
import type { Locks } from '../../methods/locks.ts'
import type { Router } from '../../requests/router.ts'
import type { Project } from '../../state/project.ts'
import type { Administration } from '../administration.ts'
import type { OrganizationApps } from '../connectedApps.ts'
import type { Discovery } from '../discovery.ts'
import type { ImpersonationLogIn } from '../impersonation.ts'
import type { LinkLogIns } from '../magicLinks.ts'
import type { OAuthLogIns } from '../oauth.ts'
import type { Organizations } from '../organizations.ts'
import type { CodeLogIns } from '../otps.ts'
import type { MemberPasswordLogIns } from '../passwords.ts'
import type { Permissions } from '../permissions.ts'
import type { Scim } from '../scim.ts'
import type { AuthenticatorLogIns, SecondFactors } from '../secondFactors.ts'
import type { AccessTokenExchange, MemberSessions } from '../sessions.ts'
import type { Sso } from '../sso.ts'
import { createServerCalls } from './calls.ts'
import { serveDiscovery } from './discovery.ts'
import { serveImpersonation } from './impersonation.ts'
import { serveMagicLinks } from './magicLinks.ts'
import { serveMembers } from './members.ts'
import { serveOAuth } from './oauth.ts'
import { serveOrganizations } from './organizations.ts'
import { serveOtps } from './otps.ts'
import { servePasswords } from './passwords.ts'
import { serveRbac } from './rbac.ts'
import { serveRecoveryCodes } from './recoveryCodes.ts'
import { serveScim } from './scim.ts'
import { createMemberOf } from './secondFactorMembers.ts'
import { serveSessions } from './sessions.ts'
import { serveSso } from './sso.ts'
import { serveTotps } from './totps.ts'

interface Dependencies {
  project: Project
  locks: Locks
  organizations: Organizations
  sessions: MemberSessions
  permissions: Permissions
  administration: Administration
  secondFactors: SecondFactors
  linkLogIns: LinkLogIns
  codeLogIns: CodeLogIns
  passwordLogIns: MemberPasswordLogIns
  authenticatorLogIns: AuthenticatorLogIns
  oauthLogIns: OAuthLogIns
  discovery: Discovery
  impersonate: ImpersonationLogIn
  exchangeAccessToken: AccessTokenExchange
  organizationApps: OrganizationApps
  sso: Sso
  scim: Scim
}

/**
 * Serves every call that a server can make about organizations and members. It works on the same
 * state as the calls of browsers.
 */
export const serveServerApi = (router: Router, needs: Dependencies) => {
  const calls = createServerCalls(router, needs)
  const memberOf = createMemberOf(calls, needs)

  // paths with a fixed segment first: an organization's id could take its place
  serveMembers(calls, needs)
  serveOrganizations(calls, needs)
  serveDiscovery(calls, needs)
  serveMagicLinks(calls, needs)
  serveOtps(calls, { ...needs, memberOf })
  servePasswords(calls, needs)
  serveOAuth(calls, needs)
  serveSso(calls, needs)
  serveTotps(calls, { ...needs, memberOf })
  serveRecoveryCodes(calls, { ...needs, memberOf })
  serveSessions(calls, needs)
  serveRbac(calls, needs)
  serveScim(calls, needs)
  serveImpersonation(calls, needs)
}
