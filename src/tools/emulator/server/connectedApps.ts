import * as v from 'valibot'
import { lastFours } from '../openid/clientSecrets.ts'
import { isFirstParty, isPublic, type Client } from '../openid/connectedApps.ts'
import { noBody, optionalText, wholeNumber, withoutUndefined } from '../requests/fields.ts'
import { page, pageFields } from '../requests/pagination.ts'
import { isDangerous } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router, ServerRequest } from '../requests/router.ts'
import { serveRotation } from './secretRotation.ts'
import type { ServerParts } from './parts.ts'

/** The URLs of an app: absolute ones, without a fragment (RFC 6749, section 3.1.2). */
const urls = v.optional(
  v.array(
    v.pipe(
      v.string(),
      v.transform((url) => {
        if (!URL.canParse(url)) return refuse('connected_app_redirect_url_must_include_scheme')
        if (isDangerous(url) || url.includes('#')) return refuse('connected_app_redirect_url_must_use_http_or_https_scheme')
        return url
      }),
    ),
  ),
)

const clientTypes = ['first_party', 'first_party_public', 'third_party', 'third_party_public'] as const

const fields = {
  client_name: optionalText,
  client_description: optionalText,
  redirect_urls: urls,
  post_logout_redirect_urls: urls,
  full_access_allowed: v.optional(v.boolean()),
  access_token_expiry_minutes: v.optional(wholeNumber(5, 1440, 'idp_invalid_access_token_expiry_minutes')),
  access_token_custom_audience: optionalText,
  access_token_template_content: optionalText,
  id_token_template_content: optionalText,
  logo_url: optionalText,
  bypass_consent_for_offline_access: v.optional(v.boolean()),
}

const creation = v.object({
  ...fields,
  client_type: v.pipe(
    v.string(),
    v.transform((type) => clientTypes.find((one) => one === type) ?? refuse('invalid_connected_app_type')),
  ),
})

type AppFields = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>

/** The same fields under the names by which the emulator keeps them. */
const clientFields = ({ redirect_urls, post_logout_redirect_urls, ...rest }: AppFields) =>
  withoutUndefined({ ...rest, redirect_uris: redirect_urls, post_logout_redirect_uris: post_logout_redirect_urls })

/** An app as a server sees it: with the end of its secret, if it can keep one. */
const clientView = (client: Client) => {
  const { client_secret, next_client_secret, redirect_uris, post_logout_redirect_uris, fingerprint, metadata_until, ...rest } = client
  return {
    status: 'active',
    creation_method: 'direct_api',
    ...rest,
    redirect_urls: redirect_uris,
    post_logout_redirect_urls: post_logout_redirect_uris,
    ...(!isPublic(client) && lastFours({ client_secret, next_client_secret })),
  }
}

/** Refuses what only the host's own apps can have. */
const checkParty = (client: Pick<Client, 'client_type'>, { full_access_allowed, bypass_consent_for_offline_access }: AppFields) => {
  if (isFirstParty(client)) return
  if (full_access_allowed) refuse('third_party_clients_cannot_use_full_access')
  if (bypass_consent_for_offline_access) refuse('third_party_clients_require_consent_for_offline_access')
}

/** Serves the calls by which a server manages the apps that ask visitors for consent. */
export const serveConnectedAppClients = (router: Router, { connectedApps }: ServerParts) => {
  const { server } = router
  const requireClient = ({ params }: ServerRequest) => connectedApps.client(params.id ?? '') ?? refuse('connected_app_not_found')
  const path = '/connected_apps/clients'

  server(`POST ${path}`, creation, (body) => {
    checkParty(body, body)
    const { client_type, ...rest } = body
    const client = connectedApps.add({ client_name: '', ...clientFields(rest), redirect_uris: rest.redirect_urls ?? [], client_type })
    return { connected_app: { ...clientView(client), ...(!isPublic(client) && { client_secret: client.client_secret }) } }
  })
  server(`POST ${path}/search`, v.object(pageFields), (body) => {
    const { items, results_metadata } = page(connectedApps.all(), body)
    return { connected_apps: items.map(clientView), results_metadata }
  })
  server(`GET ${path}/:id`, noBody, (_, request) => ({ connected_app: clientView(requireClient(request)) }))
  server(`PUT ${path}/:id`, v.object(fields), (body, request) => {
    const client = requireClient(request)
    checkParty(client, body)
    return { connected_app: clientView(Object.assign(client, clientFields(body))) }
  })
  server(`DELETE ${path}/:id`, noBody, (_, request) => {
    const { client_id } = requireClient(request)
    connectedApps.remove(client_id)
    return { client_id }
  })

  serveRotation(router, {
    path,
    requireClient: (request) => {
      const client = requireClient(request)
      return isPublic(client) ? refuse('public_connected_apps_do_not_have_secrets') : client
    },
    answer: (client, newSecret) => ({ connected_app: { ...clientView(client), ...newSecret } }),
    refusals: { rotating: 'connected_app_already_rotating_secret', notRotating: 'connected_app_not_rotating_secret' },
  })
}
