import type * as v from 'valibot'
import type { ExternalConnection, OidcConnection, SamlConnection, SsoConnection } from '../../../api/b2b/sso.ts'
import { withoutUndefined } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import { timestamp } from '../state/clock.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseMemberParts } from './baseParts.ts'
import type { OrganizationCall } from './permissions.ts'
import type { externalUpdate, newConnection, newExternalConnection, oidcUpdate, samlUpdate } from './ssoFields.ts'

/** A SAML connection, with the fields that only servers see. */
export interface StoredSamlConnection extends SamlConnection {
  alternative_audience_uri: string
  alternative_acs_url: string
  nameid_format: string
  idp_initiated_auth_disabled: boolean
  allow_gateway_callback: boolean
}

/** What a connection of another organization says about roles. */
type ExternalRoles = Pick<ExternalConnection, 'external_connection_implicit_role_assignments' | 'external_group_implicit_role_assignments'>

const YEAR = 365 * 24 * 3600_000

/** The connections, by the kind that stands in their ids. */
interface Connections {
  saml: StoredSamlConnection
  oidc: OidcConnection
  external: ExternalConnection
}

type Kind = keyof Connections
export type Connection = Connections[Kind]

export const kindOf = (connection: Connection): Kind =>
  'idp_entity_id' in connection ? 'saml' : 'issuer' in connection ? 'oidc' : 'external'

const samlSettings = {
  acs_url: '',
  audience_uri: '',
  idp_entity_id: '',
  idp_sso_url: '',
  alternative_audience_uri: '',
  alternative_acs_url: '',
  nameid_format: '',
  idp_initiated_auth_disabled: false,
  allow_gateway_callback: false,
}

const oidcSettings = {
  redirect_url: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  authorization_url: '',
  token_url: '',
  userinfo_url: '',
  jwks_url: '',
  custom_scopes: '',
}

const newCertificate = (certificate: string, at: number) => ({
  certificate_id: `saml-verification-key-test-${crypto.randomUUID()}`,
  certificate,
  issuer: '',
  created_at: timestamp(at),
  updated_at: timestamp(at),
  expires_at: timestamp(at + YEAR),
})

const newKey = (at: number) => ({
  private_key_id: `saml-encryption-key-test-${crypto.randomUUID()}`,
  // the secret part is never shown again
  private_key: '',
  created_at: timestamp(at),
})

/**
 * The fields of a connection that anybody can see. An external connection belongs to another
 * organization, which defines its type.
 */
const connectionView = (connection: Connection) => {
  const { connection_id, display_name } = connection
  return { connection_id, display_name, identity_provider: 'identity_provider' in connection ? connection.identity_provider : 'generic' }
}

/**
 * The connections of organizations to identity providers. Their settings are stored but not used.
 */
