import * as api from '../../../api/bootstrap.ts'
import { challenge } from '../../../api/botCheck.ts'
import { isTestToken } from '../requests/authorization.ts'
import { noBody } from '../requests/fields.ts'
import { toBootstrap } from './project.ts'
import { refuse } from '../requests/refusal.ts'
import { ofMembers } from '../b2b/permissions.ts'
import { ofUsers, policyWith } from '../sessions/policy.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/**
 * Serves the settings of the project that a client loads at start, and the work that they may ask
 * for.
 */
export const serveBootstrap = ({ on }: Router, { project, workProofs }: Parts) => {
  on(challenge, noBody, async () => ({ challenge: await workProofs.challenge() }), 'open')
  on(
    api.get,
    noBody,
    (_, { params }) => {
      if (!project.backend && !isTestToken(params.public_token ?? '')) refuse('unauthorized_credentials')
      // a project without a policy is one of users
      const rbac_policy = project.vertical === 'B2B' ? policyWith(ofMembers, project) : project.rbac_policy && policyWith(ofUsers, project)
      return { ...toBootstrap(project), rbac_policy }
    },
    'open',
  )
}
