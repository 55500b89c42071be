/** Puts together the calls of organizations: those below `/b2b/`. */
import type { Member } from '../../../api/b2b/entities.ts'
import { createExpiring } from '../state/expiring.ts'
import { memberSubject } from '../openid/subjects.ts'
import type { Router } from '../requests/router.ts'
import { serveAdminPortal } from './adminPortal.ts'
import { createAdministration } from './administration.ts'
import { createOrganizationApps, serveConnectedApps } from './connectedApps.ts'
import { createDiscovery, serveDiscovery } from './discovery.ts'
import { serveIdp } from './idp.ts'
import { createImpersonationLogIn, serveImpersonation } from './impersonation.ts'
import { createLinkLogIns, createMails, serveMagicLinks } from './magicLinks.ts'
import { createOAuthLogIns, serveOAuth } from './oauth.ts'
import { serveOrganizations } from './organizationRoutes.ts'
import { createOrganizations } from './organizations.ts'
import type { BaseMemberParts } from './baseParts.ts'
import type { MemberParts } from './parts.ts'
import type { Parts } from '../parts.ts'
import { createCodes } from './codes.ts'
import { createCodeLogIns, serveOtps } from './otps.ts'
import { createMemberPasswords, createPasswordLogIns, servePasswords } from './passwords.ts'
import { createPermissions } from './permissions.ts'
import { serveServerApi } from './server/index.ts'
import { createScim, serveScim } from './scim.ts'
import { createAuthenticatorLogIns, createSecondFactors, serveSecondFactors } from './secondFactors.ts'
import { createOrganizationPlanter } from './seed.ts'
import { createAccessTokenExchange, serveMemberSessions } from './sessionRoutes.ts'
import { createMemberSessions } from './sessions.ts'
import { createMemberSignIn } from './signIn.ts'
import { serveSignedInMember } from './signedInMember.ts'
import { createSso, serveSso } from './sso.ts'
import { createSsoConnections } from './ssoConnections.ts'

/**
 * Serves every call of organizations. Returns the functions that add an organization of a seed to
 * the project and that sign a member in.
 */
export const serveB2b = (router: Router, shared: Parts) => {
  const { clock, project, connectedApps, subjects, consent, oauthSignIns, stores } = shared
  const organizations = createOrganizations(clock, stores)
  const sessions = createMemberSessions({ ...shared, organizations })
  const codes = createCodes(shared)
  const base: BaseMemberParts = { ...shared, codes, organizations, permissions: createPermissions(project), sessions }
  subjects.add((id) => {
    const member = organizations.members.byId(id)
    const organization = member && organizations.byId(member.organization_id)
    return member && organization && member.status !== 'deleted' ? memberSubject(member, organization) : undefined
  })

  const mails = createMails(base)
  const passwords = createMemberPasswords({ ...shared, organizations })
  const secondFactors = createSecondFactors(shared)
  const impersonationTokens = createExpiring<Member>(clock)
  const parts: MemberParts = {
    ...base,
    administration: createAdministration({ ...base, mails, passwords, secondFactors }),
    authenticatorLogIns: createAuthenticatorLogIns({ ...base, secondFactors }),
    codeLogIns: createCodeLogIns({ ...base, secondFactors }),
    consent,
    discovery: createDiscovery(base),
    exchangeAccessToken: createAccessTokenExchange({ ...base, authorizations: shared.authorizations }),
    impersonate: createImpersonationLogIn({ ...base, impersonationTokens }),
    impersonationTokens,
    linkLogIns: createLinkLogIns({ ...base, mails }),
    mails,
    oauthLogIns: createOAuthLogIns(base),
    oauthSignIns,
    organizationApps: createOrganizationApps(organizations, connectedApps),
    passwordLogIns: createPasswordLogIns({ ...base, mails, passwords }),
    passwords,
    scim: createScim(base),
    secondFactors,
    sso: createSso(base),
    ssoConnections: createSsoConnections(base),
  }

  serveMemberSessions(router, parts)
  serveMagicLinks(router, parts)
  serveOtps(router, parts)
  servePasswords(router, parts)
  serveDiscovery(router, parts)
  serveSecondFactors(router, parts)
  serveSso(router, parts)
  serveOAuth(router, parts)
  serveImpersonation(router, parts)
  serveIdp(router, parts)
  serveConnectedApps(router, parts)
  serveSignedInMember(router, parts)
  serveScim(router, parts)
  serveAdminPortal(router, parts)
  serveOrganizations(router, parts)
  serveServerApi(router, parts)
  return {
    plantOrganization: createOrganizationPlanter(parts),
    signInMember: createMemberSignIn(organizations, sessions),
    /** How many organizations there are, and how many members who are not deleted. */
    memberCounts: () => {
      const all = organizations.all()
      const members = all.flatMap(({ organization_id }) => organizations.members.present(organization_id))
      return { ORGANIZATION_COUNT: all.length, MEMBER_COUNT: members.length }
    },
  }
}
