import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'
import type { ServerParts } from './parts.ts'
import { serveConnectedAppClients } from './connectedApps.ts'
import { serveCryptoWallets } from './cryptoWallets.ts'
import { serveIdp } from './idp.ts'
import { serveM2m } from './m2m.ts'
import { serveMagicLinks } from './magicLinks.ts'
import { serveOAuth } from './oauth.ts'
import { serveOtps } from './otps.ts'
import { servePasswords } from './passwords.ts'
import { serveProjects } from './projects.ts'
import { serveRbac } from './rbac.ts'
import { createSandbox } from './sandbox.ts'
import { serveSessions } from './sessions.ts'
import { createServerSignIn } from './signIn.ts'
import { serveTotps } from './totps.ts'
import { createUserChanges, serveUsers } from './users.ts'
import { createUserView } from './userView.ts'
import { serveWebauthn } from './webauthn.ts'

/**
 * Serves every call that a server can make about users. It works on the same state as the calls of
 * browsers.
 */
export const serveServerApi = (router: Router, shared: Parts & Pick<ServerParts, 'memberCounts'>) => {
  const userView = createUserView(shared)
  const parts: ServerParts = {
    ...shared,
    userView,
    serverSignIn: createServerSignIn({ ...shared, userView }),
    sandbox: createSandbox(shared),
    userChanges: createUserChanges(shared),
  }

  serveSessions(router, parts)
  serveMagicLinks(router, parts)
  serveOtps(router, parts)
  servePasswords(router, parts)
  serveUsers(router, parts)
  serveOAuth(router, parts)
  serveTotps(router, parts)
  serveCryptoWallets(router, parts)
  serveWebauthn(router, parts)
  serveRbac(router, parts)
  serveM2m(router, parts)
  serveConnectedAppClients(router, parts)
  serveIdp(router, parts)
  serveProjects(router, parts)
}
