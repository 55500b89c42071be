/** Puts together the calls of organizations: those below `/b2b/`. */
import type { Member } from '../../../api/b2b/entities.ts'
import type { Clock } from '../state/clock.ts'
import type { ConnectedApps } from '../openid/connectedApps.ts'
import { createExpiring } from '../state/expiring.ts'
import type { Locks } from '../methods/locks.ts'
import type { OAuthSignIns } from '../methods/oauth.ts'
import type { Authorizations } from '../openid/authorizations.ts'
import type { Consent } from '../openid/consent.ts'
import { memberSubject, type Subjects } from '../openid/subjects.ts'
import type { Outbox } from '../controls/outbox.ts'
import type { Passwords } from '../methods/passwords.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'
import type { Signer } from '../sessions/signer.ts'
import type { Authenticators } from '../methods/totps.ts'
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
import { createCodes } from './codes.ts'
import { createCodeLogIns, serveOtps } from './otps.ts'
import { createMemberPasswords, createPasswordLogIns, servePasswords } from './passwords.ts'
import { createPermissions } from './permissions.ts'
import { serveServerApi } from './server/index.ts'
import { createScim, serveScim } from './scim.ts'
import { createAuthenticatorLogIns, createSecondFactors, serveSecondFactors } from './secondFactors.ts'
import { createOrganizationPlanter } from './seed.ts'
import { createAccessTokenExchange, createMemberSessions, serveMemberSessions } from './sessions.ts'
import { createMemberSignIn } from './signIn.ts'
import { serveSignedInMember } from './signedInMember.ts'
import { createSso, serveSso } from './sso.ts'
import type { Stores } from '../state/stores.ts'

/** What the calls of organizations share with the calls of users. */
interface Dependencies {
  clock: Clock
  project: Project
  signer: Signer
  googleSigner: Signer
  outbox: Outbox
  locks: Locks
  passwords: Passwords
  authenticators: Authenticators
  oauthSignIns: OAuthSignIns
  connectedApps: ConnectedApps
  subjects: Subjects
  authorizations: Authorizations
  consent: Consent
  stores: Stores
}

/**
 * Serves every call of organizations. Returns the functions that add an organization of a seed to
 * the project and that sign a member in.
 */
export const serveB2b = (
  router: Router,
  {
    clock,
    project,
    signer,
    googleSigner,
    outbox,
    locks,
    passwords: passwordsByHolder,
    authenticators,
    oauthSignIns,
    connectedApps,
    subjects,
    authorizations,
    consent,
    stores,
  }: Dependencies,
) => {
  const organizations = createOrganizations(clock, stores)
  const sessions = createMemberSessions(clock, organizations, signer, stores)
  const codes = createCodes(clock, project, outbox, locks)
  const mails = createMails(clock, project, outbox, organizations, codes)
  const passwords = createMemberPasswords(passwordsByHolder, organizations, stores)
  const secondFactors = createSecondFactors(clock, authenticators, stores)
  const permissions = createPermissions(project)
  const administration = createAdministration({
    clock,
    organizations,
    sessions,
    permissions,
    mails,
    passwords,
    secondFactors,
    connectedApps,
  })
  const linkLogIns = createLinkLogIns({ project, organizations, sessions, permissions, mails })
  const codeLogIns = createCodeLogIns({ codes, organizations, sessions, secondFactors })
  const authenticatorLogIns = createAuthenticatorLogIns({ clock, organizations, sessions, locks, secondFactors })
  const scim = createScim({ clock, permissions, stores })
  const sso = createSso({ clock, organizations, sessions, permissions, stores })
  const passwordLogIns = createPasswordLogIns({ project, organizations, sessions, permissions, mails, locks, passwords })
  const discovery = createDiscovery({ project, organizations, sessions })
  const oauthLogIns = createOAuthLogIns({ clock, organizations, sessions })
  const impersonationTokens = createExpiring<Member>(clock)
  const organizationApps = createOrganizationApps(organizations, connectedApps)
  const exchangeAccessToken = createAccessTokenExchange({ organizations, sessions, authorizations })
  const impersonate = createImpersonationLogIn({ organizations, sessions, impersonationTokens })
  subjects.add((id) => {
    const member = organizations.members.byId(id)
    const organization = member && organizations.byId(member.organization_id)
    return member && organization && member.status !== 'deleted' ? memberSubject(member, organization) : undefined
  })

  serveMemberSessions(router, { organizations, sessions, permissions, exchangeAccessToken })
  serveMagicLinks(router, { sessions, linkLogIns })
  serveOtps(router, { sessions, codeLogIns })
  servePasswords(router, { passwordLogIns })
  serveDiscovery(router, { discovery })
  serveSecondFactors(router, { sessions, authenticatorLogIns })
  serveSso(router, { clock, project, organizations, sessions, sso })
  serveOAuth(router, { clock, project, googleSigner, oauthSignIns, organizations, oauthLogIns })
  serveImpersonation(router, { impersonate })
  serveIdp(router, { sessions, consent })
  serveConnectedApps(router, { sessions, connectedApps, organizationApps })
  serveSignedInMember(router, { clock, organizations, sessions, mails, secondFactors })
  serveScim(router, { sessions, scim })
  serveAdminPortal(router, { sessions })
  serveOrganizations(router, { organizations, sessions, administration })
  serveServerApi(router, {
    project,
    locks,
    organizations,
    sessions,
    permissions,
    administration,
    secondFactors,
    linkLogIns,
    codeLogIns,
    passwordLogIns,
    authenticatorLogIns,
    oauthLogIns,
    discovery,
    impersonate,
    exchangeAccessToken,
    organizationApps,
    sso,
    scim,
  })
  return {
    plantOrganization: createOrganizationPlanter({ organizations, passwords, secondFactors, impersonationTokens, oauthSignIns }),
    signInMember: createMemberSignIn(organizations, sessions),
    /** How many organizations there are, and how many members who are not deleted. */
    counts: () => {
      const all = organizations.all()
      const members = all.flatMap(({ organization_id }) => organizations.members.present(organization_id))
      return { ORGANIZATION_COUNT: all.length, MEMBER_COUNT: members.length }
    },
  }
}
