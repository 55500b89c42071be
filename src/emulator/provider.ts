import type { User } from '../api/entities.ts'
import type { LogEntry } from '../api/events.ts'
import { serveB2b } from './b2b/index.ts'
import type { PlantOrganization } from './b2b/seed.ts'
import { serveBootstrap } from './bootstrap.ts'
import { createClock, type Clock } from './clock.ts'
import { createConnectedApps, serveConnectedApps, type ConnectedApps } from './connectedApps.ts'
import { serveCryptoWallets } from './cryptoWallets.ts'
import { serveEvents } from './events.ts'
import { createExpiring, type Expiring } from './expiring.ts'
import type { Faults } from './faults.ts'
import { ISSUER as GOOGLE, serveGoogle } from './google.ts'
import { createGuard } from './guard.ts'
import { serveIdp } from './idp.ts'
import { serveIframeService } from './iframeService.ts'
import { serveImpersonation } from './impersonation.ts'
import { createLocks, type Locks } from './locks.ts'
import { serveMagicLinks, type EmailLink } from './magicLinks.ts'
import { createOAuthSignIns, serveOAuth, type OAuthSignIns } from './oauth.ts'
import { serveOneTap } from './oneTap.ts'
import { serveOtps } from './otps.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPasskeys, type Passkeys } from './passkeys.ts'
import { createPasswords, servePasswords, type Passwords } from './passwords.ts'
import { createProject, type Project } from './project.ts'
import { serveRecaptcha, type CaptchaTokens } from './recaptcha.ts'
import { createRequestLog, type RequestLog } from './requests.ts'
import { createRouter, type Router } from './router.ts'
import { serveSessionGrants, type TokenProfile } from './sessionGrants.ts'
import { createSessions, serveSessions, type Sessions } from './sessions.ts'
import { createSigner, type Signer } from './signer.ts'
import { serveTelemetry } from './telemetry.ts'
import { createAuthenticators, serveTotps, type Authenticators } from './totps.ts'
import { createUsers, serveUsers, type Users } from './users.ts'
import { serveWebauthn } from './webauthn.ts'

/** The provider in one state, from empty on: what the namespaces share, and the router their calls go to. */
export interface Provider extends Router {
  clock: Clock
  project: Project
  users: Users
  signer: Signer
  sessions: Sessions
  outbox: Outbox
  locks: Locks
  requestLog: RequestLog
  /** What clients have logged. */
  events: LogEntry[]
  /** Links sent by e-mail that sign in, by their token. */
  emailLinks: Expiring<EmailLink>
  oauthSignIns: OAuthSignIns
  passwords: Passwords
  passkeys: Passkeys
  authenticators: Authenticators
  connectedApps: ConnectedApps
  /** Access tokens of apps, by their `jti`; `grant` is the consent that one lives by. */
  accessTokens: Expiring<{ user: User; client_id: string; grant: object }>
  /** Whom each token makes an administrator. */
  impersonationTokens: Expiring<User>
  tokenProfiles: Map<string, TokenProfile>
  captchaTokens: CaptchaTokens
  /** Ids of device telemetry; the value is the public token that each was made for. */
  telemetryIds: Expiring<string>
  /** What Google would sign with. */
  google: Signer
}

/** A provider that organizations can be put into. */
export interface SeedableProvider extends Provider {
  plantOrganization: PlantOrganization
}

export const createProvider = (settings: Partial<Project>, faults: Faults, crashed: (error: unknown) => void): SeedableProvider => {
  const clock = createClock()
  const project = createProject(settings)
  const users = createUsers(clock)
  const requestLog = createRequestLog(clock)
  const signer = createSigner(clock)
  const captchaTokens: CaptchaTokens = createExpiring(clock)
  const telemetryIds = createExpiring<string>(clock)
  const guard = createGuard(project, captchaTokens, telemetryIds)
  const provider: Provider = {
    clock,
    project,
    users,
    requestLog,
    signer,
    captchaTokens,
    telemetryIds,
    sessions: createSessions(clock, users, signer),
    outbox: createOutbox(clock, project),
    locks: createLocks(clock, project),
    events: [],
    emailLinks: createExpiring(clock),
    oauthSignIns: createOAuthSignIns(clock, users),
    passwords: createPasswords(clock, project),
    passkeys: createPasskeys(users),
    authenticators: createAuthenticators(project),
    connectedApps: createConnectedApps(),
    accessTokens: createExpiring(clock),
    impersonationTokens: createExpiring(clock),
    tokenProfiles: new Map(),
    google: createSigner(clock, GOOGLE),
    ...createRouter({ project, faults, requestLog, guard, crashed }),
  }
  for (const serve of [
    serveBootstrap,
    serveUsers,
    serveSessions,
    serveMagicLinks,
    serveOtps,
    servePasswords,
    serveCryptoWallets,
    serveTotps,
    serveWebauthn,
    serveOAuth,
    serveOneTap,
    serveImpersonation,
    serveSessionGrants,
    serveConnectedApps,
    serveIdp,
    serveEvents,
    serveIframeService,
    serveRecaptcha,
    serveTelemetry,
    serveGoogle,
  ])
    serve(provider)
  return { ...provider, plantOrganization: serveB2b(provider) }
}
