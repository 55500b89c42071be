import * as v from 'valibot'
import * as api from '../../../api/b2b/scim.ts'
import type { ScimConnection } from '../../../api/b2b/scim.ts'
import { timestamp } from '../state/clock.ts'
import { randomToken } from '../state/expiring.ts'
import { noBody, optionalText, withoutUndefined } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { withoutBody, withBodyLeftByPath } from './callBodies.ts'
import type { Organization } from './organizations.ts'
import type { Actor, OrganizationCall } from './permissions.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseMemberParts } from './baseParts.ts'

const YEAR = 365 * 24 * 3600_000

export const newScimConnection = v.object({ display_name: optionalText, identity_provider: optionalText })

/** The fields of a connection that can change. */
export const scimUpdate = v.object({
  display_name: optionalText,
  identity_provider: optionalText,
  scim_group_implicit_role_assignments: v.optional(
    v.array(v.object({ role_id: v.string(), group_id: v.string(), group_name: v.optional(v.string(), '') })),
  ),
})

/**
 * The connections of organizations to their directories: at most one each. No directory ever calls
 * one, so they have no groups.
 */
export const createScim = ({ clock, permissions: { check }, stores }: BaseMemberParts) => {
  const connections = stores.map('scim_connections', objects<ScimConnection>({ connection_id: 'string' }))

  const expiry = () => timestamp(clock.now() + YEAR)

  const get = ({ actor, organization: { organization_id } }: OrganizationCall) => {
    check(actor, ['stytch.scim', 'get'])
    return connections.get(organization_id) ?? refuse('no_active_scim_connection')
  }

  const requireConnection = ({ organization, params: { connection_id } }: OrganizationCall) => {
    const connection = connections.get(organization.organization_id)
    return connection && connection.connection_id === connection_id ? connection : refuse('no_active_scim_connection')
  }
  /** Returns a connection that the actor wants to change. */
  const own = (call: OrganizationCall) => {
    check(call.actor, ['stytch.scim', 'update'])
    return requireConnection(call)
  }

  /** Makes the organization's summary of a connection true. */
  const show = (
    organization: Organization,
    { connection_id, display_name, bearer_token_last_four, bearer_token_expires_at }: ScimConnection,
  ) => {
    organization.scim_active_connection = { connection_id, display_name, bearer_token_last_four, bearer_token_expires_at }
  }

  /** Forgets the second bearer token. */
  const settle = (connection: ScimConnection) => {
    connection.next_bearer_token_last_four = ''
    delete connection.next_bearer_token_expires_at
    return { connection }
  }

  return {
    create: (
      { actor, organization }: OrganizationCall,
      { display_name = '', identity_provider = 'generic' }: v.InferOutput<typeof newScimConnection>,
    ) => {
      check(actor, ['stytch.scim', 'create'])
      const { organization_id } = organization
      if (connections.has(organization_id)) refuse('active_scim_connection_exists')
      const bearer_token = randomToken()
      const connection_id = `scim-connection-test-${crypto.randomUUID()}`
      const connection: ScimConnection = {
        organization_id,
        connection_id,
        status: 'active',
        display_name,
        identity_provider,
        base_url: `https://test.stytch.com/v1/b2b/scim/${connection_id}`,
        bearer_token_last_four: bearer_token.slice(-4),
        bearer_token_expires_at: expiry(),
        next_bearer_token_last_four: '',
        scim_group_implicit_role_assignments: [],
      }
      connections.set(organization_id, connection)
      show(organization, connection)
      return { connection: { ...connection, bearer_token } }
    },

    get: (call: OrganizationCall) => ({ connection: get(call) }),

    update: (call: OrganizationCall, body: v.InferOutput<typeof scimUpdate>) => {
      const connection = Object.assign(own(call), withoutUndefined(body))
      show(call.organization, connection)
      return { connection }
    },

    remove: (call: OrganizationCall) => {
      check(call.actor, ['stytch.scim', 'delete'])
      const { connection_id } = requireConnection(call)
      connections.delete(call.organization.organization_id)
      call.organization.scim_active_connection = null
      return { connection_id }
    },

    groups: (actor: Actor) => {
      check(actor, ['stytch.scim', 'get'])
      return { scim_groups: [], next_cursor: null }
    },

    rotateStart: (call: OrganizationCall) => {
      const connection = own(call)
      const next_bearer_token = randomToken()
      const next_bearer_token_expires_at = expiry()
      Object.assign(connection, { next_bearer_token_last_four: next_bearer_token.slice(-4), next_bearer_token_expires_at })
      return { connection: { ...connection, next_bearer_token, next_bearer_token_expires_at } }
    },

    rotateComplete: (call: OrganizationCall) => {
      const connection = own(call)
      const { next_bearer_token_last_four, next_bearer_token_expires_at } = connection
      if (!next_bearer_token_last_four || !next_bearer_token_expires_at) return refuse('scim_connection_not_rotating_token')
      Object.assign(connection, {
        bearer_token_last_four: next_bearer_token_last_four,
        bearer_token_expires_at: next_bearer_token_expires_at,
      })
      show(call.organization, connection)
      return settle(connection)
    },

    rotateCancel: (call: OrganizationCall) => settle(own(call)),
  }
}

export type Scim = ReturnType<typeof createScim>

/** Serves the connection of an organization to a directory. */
export const serveScim = ({ on }: Router, { sessions, scim }: BaseMemberParts & { scim: Scim }) => {
  on(api.scim.createConnection, newScimConnection, (body, request) => scim.create(sessions.callOf(request), body))
  on(withoutBody(api.scim.getConnection), noBody, (_, request) => scim.get(sessions.callOf(request)))
  on(withBodyLeftByPath(scimUpdate, api.scim.updateConnection), scimUpdate, (body, request) => scim.update(sessions.callOf(request), body))
  on(api.scim.deleteConnection, noBody, (_, request) => scim.remove(sessions.callOf(request)))

  const groups = v.object({ connection_id: optionalText, cursor: optionalText, limit: v.optional(v.number()) })
  on(api.scim.getConnectionGroups, groups, (_, request) => scim.groups(sessions.require(request)))

  const rotation = v.object({ connection_id: v.string() })
  for (const step of ['rotateStart', 'rotateComplete', 'rotateCancel'] as const) {
    on(withBodyLeftByPath(rotation, api.scim[step]), rotation, ({ connection_id }, request) =>
      scim[step]({ ...sessions.callOf(request), params: { connection_id } }),
    )
  }
}
