/** Where the endpoints of the OpenID provider are. */
import type { PageRequest } from '../requests/router.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'

/** The issuer of the tokens that a request gets: the URL at which the emulator was reached. */
export const issuerOf = ({ url, basePath }: Pick<PageRequest, 'url' | 'basePath'>) => new URL(url).origin + basePath

/**
 * Returns a function that serves an endpoint at both of the provider's places: `/v1/oauth2/token`
 * of the project's own domain, and `/v1/public/:project_id/oauth2/token`, where every other project
 * id is refused.
 */
export const atBothPlaces =
  ({ page }: Pick<Router, 'page'>, project_id: string) =>
  (route: `${string} /${string}`, handle: (request: PageRequest) => Response | Promise<Response>) => {
    const [method, path = ''] = route.split(' ')
    page(`${method} ${path.startsWith('/.well-known/') ? '' : '/v1'}${path}`, handle)
    page(`${method} /v1/public/:project_id${path}`, (request) =>
      request.params.project_id === project_id ? handle(request) : refuse('project_not_found'),
    )
  }
