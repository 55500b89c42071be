import { noBody } from '../requests/fields.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'

const described = <Entry extends { description?: string }>(entries: Entry[]) =>
  entries.map((entry) => ({ ...entry, description: entry.description ?? '' }))

/** Serves the policy by which a server decides what users may do. The provider's SDK keeps it for five minutes. */
export const serveRbac = ({ server }: Router, { project }: { project: Project }) => {
  server('GET /rbac/policy', noBody, () => {
    const { roles = [], resources = [], scopes = [] } = project.rbac_policy ?? {}
    return {
      policy: {
        roles: described(roles),
        resources: described(resources),
        scopes: scopes.map((scope) => ({ ...scope, permissions: scope.permissions ?? [] })),
      },
    }
  })
}
