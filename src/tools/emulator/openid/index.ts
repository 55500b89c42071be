import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'
import { serveDiscovery } from './discovery.ts'
import { serveRegistration } from './registration.ts'
import { serveTokenEndpoint } from './tokenEndpoint.ts'
import { serveTokenStatus } from './tokenStatus.ts'
import { serveUserinfo } from './userinfo.ts'

/** Serves discovery, keys, registration, tokens, userinfo, introspection and revocation. */
export const serveOpenid = (router: Router, parts: Parts) => {
  serveDiscovery(router, parts)
  serveRegistration(router, parts)
  serveTokenEndpoint(router, parts)
  serveUserinfo(router, parts)
  serveTokenStatus(router, parts)
}
