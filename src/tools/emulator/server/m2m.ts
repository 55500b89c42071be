import * as v from 'valibot'
import { lastFours } from '../openid/clientSecrets.ts'
import { noBody, optionalText, textLike, withoutUndefined } from '../requests/fields.ts'
import type { M2mClient } from '../openid/m2mClients.ts'
import { metadata, withMetadata } from '../state/metadata.ts'
import { page, pageFields } from '../requests/pagination.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router, ServerRequest } from '../requests/router.ts'
import { fitsTogether, oneOfTexts, type Filters } from '../requests/search.ts'
import { serveRotation } from './secretRotation.ts'
import type { ServerParts } from './parts.ts'

/** A scope (RFC 6749, section 3.3): visible ASCII without quotes and backslashes. */
const scopes = v.array(textLike(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'invalid_m2m_client_scope'))

const creation = v.object({
  scopes,
  client_id: v.optional(textLike(/^[\w-]+$/, 'm2m_client_invalid_client_id')),
  client_secret: v.optional(textLike(/^.{8}/s, 'insecure_m2m_client_secret')),
  client_name: optionalText,
  client_description: optionalText,
  trusted_metadata: metadata,
})

const update = v.object({
  client_name: optionalText,
  client_description: optionalText,
  status: v.optional(
    v.pipe(
      v.string(),
      v.transform((status) => (status === 'active' || status === 'inactive' ? status : refuse('m2m_client_invalid_status'))),
    ),
  ),
  scopes: v.optional(scopes),
  trusted_metadata: metadata,
})

const oneOf = oneOfTexts('m2m_search_expected_array_of_strings')<M2mClient>
const filters: Filters<M2mClient> = {
  client_id: oneOf(({ client_id }) => [client_id]),
  client_name: oneOf(({ client_name }) => [client_name]),
  scopes: oneOf((client) => client.scopes),
}

const search = v.object({
  ...pageFields,
  query: v.optional(
    v.object({
      operator: v.picklist(['AND', 'OR']),
      operands: v.array(v.object({ filter_name: v.string(), filter_value: v.unknown() })),
    }),
  ),
})

/**
 * Reads a query, and returns what fits it. One without operands fits all. Refuses a filter that
 * does not exist, or whose value is no list of texts.
 */
const fitting = ({ query }: v.InferOutput<typeof search>) =>
  fitsTogether(
    query?.operator,
    (query?.operands ?? []).map(({ filter_name, filter_value }) => {
      const filter = Object.hasOwn(filters, filter_name) ? filters[filter_name]! : refuse('m2m_search_filter_name_not_recognized')
      return filter(filter_value)
    }),
  )

/** A client as a server sees it: with the end of its secret. */
const clientView = ({ client_secret, next_client_secret, ...client }: M2mClient) => ({
  ...client,
  ...lastFours({ client_secret, next_client_secret }),
})

/**
 * Serves the calls by which a server manages M2M clients. Their tokens come from the token
 * endpoint.
 */
export const serveM2m = (router: Router, { m2mClients }: ServerParts) => {
  const { server } = router
  const requireClient = ({ params }: ServerRequest) => m2mClients.require(params.id ?? '')

  server('POST /m2m/clients', creation, (body) => {
    const client = m2mClients.add(body)
    return { m2m_client: { ...clientView(client), client_secret: client.client_secret } }
  })
  server('POST /m2m/clients/search', search, (body) => {
    const { items, results_metadata } = page(m2mClients.all().filter(fitting(body)), body)
    return { m2m_clients: items.map(clientView), results_metadata }
  })
  server('GET /m2m/clients/:id', noBody, (_, request) => ({ m2m_client: clientView(requireClient(request)) }))
  server('PUT /m2m/clients/:id', update, (body, request) => {
    const client = requireClient(request)
    const trusted_metadata = withMetadata(client.trusted_metadata, body.trusted_metadata)
    return { m2m_client: clientView(Object.assign(client, withoutUndefined(body), { trusted_metadata })) }
  })
  server('DELETE /m2m/clients/:id', noBody, (_, request) => {
    const { client_id } = requireClient(request)
    m2mClients.remove(client_id)
    return { client_id }
  })

  serveRotation(router, {
    path: '/m2m/clients',
    requireClient,
    answer: (client, newSecret) => ({ m2m_client: { ...clientView(client), ...newSecret } }),
    refusals: { rotating: 'm2m_client_already_rotating_secret', notRotating: 'm2m_client_not_rotating_secret' },
  })
}
