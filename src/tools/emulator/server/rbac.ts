import { noBody } from '../requests/fields.ts'
import { ofUsers, policyWith } from '../sessions/policy.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'

/**
 * Serves the policy by which a server decides what users may do. The provider's SDK keeps it for
 * five minutes.
 */
export const serveRbac = ({ server }: Router, { project }: { project: Project }) => {
  server('GET /rbac/policy', noBody, () => ({ policy: policyWith(ofUsers, project) }))
}
