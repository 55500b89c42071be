import { html } from 'hono/html'
import * as v from 'valibot'
import * as api from '../../../api/b2b/sso.ts'
import type { ExternalConnection, OidcConnection, SamlConnection, SsoConnection } from '../../../api/b2b/sso.ts'
import { isTestToken } from '../requests/authorization.ts'
import { timestamp } from '../state/clock.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, emailAddress, noBody, optionalText, sessionDuration, withoutUndefined } from '../requests/fields.ts'
import { htmlPage } from '../standIns/pages.ts'
import { checkPkce } from '../methods/pkce.ts'
import { redirectUrl, withParameters } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { withoutBody, withBodyLeftByPath } from './callBodies.ts'
import type { Organization } from './organizations.ts'
import type { Actor } from './permissions.ts'
import type { Bearer, Lasting } from './sessions.ts'
import { objects } from '../state/storeMap.ts'
import { firstAccounts, searchForm } from '../standIns/accounts.ts'
import type { BaseMemberParts } from './baseParts.ts'

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

type Connection = StoredSamlConnection | OidcConnection | ExternalConnection

/** How long a visitor can take at the identity provider. */
const FLOW_MINUTES = 10
/** How long the token is valid with which the visitor returns. */
const TOKEN_MINUTES = 5
const YEAR = 365 * 24 * 3600_000

/**
 * The fields of a connection that anybody can see. An external connection belongs to another
 * organization, which defines its type.
 */
const connectionView = (connection: Connection) => {
  const { connection_id, display_name } = connection
  return { connection_id, display_name, identity_provider: 'identity_provider' in connection ? connection.identity_provider : 'generic' }
}

const mapping = v.optional(v.record(v.string(), v.string()))
const connectionRoles = v.optional(v.array(v.object({ role_id: v.string() })))
const groupRoles = v.optional(v.array(v.object({ role_id: v.string(), group: v.string() })))

export const newConnection = v.object({ display_name: optionalText, identity_provider: optionalText })
export const newExternalConnection = v.object({
  external_organization_id: v.string(),
  external_connection_id: v.string(),
  display_name: optionalText,
})

/** The fields of a SAML connection that can change. */
export const samlUpdate = v.object({
  display_name: optionalText,
  identity_provider: optionalText,
  idp_entity_id: optionalText,
  idp_sso_url: optionalText,
  attribute_mapping: mapping,
  x509_certificate: optionalText,
  signing_private_key: optionalText,
  saml_encryption_private_key: optionalText,
  saml_connection_implicit_role_assignments: connectionRoles,
  saml_group_implicit_role_assignments: groupRoles,
  alternative_audience_uri: optionalText,
  alternative_acs_url: optionalText,
  nameid_format: optionalText,
  idp_initiated_auth_disabled: v.optional(v.boolean()),
  allow_gateway_callback: v.optional(v.boolean()),
})
/** Where the metadata of a SAML identity provider is. */
export const samlMetadata = v.object({ metadata_url: v.string() })

/** The fields of an OpenID Connect connection that can change. */
export const oidcUpdate = v.object({
  display_name: optionalText,
  identity_provider: optionalText,
  issuer: optionalText,
  client_id: optionalText,
  client_secret: optionalText,
  authorization_url: optionalText,
  token_url: optionalText,
  userinfo_url: optionalText,
  jwks_url: optionalText,
  custom_scopes: optionalText,
  attribute_mapping: mapping,
})

/** The fields of a connection of another organization that can change. */
export const externalUpdate = v.object({
  display_name: optionalText,
  external_connection_implicit_role_assignments: connectionRoles,
  external_group_implicit_role_assignments: groupRoles,
})

/** The token with which a visitor returns from the identity provider. */
export const ssoToken = v.object({
  sso_token: v.string(),
  locale: optionalText,
  pkce_code_verifier: optionalText,
  intermediate_session_token: optionalText,
})

/**
 * The connections of organizations to identity providers. Their settings are stored but not used.
 */
