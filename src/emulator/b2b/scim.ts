import * as v from 'valibot'
import * as api from '../../api/b2b/scim.ts'
import type { ScimConnection } from '../../api/b2b/scim.ts'
import { timestamp, type Clock } from '../clock.ts'
import { randomToken } from '../expiring.ts'
import { noBody } from '../fields.ts'
import { refuse } from '../refusal.ts'
import type { ApiRequest, Router } from '../router.ts'
import { withoutBody, withBodyLeftByPath } from './bodies.ts'
import type { MemberSessions } from './sessions.ts'

const YEAR = 365 * 24 * 3600_000

const text = v.optional(v.string())

interface Needs {
  clock: Clock
  sessions: MemberSessions
}

/** Serves the connection of an organization to a directory: at most one. No directory ever calls it, so it has no groups. */
export const serveScim = ({ on }: Router, { clock, sessions }: Needs) => {
  const connections = new Map<string, ScimConnection>()

  const own = (request: ApiRequest, connection_id: string | undefined) => {
    const connection = connections.get(sessions.administrator(request).organization.organization_id)
    return connection && connection.connection_id === connection_id ? connection : refuse('no_active_scim_connection')
  }

  const expiry = () => timestamp(clock.now() + YEAR)

  on(
    api.scim.createConnection,
    v.object({ display_name: text, identity_provider: text }),
    ({ display_name = '', identity_provider = 'generic' }, request) => {
      const { organization } = sessions.administrator(request)
      if (connections.has(organization.organization_id)) refuse('active_scim_connection_exists')
      const bearer_token = randomToken()
      const connection_id = `scim-connection-test-${crypto.randomUUID()}`
      const connection: ScimConnection = {
        organization_id: organization.organization_id,
        connection_id,
        status: 'active',
        display_name,
        identity_provider,
        base_url: `https://test.stytch.com/v1/b2b/scim/${connection_id}`,
        bearer_token_last_four: bearer_token.slice(-4),
        bearer_token_expires_at: expiry(),
        scim_group_implicit_role_assignments: [],
      }
      connections.set(organization.organization_id, connection)
      organization.scim_active_connection = { connection_id, display_name }
      return { connection: { ...connection, bearer_token } }
    },
  )

  on(withoutBody(api.scim.getConnection), noBody, (_, request) => ({
    connection: connections.get(sessions.administrator(request).organization.organization_id) ?? refuse('no_active_scim_connection'),
  }))

  const update = v.object({
    connection_id: text,
    display_name: text,
    identity_provider: text,
    scim_group_implicit_role_assignments: v.optional(v.array(v.object({ role_id: v.string(), group_id: v.string() }))),
  })
  on(withBodyLeftByPath(update, api.scim.updateConnection), update, ({ connection_id: _, ...body }, request) => {
    const connection = own(request, request.params.connection_id)
    return { connection: Object.assign(connection, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))) }
  })

  on(api.scim.deleteConnection, noBody, (_, request) => {
    const { connection_id, organization_id } = own(request, request.params.connection_id)
    connections.delete(organization_id)
    sessions.required(request).organization.scim_active_connection = null
    return { connection_id }
  })

  const groups = v.object({ connection_id: text, cursor: text, limit: v.optional(v.number()) })
  on(api.scim.getConnectionGroups, groups, (_, request) => {
    sessions.administrator(request)
    return { scim_groups: [], next_cursor: null }
  })

  const rotation = v.object({ connection_id: v.string() })
  on(withBodyLeftByPath(rotation, api.scim.rotateStart), rotation, ({ connection_id }, request) => {
    const connection = own(request, connection_id)
    const next_bearer_token = randomToken()
    const next = { next_bearer_token_last_four: next_bearer_token.slice(-4), next_bearer_token_expires_at: expiry() }
    return { connection: { ...Object.assign(connection, next), next_bearer_token } }
  })
  on(withBodyLeftByPath(rotation, api.scim.rotateComplete), rotation, ({ connection_id }, request) => {
    const connection = own(request, connection_id)
    const { next_bearer_token_last_four, next_bearer_token_expires_at } = connection
    if (!next_bearer_token_last_four || !next_bearer_token_expires_at) return refuse('scim_connection_not_rotating_token')
    Object.assign(connection, {
      bearer_token_last_four: next_bearer_token_last_four,
      bearer_token_expires_at: next_bearer_token_expires_at,
    })
    delete connection.next_bearer_token_last_four
    delete connection.next_bearer_token_expires_at
    return { connection }
  })
  on(withBodyLeftByPath(rotation, api.scim.rotateCancel), rotation, ({ connection_id }, request) => {
    const connection = own(request, connection_id)
    delete connection.next_bearer_token_last_four
    delete connection.next_bearer_token_expires_at
    return { connection }
  })
}
