/** Puts together the calls of organizations: those below `/b2b/`. */
import type { Member } from '../../api/b2b/entities.ts'
import type { Clock } from '../clock.ts'
import { createExpiring } from '../expiring.ts'
import type { Locks } from '../locks.ts'
import type { OAuthSignIns } from '../oauth.ts'
import type { Outbox } from '../outbox.ts'
import type { Passwords } from '../passwords.ts'
import type { Project } from '../project.ts'
import type { Router } from '../router.ts'
import type { Signer } from '../signer.ts'
import type { Authenticators } from '../totps.ts'
import { createAdministration } from './administration.ts'
import { serveDiscovery } from './discovery.ts'
import { serveIdp } from './idp.ts'
import { serveImpersonation } from './impersonation.ts'
import { createLinkLogIns, createMails, serveMagicLinks } from './magicLinks.ts'
import { serveOAuth } from './oauth.ts'
import { createOrganizations, serveOrganizations } from './organizations.ts'
import { createCodeLogIns, serveOtps } from './otps.ts'
import { createMemberPasswords, servePasswords } from './passwords.ts'
import { createPermissions } from './permissions.ts'
import { createScim, serveScim } from './scim.ts'
import { createAuthenticatorLogIns, createSecondFactors, serveSecondFactors } from './secondFactors.ts'
import { createOrganizationPlanter } from './seed.ts'
import { createMemberSessions, serveMemberSessions } from './sessions.ts'
import { createMemberSignIn } from './signIn.ts'
import { serveSignedInMember } from './signedInMember.ts'
import { createSso, serveSso } from './sso.ts'

/** What the calls of organizations share with the calls of users. */
interface Needs {
  clock: Clock
  project: Project
  signer: Signer
  googleSigner: Signer
  outbox: Outbox
  locks: Locks
  passwords: Passwords
  authenticators: Authenticators
  oauthSignIns: OAuthSignIns
}

/** Serves every call of organizations. Returns the functions that add an organization of a seed to the project and that sign a member in. */
export const serveB2b = (
  router: Router,
  { clock, project, signer, googleSigner, outbox, locks, passwords: passwordsByHolder, authenticators, oauthSignIns }: Needs,
) => {
  const organizations = createOrganizations(clock)
  const sessions = createMemberSessions(clock, organizations, signer)
  const mails = createMails(clock, project, outbox, organizations)
  const passwords = createMemberPasswords(passwordsByHolder, organizations)
  const secondFactors = createSecondFactors(clock, authenticators)
  const permissions = createPermissions(project)
  const administration = createAdministration({ clock, organizations, sessions, permissions, mails, passwords, secondFactors })
  const linkLogIns = createLinkLogIns({ project, organizations, sessions, permissions, mails })
  const codeLogIns = createCodeLogIns({ clock, project, organizations, sessions, outbox, locks, secondFactors })
  const authenticatorLogIns = createAuthenticatorLogIns({ clock, organizations, sessions, locks, secondFactors })
  const scim = createScim({ clock, permissions })
  const sso = createSso({ clock, organizations, sessions, permissions })
  const impersonationTokens = createExpiring<Member>(clock)

  serveMemberSessions(router, { organizations, sessions, permissions })
  serveMagicLinks(router, { sessions, linkLogIns })
  serveOtps(router, { sessions, codeLogIns })
  servePasswords(router, { project, organizations, sessions, mails, locks, passwords })
  serveDiscovery(router, { project, organizations, sessions })
  serveSecondFactors(router, { sessions, authenticatorLogIns })
  serveSso(router, { clock, project, organizations, sessions, sso })
  serveOAuth(router, { clock, project, googleSigner, oauthSignIns, organizations, sessions })
  serveImpersonation(router, { organizations, sessions, impersonationTokens })
  serveIdp(router, { sessions })
  serveSignedInMember(router, { clock, organizations, sessions, mails, secondFactors })
  serveScim(router, { sessions, scim })
  serveOrganizations(router, { organizations, sessions, administration })
  return {
    plantOrganization: createOrganizationPlanter({ organizations, passwords, secondFactors, impersonationTokens, oauthSignIns }),
    signInMember: createMemberSignIn(organizations, sessions),
  }
}
