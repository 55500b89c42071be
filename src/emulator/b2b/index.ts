/** The provider's side of projects of organizations (wire.md 1.8), on the same clock, outbox, locks and settings as the consumers'. */
import type { Member } from '../../api/b2b/entities.ts'
import { createExpiring, type Expiring } from '../expiring.ts'
import type { Provider } from '../provider.ts'
import { serveDiscovery } from './discovery.ts'
import { serveImpersonation } from './impersonation.ts'
import { createMails, serveMagicLinks, type Mails } from './magicLinks.ts'
import { serveOAuth } from './oauth.ts'
import { createOrganizations, serveOrganizations, type Organizations } from './organizations.ts'
import { serveOtps } from './otps.ts'
import { createMemberPasswords, servePasswords, type MemberPasswords } from './passwords.ts'
import { createSecondFactors, serveSecondFactors, type SecondFactors } from './secondFactors.ts'
import { serveElsewhere } from './elsewhere.ts'
import { serveScim } from './scim.ts'
import { createPlanter } from './seed.ts'
import { serveSelf } from './self.ts'
import { createMemberSessions, serveMemberSessions, type MemberSessions } from './sessions.ts'
import { serveSso } from './sso.ts'

/** What the namespaces of organizations share; the rest is the provider's. */
export interface B2b extends Omit<Provider, 'sessions' | 'passwords' | 'impersonationTokens'> {
  organizations: Organizations
  sessions: MemberSessions
  mails: Mails
  passwords: MemberPasswords
  secondFactors: SecondFactors
  /** Which member each token makes an administrator of the project. */
  impersonationTokens: Expiring<Member>
}

/** Serves the calls below `/b2b/`. Their state is this call's own; answers what puts an organization into it. */
export const serveB2b = (provider: Provider) => {
  const { clock, signer, project, outbox, authenticators } = provider
  const organizations = createOrganizations(clock)
  const b2b: B2b = {
    ...provider,
    organizations,
    sessions: createMemberSessions(clock, organizations, signer),
    mails: createMails(clock, project, outbox, organizations),
    passwords: createMemberPasswords(provider.passwords, organizations),
    secondFactors: createSecondFactors(clock, authenticators),
    impersonationTokens: createExpiring(clock),
  }
  for (const serve of [
    serveMemberSessions,
    serveMagicLinks,
    serveOtps,
    servePasswords,
    serveDiscovery,
    serveSecondFactors,
    serveSso,
    serveOAuth,
    serveImpersonation,
    serveElsewhere,
    serveSelf,
    serveScim,
    serveOrganizations,
  ])
    serve(b2b)
  return createPlanter(b2b)
}
