import { noBody } from '../requests/fields.ts'
import { ofUsers, policyWith } from '../sessions/policy.ts'
import type { Router } from '../requests/router.ts'
import type { ServerParts } from './parts.ts'

/**
 * Serves the policy by which a server decides what users may do. The provider's SDK keeps it for
 * five minutes.
 */
export const serveRbac = ({ server }: Router, { project }: ServerParts) => {
  server('GET /rbac/policy', noBody, () => ({ policy: policyWith(ofUsers, project) }))
}
