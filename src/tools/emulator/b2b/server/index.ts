import type { Router } from '../../requests/router.ts'
import type { MemberParts } from '../parts.ts'
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

/**
 * Serves every call that a server can make about organizations and members. It works on the same
 * state as the calls of browsers.
 */
export const serveServerApi = (router: Router, parts: MemberParts) => {
  const calls = createServerCalls(router, parts)
  const needs = { ...parts, memberOf: createMemberOf(calls, parts) }

  // paths with a fixed segment first: an organization's id could take its place
  serveMembers(calls, needs)
  serveOrganizations(calls, needs)
  serveDiscovery(calls, needs)
  serveMagicLinks(calls, needs)
  serveOtps(calls, needs)
  servePasswords(calls, needs)
  serveOAuth(calls, needs)
  serveSso(calls, needs)
  serveTotps(calls, needs)
  serveRecoveryCodes(calls, needs)
  serveSessions(calls, needs)
  serveRbac(calls, needs)
  serveScim(calls, needs)
  serveImpersonation(calls, needs)
}