export const createSsoConnections = ({ clock, organizations, permissions: { check }, stores }: BaseMemberParts) => {
  const connections = stores.map('sso_connections', objects<Connection>({ connection_id: 'string', organization_id: 'string' }))
  const byOrganization = connections.index(({ organization_id }) => [organization_id])

  const settle = (organization_id: string) => {
    const active = byOrganization.all(organization_id)
    organizations.require(organization_id).sso_active_connections = active.map(connectionView)
  }

  const create = <Name extends Kind>(
    { actor, organization: { organization_id } }: OrganizationCall,
    kind: Name,
    { display_name = '', ...more }: Omit<Connections[Name], keyof SsoConnection> & { display_name?: string },
  ) => {
    check(actor, ['stytch.sso', 'create'])
    const connection = {
      ...more,
      organization_id,
      connection_id: `${kind}-connection-test-${crypto.randomUUID()}`,
      status: 'active',
      display_name,
    } as unknown as Connections[Name]
    connections.set(connection.connection_id, connection)
    settle(organization_id)
    return { connection }
  }

  const requireConnection = <Name extends Kind>({ organization, params: { connection_id = '' } }: OrganizationCall, kind?: Name) => {
    const connection = connections.get(connection_id)
    return connection?.organization_id === organization.organization_id && (!kind || kindOf(connection) === kind)
      ? (connection as Connections[Name])
      : refuse('sso_connection_not_found')
  }

  const change = <Name extends Kind>(call: OrganizationCall, kind: Name, body: Partial<Omit<Connections[Name], 'status'>>) => {
    check(call.actor, ['stytch.sso', 'update'])
    const connection = requireConnection(call, kind)
    Object.assign(connection, withoutUndefined(body))
    settle(connection.organization_id)
    return { connection }
  }

  /** Takes a certificate or key out of those of a SAML connection. */
  const take = <List extends 'verification_certificates' | 'saml_encryption_private_keys'>(
    call: OrganizationCall,
    name: List,
    isIt: (one: StoredSamlConnection[List][number]) => boolean,
  ) => {
    check(call.actor, ['stytch.sso', 'update'])
    const list: StoredSamlConnection[List][number][] = requireConnection(call, 'saml')[name]
    const at = list.findIndex(isIt)
    if (at >= 0) list.splice(at, 1)
    return at >= 0
  }

  return {
    /** Returns the connection by which a browser begins. */
    byId: (connection_id: string) => connections.get(connection_id) ?? refuse('sso_connection_not_found'),

    connectionsOf: ({ actor, organization: { organization_id } }: OrganizationCall) => {
      check(actor, ['stytch.sso', 'get'])
      const all = byOrganization.all(organization_id)
      const of = <Name extends Kind>(kind: Name) => all.filter((one) => kindOf(one) === kind) as Connections[Name][]
      return { saml_connections: of('saml'), oidc_connections: of('oidc'), external_connections: of('external') }
    },

    /** Returns the connections of all organizations that have a member with this address. */
    discover: (email: string) => {
      const isTheirs = ({ organization_id }: Connection) => organizations.members.withEmail(organization_id, email)
      return { connections: [...connections.values()].filter(isTheirs).map(connectionView) }
    },

    remove: (call: OrganizationCall) => {
      check(call.actor, ['stytch.sso', 'delete'])
      const { connection_id, organization_id } = requireConnection(call)
      connections.delete(connection_id)
      settle(organization_id)
      return { connection_id }
    },

    createSaml: (call: OrganizationCall, { display_name, identity_provider = 'generic' }: v.InferOutput<typeof newConnection>) =>
      create(call, 'saml', {
        display_name,
        identity_provider,
        ...samlSettings,
        attribute_mapping: {},
        signing_certificates: [],
        verification_certificates: [],
        saml_encryption_private_keys: [],
        saml_connection_implicit_role_assignments: [],
        saml_group_implicit_role_assignments: [],
      }),

    updateSaml: (
      call: OrganizationCall,
      { x509_certificate, signing_private_key: _, saml_encryption_private_key, ...body }: v.InferOutput<typeof samlUpdate>,
    ) => {
      const answer = change(call, 'saml', body)
      const { verification_certificates, saml_encryption_private_keys } = answer.connection
      if (x509_certificate !== undefined) verification_certificates.push(newCertificate(x509_certificate, clock.now()))
      if (saml_encryption_private_key !== undefined) saml_encryption_private_keys.push(newKey(clock.now()))
      return answer
    },

    /** Nothing is fetched, so nothing changes. */
    updateSamlByUrl: (call: OrganizationCall) => change(call, 'saml', {}),

    removeCertificate: (call: OrganizationCall) => {
      const { certificate_id = '' } = call.params
      if (!take(call, 'verification_certificates', (one) => one.certificate_id === certificate_id)) refuse('sso_verification_key_not_found')
      return { certificate_id }
    },

    removeKey: (call: OrganizationCall) => {
      const { private_key_id = '' } = call.params
      if (!take(call, 'saml_encryption_private_keys', (one) => one.private_key_id === private_key_id))
        refuse('sso_encryption_private_key_not_found')
      return { private_key_id }
    },

    createOidc: (call: OrganizationCall, { display_name, identity_provider = 'generic' }: v.InferOutput<typeof newConnection>) =>
      create(call, 'oidc', { display_name, identity_provider, ...oidcSettings, attribute_mapping: {} }),

    updateOidc: (call: OrganizationCall, body: v.InferOutput<typeof oidcUpdate>) => ({
      ...change(call, 'oidc', body),
      warning: '',
    }),

    createExternal: (call: OrganizationCall, body: v.InferOutput<typeof newExternalConnection> & Partial<ExternalRoles>) =>
      create(call, 'external', {
        external_connection_implicit_role_assignments: [],
        external_group_implicit_role_assignments: [],
        ...body,
      }),

    updateExternal: (call: OrganizationCall, body: v.InferOutput<typeof externalUpdate>) => change(call, 'external', body),
  }
}

export type SsoConnections = ReturnType<typeof createSsoConnections>
