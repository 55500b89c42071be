import type { Credentials } from '../requests/credentials.ts'
import { noBody } from '../requests/fields.ts'
import type { Project } from '../state/project.ts'
import type { Router } from '../requests/router.ts'

/** How many organizations and members the project has, by the provider's names. */
export type MemberCounts = () => Record<'ORGANIZATION_COUNT' | 'MEMBER_COUNT', number>

interface Dependencies {
  project: Project
  credentials: Credentials
  /** The same, with users. */
  counts: () => Record<'USER_COUNT', number> & ReturnType<MemberCounts>
}

/** Serves the calls by which a server asks about its project. */
export const serveProjects = ({ server }: Router, { project, credentials: { project_id }, counts }: Dependencies) => {
  server('GET /projects/metrics', noBody, () => ({
    project_id,
    metrics: Object.entries(counts()).map(([metric_type, count]) => ({ metric_type, count })),
  }))

  server('GET /debug/whoami', noBody, () => ({ project_id, name: project.project_name ?? '' }))
}
