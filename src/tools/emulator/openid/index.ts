/**
 * Puts the OpenID provider together: what apps call, beside the consent page's calls in `idp.ts`.
 */
import type { ClientDocuments } from './clientDocuments.ts'
import type { ConnectedApps } from './connectedApps.ts'
import type { M2mClients } from './m2mClients.ts'
import type { Clock } from '../state/clock.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'
import type { Signer } from '../sessions/signer.ts'
import type { Authorizations } from './authorizations.ts'
import { serveDiscovery } from './discovery.ts'
import { serveRegistration } from './registration.ts'
import { serveTokenEndpoint } from './tokenEndpoint.ts'
import { serveTokenStatus } from './tokenStatus.ts'
import { serveUserinfo } from './userinfo.ts'

interface Dependencies {
  clock: Clock
  project: Project
  project_id: string
  /** Signs the tokens of apps and programs, with the key that signs the JWTs of sessions too. */
  tokenSigner: Signer
  connectedApps: ConnectedApps
  clientDocuments: ClientDocuments
  m2mClients: M2mClients
  authorizations: Authorizations
}

/** Serves discovery, keys, registration, tokens, userinfo, introspection and revocation. */
export const serveOpenid = (
  router: Router,
  { clock, project, project_id, tokenSigner, connectedApps, clientDocuments, m2mClients, authorizations }: Dependencies,
) => {
  serveDiscovery(router, { project, project_id, clientDocuments, tokenSigner })
  serveRegistration(router, { clock, project, project_id, connectedApps })
  serveTokenEndpoint(router, { project, project_id, connectedApps, m2mClients, tokenSigner, authorizations })
  serveUserinfo(router, { project_id, authorizations })
  serveTokenStatus(router, { project_id, connectedApps, m2mClients, tokenSigner, authorizations })
}
