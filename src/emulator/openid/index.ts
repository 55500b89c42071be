/** Puts the OpenID provider together: what apps call, beside the consent page's calls in `idp.ts`. */
import type { ConnectedApps } from '../connectedApps.ts'
import type { Project } from '../project.ts'
import type { Router } from '../router.ts'
import type { Signer } from '../signer.ts'
import type { Authorizations } from './authorizations.ts'
import { serveDiscovery } from './discovery.ts'
import { serveTokenEndpoint } from './tokenEndpoint.ts'
import { serveTokenStatus } from './tokenStatus.ts'
import { serveUserinfo } from './userinfo.ts'

interface Needs {
  project: Project
  project_id: string
  signers: Signer[]
  connectedApps: ConnectedApps
  authorizations: Authorizations
}

/** Serves discovery, keys, tokens, userinfo, introspection and revocation. */
export const serveOpenid = (router: Router, { project, project_id, signers, connectedApps, authorizations }: Needs) => {
  serveDiscovery(router, { project, project_id, signers })
  serveTokenEndpoint(router, { project, project_id, connectedApps, authorizations })
  serveUserinfo(router, { project_id, authorizations })
  serveTokenStatus(router, { project_id, connectedApps, authorizations })
}
