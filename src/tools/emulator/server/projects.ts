import { noBody } from '../requests/fields.ts'
import type { Router } from '../requests/router.ts'
import type { ServerParts } from './parts.ts'

export const serveProjects = ({ server }: Router, { project, project_id, users, memberCounts }: ServerParts) => {
  server('GET /projects/metrics', noBody, () => ({
    project_id,
    metrics: Object.entries({ USER_COUNT: users.count(), ...memberCounts() }).map(([metric_type, count]) => ({ metric_type, count })),
  }))

  server('GET /debug/whoami', noBody, () => ({ project_id, name: project.project_name ?? '' }))
}
