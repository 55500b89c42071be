/** Puts together the API for servers of hosts: `/v1/`, with the project's id and secret. */
import type { Clock } from '../state/clock.ts'
import type { ConnectedApps } from '../openid/connectedApps.ts'
import type { WalletLogIns } from '../methods/cryptoWallets.ts'
import type { Credentials } from '../requests/credentials.ts'
import type { Impersonation } from '../sessions/impersonation.ts'
import type { Locks } from '../methods/locks.ts'
import type { M2mClients } from '../openid/m2mClients.ts'
import type { MagicLinks } from '../methods/magicLinks.ts'
import type { OAuthSignIns } from '../methods/oauth.ts'
import type { Consent } from '../openid/consent.ts'
import type { Otps } from '../methods/otps.ts'
import type { Passkeys } from '../methods/passkeys.ts'
import type { PasswordLogIns, Passwords } from '../methods/passwords.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'
import type { SessionGrants } from '../sessions/sessionGrants.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { TotpLogIns } from '../methods/totps.ts'
import type { Users } from '../state/users.ts'
import type { PasskeyLogIns } from '../methods/webauthn.ts'
import { serveConnectedAppClients } from './connectedApps.ts'
import { serveCryptoWallets } from './cryptoWallets.ts'
import { serveIdp } from './idp.ts'
import { serveM2m } from './m2m.ts'
import { serveMagicLinks } from './magicLinks.ts'
import { serveOAuth } from './oauth.ts'
import { serveOtps } from './otps.ts'
import { servePasswords } from './passwords.ts'
import { serveProjects, type MemberCounts } from './projects.ts'
import { serveRbac } from './rbac.ts'
import { createSandbox } from './sandbox.ts'
import { serveSessions } from './sessions.ts'
import { createServerSignIn } from './signIn.ts'
import { serveTotps } from './totps.ts'
import { createUserChanges, serveUsers } from './users.ts'
import { createUserView } from './userView.ts'
import { serveWebauthn } from './webauthn.ts'

interface Dependencies {
  clock: Clock
  credentials: Credentials
  project: Project
  users: Users
  sessions: Sessions
  locks: Locks
  passwords: Passwords
  connectedApps: ConnectedApps
  m2mClients: M2mClients
  consent: Consent
  magicLinks: MagicLinks
  otps: Otps
  passwordLogIns: PasswordLogIns
  sessionGrants: SessionGrants
  impersonate: Impersonation
  memberCounts: MemberCounts
  oauthSignIns: OAuthSignIns
  totpLogIns: TotpLogIns
  walletLogIns: WalletLogIns
  passkeys: Passkeys
  passkeyLogIns: PasskeyLogIns
}

/**
 * Serves every call that a server can make about users. It works on the same state as the calls of
 * browsers.
 */
export const serveServerApi = (
  router: Router,
  { clock, credentials, project, users, sessions, locks, passwords, ...needs }: Dependencies,
) => {
  const { connectedApps, m2mClients, consent, sessionGrants, impersonate, memberCounts } = needs
  const { magicLinks, otps, passwordLogIns, oauthSignIns, totpLogIns, walletLogIns, passkeys, passkeyLogIns } = needs
  const userView = createUserView({ users, locks })
  const serverSignIn = createServerSignIn({ users, sessions, userView })
  const sandbox = createSandbox({ clock, project, users, sessions })
  const userChanges = createUserChanges({ project, users })

  serveSessions(router, { project, users, sessions, sessionGrants, impersonate, serverSignIn, userView, sandbox })
  serveMagicLinks(router, { users, magicLinks, serverSignIn, userChanges, sandbox })
  serveOtps(router, { otps, serverSignIn, sandbox })
  servePasswords(router, { users, passwords, passwordLogIns, serverSignIn, userChanges, userView, sandbox })
  serveUsers(router, { users, passwords, connectedApps, userChanges, userView })
  serveOAuth(router, { serverSignIn, oauthSignIns, sandbox })
  serveTotps(router, { users, serverSignIn, userView, totpLogIns, sandbox })
  serveCryptoWallets(router, { project, users, serverSignIn, walletLogIns, sandbox })
  serveWebauthn(router, { users, serverSignIn, passkeys, passkeyLogIns })
  serveRbac(router, { project })
  serveM2m(router, { m2mClients })
  serveConnectedAppClients(router, { connectedApps })
  serveIdp(router, { clock, users, serverSignIn, userView, consent })
  serveProjects(router, { project, credentials, counts: () => ({ USER_COUNT: users.count(), ...memberCounts() }) })
}
