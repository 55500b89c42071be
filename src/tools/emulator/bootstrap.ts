import * as api from '../../api/bootstrap.ts'
import { isTestToken } from './authorization.ts'
import { noBody } from './fields.ts'
import { toBootstrap, type Project } from './project.ts'
import { refuse } from './refusal.ts'
import type { Router } from './router.ts'

/** Serves the settings of the project that a client loads at start. */
export const serveBootstrap = ({ on }: Router, { project }: { project: Project }) => {
  on(
    api.get,
    noBody,
    (_, { params }) => {
      if (!isTestToken(params.public_token ?? '')) refuse('unauthorized_credentials')
      return toBootstrap(project)
    },
    'open',
  )
}
