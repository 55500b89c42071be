import * as api from '../api/bootstrap.ts'
import { isTestToken } from './authorization.ts'
import { nothing } from './fields.ts'
import { toBootstrap } from './project.ts'
import type { Provider } from './provider.ts'
import { refuse } from './refusal.ts'

export const serveBootstrap = ({ on, project }: Provider) => {
  on(
    api.get,
    nothing,
    (_, { params }) => {
      if (!isTestToken(params.public_token ?? '')) refuse('unauthorized_credentials')
      return toBootstrap(project)
    },
    'open',
  )
}