export const createSso = ({ clock, organizations, sessions, permissions: { check }, stores }: BaseMemberParts) => {
  const connections = stores.map('sso_connections', objects<Connection>({ connection_id: 'string', organization_id: 'string' }))
  const byOrganization = connections.index(({ organization_id }) => [organization_id])
  const arrivals = createExpiring<{ connection: Connection; email: string; challenge?: string }>(clock)

  const settle = (organization_id: string) => {
    const active = byOrganization.all(organization_id)
    organizations.require(organization_id).sso_active_connections = active.map(connectionView)
  }

  const create = <Type extends Connection>(
    actor: Actor,
    { organization_id }: Organization,
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

  const requireConnection = <Type extends Connection>({ organization_id }: Organization, connection_id: string, kind = '') => {
    const connection = connections.get(connection_id)
    return connection?.organization_id === organization_id && connection_id.startsWith(kind)
      ? (connection as Type)
      : refuse('sso_connection_not_found')
  }

  const change = <Type extends Connection>(
    actor: Actor,
    organization: Organization,
    connection_id: string,
    kind: string,
    body: Partial<Omit<Type, 'status'>>,
  ) => {
    check(actor, ['stytch.sso', 'update'])
    const connection = requireConnection<Type>(organization, connection_id, kind)
    Object.assign(connection, withoutUndefined(body))
    settle(organization.organization_id)
    return { connection }
  }

  const saml = (organization: Organization, connection_id: string) =>
    requireConnection<StoredSamlConnection>(organization, connection_id, 'saml')

  return {
    /** Returns the connection by which a browser begins. */
    byId: (connection_id: string) => connections.get(connection_id) ?? refuse('sso_connection_not_found'),

    connectionsOf: (actor: Actor, { organization_id }: Organization) => {
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

    remove: (actor: Actor, organization: Organization, id: string) => {
      check(actor, ['stytch.sso', 'delete'])
      const { connection_id, organization_id } = requireConnection(organization, id)
      connections.delete(connection_id)
      settle(organization_id)
      return { connection_id }
    },

    createSaml: (
      actor: Actor,
      organization: Organization,
      { display_name, identity_provider = 'generic' }: v.InferOutput<typeof newConnection>,
    ) =>
      create<StoredSamlConnection>(actor, organization, 'saml', {
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
      actor: Actor,
      organization: Organization,
      connection_id: string,
      { x509_certificate, signing_private_key: _, saml_encryption_private_key, ...body }: v.InferOutput<typeof samlUpdate>,
    ) => {
      const answer = change<StoredSamlConnection>(actor, organization, connection_id, 'saml', body)
      const { verification_certificates, saml_encryption_private_keys } = answer.connection
      const now = timestamp(clock.now())
      if (x509_certificate !== undefined) {
        verification_certificates.push({
          certificate_id: `saml-verification-key-test-${crypto.randomUUID()}`,
          certificate: x509_certificate,
          issuer: '',
          created_at: now,
          updated_at: now,
          expires_at: timestamp(clock.now() + YEAR),
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
    updateSamlByUrl: (actor: Actor, organization: Organization, connection_id: string) =>
      change<StoredSamlConnection>(actor, organization, connection_id, 'saml', {}),

    removeCertificate: (actor: Actor, organization: Organization, connection_id: string, certificate_id: string) => {
      check(actor, ['stytch.sso', 'update'])
      const { verification_certificates: certificates } = saml(organization, connection_id)
      const at = certificates.findIndex((one) => one.certificate_id === certificate_id)
      if (at < 0) refuse('sso_verification_key_not_found')
      certificates.splice(at, 1)
      return { certificate_id }
    },

    removeKey: (actor: Actor, organization: Organization, connection_id: string, private_key_id: string) => {
      check(actor, ['stytch.sso', 'update'])
      const { saml_encryption_private_keys: keys } = saml(organization, connection_id)
      const at = keys.findIndex((one) => one.private_key_id === private_key_id)
      if (at < 0) refuse('sso_encryption_private_key_not_found')
      keys.splice(at, 1)
      return { private_key_id }
    },

    createOidc: (
      actor: Actor,
      organization: Organization,
      { display_name, identity_provider = 'generic' }: v.InferOutput<typeof newConnection>,
    ) =>
      create<OidcConnection>(actor, organization, 'oidc', {
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

    updateOidc: (actor: Actor, organization: Organization, connection_id: string, body: v.InferOutput<typeof oidcUpdate>) => ({
      ...change<OidcConnection>(actor, organization, connection_id, 'oidc', body),
      warning: '',
    }),

    createExternal: (
      actor: Actor,
      organization: Organization,
      body: v.InferOutput<typeof newExternalConnection> & Partial<ExternalRoles>,
    ) =>
      create<ExternalConnection>(actor, organization, 'external', {
        external_connection_implicit_role_assignments: [],
        external_group_implicit_role_assignments: [],
        ...body,
      }),

    updateExternal: (actor: Actor, organization: Organization, connection_id: string, body: v.InferOutput<typeof externalUpdate>) =>
      change<ExternalConnection>(actor, organization, connection_id, 'external', body),

    /**
     * A visitor has said at the identity provider who they are. Returns the token with which they
     * return.
     */
    arrive: (connection: Connection, email: string, challenge: string | undefined) => {
      const token = randomToken()
      arrivals.put(token, { connection, email, challenge }, TOKEN_MINUTES)
      return token
    },

    /** Signs a visitor in who has returned with a token. Each works once. */
    authenticate: async (
      { sso_token, pkce_code_verifier, intermediate_session_token, session_duration_minutes }: v.InferOutput<typeof ssoToken> & Lasting,
      bearer: Bearer,
    ) => {
      const { connection, email, challenge } = arrivals.find(sso_token) ?? refuse('sso_token_not_found')
      await checkPkce(challenge, pkce_code_verifier)
      // Looks again, because two requests with the same token can be waiting in the line above.
      arrivals.find(sso_token) ?? refuse('sso_token_not_found')
      arrivals.spend(sso_token)
      const organization = organizations.require(connection.organization_id)
      const holder = organizations.members.withEmail(organization.organization_id, email)
      const { sso_jit_provisioning, sso_jit_provisioning_allowed_connections: allowedConnections } = organization
      const mayJoin =
        sso_jit_provisioning === 'ALL_ALLOWED' ||
        (sso_jit_provisioning === 'RESTRICTED' && allowedConnections.includes(connection.connection_id))
      if (!holder && !mayJoin) refuse('member_not_found')
      const member = holder ?? organizations.members.add(organization, email)
      const registration = member.sso_registrations.find(({ connection_id }) => connection_id === connection.connection_id)
      if (!registration) {
        member.sso_registrations.push({
          connection_id: connection.connection_id,
          external_id: email,
          registration_id: `sso-registration-test-${crypto.randomUUID()}`,
          sso_attributes: {},
        })
      }
      const proof: Proof = {
        type: 'sso',
        delivery_method: `sso_${connection.connection_id.split('-')[0]}`,
        sso_factor: { id: connection.connection_id },
      }
      return {
        ...(await sessions.signIn(bearer, member, [proof], session_duration_minutes, intermediate_session_token)),
        reset_session: false,
      }
    },
  }
}

export type Sso = ReturnType<typeof createSso>

/**
 * Serves connections to identity providers. One stand-in page serves as every identity provider,
 * and trusts the visitor to say who they are.
 */
export const serveSso = ({ on, page }: Router, { clock, project, organizations, sessions, sso }: BaseMemberParts & { sso: Sso }) => {
  const flows = createExpiring<{ connection: Connection; login: string; signup: string; challenge?: string }>(clock)

  /** Returns who makes a call, and for which organization. */
  const by = (request: ApiRequest) => {
    const actor = sessions.require(request)
    return [actor, actor.organization] as const
  }
  /** The same, with the connection that the path names. */
  const about = (request: ApiRequest) => [...by(request), request.params.connection_id ?? ''] as const

  on(api.sso.getConnections, noBody, (_, request) => sso.connectionsOf(...by(request)))
  on({ ...api.sso.discoverConnections, route: api.sso.discoverConnections.route.split('?')[0]! }, noBody, (_, { url }) =>
    sso.discover(new URL(url).searchParams.get('email_address') ?? ''),
  )
  on(api.sso.deleteConnection, noBody, (_, request) => sso.remove(...about(request)))

  on(api.sso.saml.createConnection, newConnection, (body, request) => sso.createSaml(...by(request), body))
  on(withBodyLeftByPath(samlUpdate, api.sso.saml.updateConnection), samlUpdate, (body, request) => sso.updateSaml(...about(request), body))
  on(withBodyLeftByPath(samlMetadata, api.sso.saml.updateConnectionByURL), samlMetadata, (_, request) =>
    sso.updateSamlByUrl(...about(request)),
  )
  on(withoutBody(api.sso.saml.deleteVerificationCertificate), noBody, (_, request) =>
    sso.removeCertificate(...about(request), request.params.certificate_id ?? ''),
  )
  on(withoutBody(api.sso.saml.deleteEncryptionPrivateKey), noBody, (_, request) =>
    sso.removeKey(...about(request), request.params.private_key_id ?? ''),
  )
  on(api.sso.oidc.createConnection, newConnection, (body, request) => sso.createOidc(...by(request), body))
  on(withBodyLeftByPath(oidcUpdate, api.sso.oidc.updateConnection), oidcUpdate, (body, request) => sso.updateOidc(...about(request), body))
  on(api.sso.external.createConnection, newExternalConnection, (body, request) => sso.createExternal(...by(request), body))
  on(withBodyLeftByPath(externalUpdate, api.sso.external.updateConnection), externalUpdate, (body, request) =>
    sso.updateExternal(...about(request), body),
  )
  on(api.sso.authenticate, v.object({ ...ssoToken.entries, session_duration_minutes: sessionDuration }), sso.authenticate)

  page('GET /v1/public/sso/start', (request) => {
    const query = new URL(request.url).searchParams
    const text = (name: string) => query.get(name) ?? undefined
    if (!isTestToken(text('public_token') ?? '')) refuse('unauthorized_credentials')
    const connection = sso.byId(text('connection_id') ?? '')
    const challenge = text('pkce_code_challenge')
    if (project.pkce_required_for_sso && !challenge) refuse('invalid_pkce_code_challenge')
    const id = randomToken()
    flows.put(
      id,
      {
        connection,
        login: redirectUrl(text('login_redirect_url'), project, request),
        signup: redirectUrl(text('signup_redirect_url'), project, request),
        challenge: challenge === undefined ? undefined : v.parse(codeChallenge, challenge),
      },
      FLOW_MINUTES,
    )
    return choice(id, connection, request.basePath, null)
  })

  const choice = (id: string, connection: Connection, basePath: string, search: string | null) => {
    const { organization_name, organization_id } = organizations.require(connection.organization_id)
    const address = `${basePath}/v1/public/sso/callback/${id}`
    const accounts = firstAccounts(organizations.members.addresses(organization_id), search)
    return htmlPage({
      title: `Single sign-on for ${organization_name}`,
      body: html`<h1>Single sign-on for ${organization_name}</h1>
<p>This page stands in for the identity provider of ${connection.display_name || 'the organization'}. Who do you want to be?</p>
${searchForm(accounts, address)}
<ul>${accounts.addresses.map((email) => html`<li><a href="${address}?email=${encodeURIComponent(email)}">${email}</a></li>`)}</ul>
<form action="${address}">
  <label>Someone else <input type="email" name="email" required autocomplete="off"></label>
  <button>Continue</button>
</form>`,
    })
  }

  page('GET /v1/public/sso/callback/:id', ({ url, basePath, params: { id = '' } }) => {
    const { connection, login, signup, challenge } = flows.find(id) ?? refuse('oauth_flow_callback_error')
    const search = new URL(url).searchParams.get('search')
    if (search !== null) return choice(id, connection, basePath, search)
    const email = v.parse(emailAddress, new URL(url).searchParams.get('email') ?? '')
    flows.spend(id)
    const token = sso.arrive(connection, email, challenge)
    const holder = organizations.members.withEmail(connection.organization_id, email)
    const address = withParameters(holder ? login : signup, { token, stytch_token_type: 'sso' })
    return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } })
  })
}
