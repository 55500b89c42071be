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

export type Connection = StoredSamlConnection | OidcConnection | ExternalConnection

const YEAR = 365 * 24 * 3600_000

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

  const create = <Type extends Connection>(
    { actor, organization: { organization_id } }: OrganizationCall,
    kind: string,
    { display_name = '', ...more }: Omit<Type, keyof SsoConnection> & { display_name?: string },
  ) => {
    check(actor, ['stytch.sso', 'create'])
    const connection = {
      ...more,
      organization_id,
      connection_id: `${kind}-connection-test-${crypto.randomUUID()}`,
      status: 'active',
      display_name,
    } as unknown as Type
    connections.set(connection.connection_id, connection)
    settle(organization_id)
    return { connection }
  }

  const requireConnection = <Type extends Connection>({ organization, params: { connection_id = '' } }: OrganizationCall, kind = '') => {
    const connection = connections.get(connection_id)
    return connection?.organization_id === organization.organization_id && connection_id.startsWith(kind)
      ? (connection as Type)
      : refuse('sso_connection_not_found')
  }

  const change = <Type extends Connection>(call: OrganizationCall, kind: string, body: Partial<Omit<Type, 'status'>>) => {
    check(call.actor, ['stytch.sso', 'update'])
    const connection = requireConnection<Type>(call, kind)
    Object.assign(connection, withoutUndefined(body))
    settle(connection.organization_id)
    return { connection }
  }

  /** Takes a certificate or key out of those of a SAML connection. */
  const take = <Kind extends 'verification_certificates' | 'saml_encryption_private_keys'>(
    call: OrganizationCall,
    kind: Kind,
    isIt: (one: StoredSamlConnection[Kind][number]) => boolean,
  ) => {
    check(call.actor, ['stytch.sso', 'update'])
    const list: StoredSamlConnection[Kind][number][] = requireConnection<StoredSamlConnection>(call, 'saml')[kind]
    const at = list.findIndex(isIt)
    if (at >= 0) list.splice(at, 1)
    return at >= 0
  }

  return {
    /** Returns the connection by which a browser begins. */
    byId: (connection_id: string) => connections.get(connection_id) ?? refuse('sso_connection_not_found'),

    connectionsOf: ({ actor, organization: { organization_id } }: OrganizationCall) => {
      check(actor, ['stytch.sso', 'get'])
      const of = <Kind extends Connection>(kind: string) =>
        byOrganization.all(organization_id).filter((one) => one.connection_id.startsWith(kind)) as Kind[]
      return {
        saml_connections: of<StoredSamlConnection>('saml'),
        oidc_connections: of<OidcConnection>('oidc'),
        external_connections: of<ExternalConnection>('external'),
      }
    },

    /** Returns the connections of all organizations that have a member with this address. */
    discover: (email: string) => {
      const own = new Set(
        organizations
          .all()
          .filter(({ organization_id }) => organizations.members.withEmail(organization_id, email))
          .map(({ organization_id }) => organization_id),
      )
      return { connections: [...connections.values()].filter(({ organization_id }) => own.has(organization_id)).map(connectionView) }
    },

    remove: (call: OrganizationCall) => {
      check(call.actor, ['stytch.sso', 'delete'])
      const { connection_id, organization_id } = requireConnection(call)
      connections.delete(connection_id)
      settle(organization_id)
      return { connection_id }
    },

    createSaml: (call: OrganizationCall, { display_name, identity_provider = 'generic' }: v.InferOutput<typeof newConnection>) =>
      create<StoredSamlConnection>(call, 'saml', {
        display_name,
        identity_provider,
        acs_url: '',
        audience_uri: '',
        idp_entity_id: '',
        idp_sso_url: '',
        attribute_mapping: {},
        signing_certificates: [],
        verification_certificates: [],
        saml_encryption_private_keys: [],
        saml_connection_implicit_role_assignments: [],
        saml_group_implicit_role_assignments: [],
        alternative_audience_uri: '',
        alternative_acs_url: '',
        nameid_format: '',
        idp_initiated_auth_disabled: false,
        allow_gateway_callback: false,
      }),

    updateSaml: (
      call: OrganizationCall,
      { x509_certificate, signing_private_key: _, saml_encryption_private_key, ...body }: v.InferOutput<typeof samlUpdate>,
    ) => {
      const answer = change<StoredSamlConnection>(call, 'saml', body)
      const { verification_certificates, saml_encryption_private_keys } = answer.connection
      const at = clock.now()
      const now = timestamp(at)
      if (x509_certificate !== undefined) {
        verification_certificates.push({
          certificate_id: `saml-verification-key-test-${crypto.randomUUID()}`,
          certificate: x509_certificate,
          issuer: '',
          created_at: now,
          updated_at: now,
          expires_at: timestamp(at + YEAR),
        })
      }
      if (saml_encryption_private_key !== undefined) {
        saml_encryption_private_keys.push({
          private_key_id: `saml-encryption-key-test-${crypto.randomUUID()}`,
          // the secret part is never shown again
          private_key: '',
          created_at: now,
        })
      }
      return answer
    },

    /** Nothing is fetched, so nothing changes. */
    updateSamlByUrl: (call: OrganizationCall) => change<StoredSamlConnection>(call, 'saml', {}),

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
      create<OidcConnection>(call, 'oidc', {
        display_name,
        identity_provider,
        redirect_url: '',
        issuer: '',
        client_id: '',
        client_secret: '',
        authorization_url: '',
        token_url: '',
        userinfo_url: '',
        jwks_url: '',
        custom_scopes: '',
        attribute_mapping: {},
      }),

    updateOidc: (call: OrganizationCall, body: v.InferOutput<typeof oidcUpdate>) => ({
      ...change<OidcConnection>(call, 'oidc', body),
      warning: '',
    }),

    createExternal: (call: OrganizationCall, body: v.InferOutput<typeof newExternalConnection> & Partial<ExternalRoles>) =>
      create<ExternalConnection>(call, 'external', {
        external_connection_implicit_role_assignments: [],
        external_group_implicit_role_assignments: [],
        ...body,
      }),

    updateExternal: (call: OrganizationCall, body: v.InferOutput<typeof externalUpdate>) =>
      change<ExternalConnection>(call, 'external', body),
  }
}

export type SsoConnections = ReturnType<typeof createSsoConnections>
