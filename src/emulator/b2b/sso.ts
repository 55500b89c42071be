import { html } from 'hono/html'
import * as v from 'valibot'
import * as api from '../../api/b2b/sso.ts'
import type { ExternalConnection, OidcConnection, SamlConnection } from '../../api/b2b/sso.ts'
import { isTestToken } from '../authorization.ts'
import type { Clock } from '../clock.ts'
import { createExpiring, randomToken } from '../expiring.ts'
import { codeChallenge, emailAddress, noBody, sessionDuration, withoutUndefined } from '../fields.ts'
import { htmlPage } from '../pages.ts'
import { checkPkce } from '../pkce.ts'
import type { Project } from '../project.ts'
import { redirectUrl, withParameters } from '../redirects.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import type { Proof } from '../sessions.ts'
import { withoutBody, withBodyLeftByPath } from './bodies.ts'
import type { Organizations } from './organizations.ts'
import type { MemberSessions } from './sessions.ts'

type Connection = SamlConnection | OidcConnection | ExternalConnection

/** How long a visitor can take at the identity provider. */
const FLOW_MINUTES = 10
/** How long the token is valid with which the visitor returns. */
const TOKEN_MINUTES = 5

const text = v.optional(v.string())
/** The fields of a connection that anybody can see. An external connection belongs to another organization, which defines its type. */
const shown = (connection: Connection) => {
  const { connection_id, display_name } = connection
  return { connection_id, display_name, identity_provider: 'identity_provider' in connection ? connection.identity_provider : 'generic' }
}

const anything = v.looseObject({})
const metadata = v.object({ metadata_url: v.string() })

interface Needs {
  clock: Clock
  project: Project
  organizations: Organizations
  sessions: MemberSessions
}

/**
 * Serves connections to identity providers. One stand-in page serves as every identity provider, and trusts the visitor to say who they are. The
 * settings of a connection are stored but not used.
 */
export const serveSso = ({ on, page }: Router, { clock, project, organizations, sessions }: Needs) => {
  const connections = new Map<string, Connection>()
  const flows = createExpiring<{ connection: Connection; login: string; signup: string; challenge?: string }>(clock)
  const arrivals = createExpiring<{ connection: Connection; email: string; challenge?: string }>(clock)

  const settle = (organization_id: string) => {
    const active = [...connections.values()].filter((connection) => connection.organization_id === organization_id)
    organizations.required(organization_id).sso_active_connections = active.map(shown)
  }

  const create = <Made extends Connection>(kind: string, organization_id: string, { display_name = '', ...more }: Partial<Made>) => {
    const connection = {
      ...more,
      organization_id,
      connection_id: `${kind}-connection-test-${crypto.randomUUID()}`,
      status: 'active',
      display_name,
    } as unknown as Made
    connections.set(connection.connection_id, connection)
    settle(organization_id)
    return { connection }
  }

  /** Returns one of the organization's own connections, for its administrator. */
  const named = <Wanted extends Connection = Connection>(request: Parameters<typeof sessions.administrator>[0]) => {
    const { organization } = sessions.administrator(request)
    const connection = connections.get(request.params.connection_id ?? '')
    return connection?.organization_id === organization.organization_id ? (connection as Wanted) : refuse('sso_connection_not_found')
  }

  const change = <Changed extends Connection>(request: Parameters<typeof sessions.administrator>[0], body: object) => {
    const connection = named<Changed>(request)
    const { connection_id, organization_id, status } = connection
    Object.assign(connection, body, { connection_id, organization_id, status })
    settle(organization_id)
    return { connection }
  }

  const naming = v.object({ display_name: text, identity_provider: text })

  on(api.sso.getConnections, noBody, (_, request) => {
    const {
      organization: { organization_id },
    } = sessions.required(request)
    const of = <Kind extends Connection>(kind: string) =>
      [...connections.values()].filter((one) => one.organization_id === organization_id && one.connection_id.startsWith(kind)) as Kind[]
    return { saml_connections: of('saml'), oidc_connections: of('oidc'), external_connections: of('external') }
  })

  on({ ...api.sso.discoverConnections, route: api.sso.discoverConnections.route.split('?')[0]! }, noBody, (_, { url }) => {
    const email = new URL(url).searchParams.get('email_address') ?? ''
    const own = new Set(
      organizations
        .all()
        .filter(({ organization_id }) => organizations.members.withEmail(organization_id, email))
        .map(({ organization_id }) => organization_id),
    )
    return { connections: [...connections.values()].filter(({ organization_id }) => own.has(organization_id)).map(shown) }
  })

  on(api.sso.deleteConnection, noBody, (_, request) => {
    const { connection_id, organization_id } = named(request)
    connections.delete(connection_id)
    settle(organization_id)
    return { connection_id }
  })

  on(api.sso.saml.createConnection, naming, (body, request) =>
    create<SamlConnection>('saml', sessions.administrator(request).organization.organization_id, {
      identity_provider: 'generic',
      ...withoutUndefined(body),
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
    }),
  )
  on(withBodyLeftByPath(anything, api.sso.saml.updateConnection), anything, (body, request) => change<SamlConnection>(request, body))
  on(withBodyLeftByPath(metadata, api.sso.saml.updateConnectionByURL), metadata, (_, request) => change<SamlConnection>(request, {}))
  on(withoutBody(api.sso.saml.deleteVerificationCertificate), noBody, (_, request) => {
    const { verification_certificates: kept = [] } = named<SamlConnection>(request)
    const at = kept.findIndex(({ certificate_id }) => certificate_id === request.params.certificate_id)
    if (at < 0) refuse('sso_verification_key_not_found')
    return { certificate_id: kept.splice(at, 1)[0]!.certificate_id }
  })
  on(withoutBody(api.sso.saml.deleteEncryptionPrivateKey), noBody, (_, request) => {
    const { saml_encryption_private_keys: kept = [] } = named<SamlConnection>(request)
    const at = kept.findIndex(({ private_key_id }) => private_key_id === request.params.private_key_id)
    if (at < 0) refuse('sso_encryption_private_key_not_found')
    return { private_key_id: kept.splice(at, 1)[0]!.private_key_id }
  })

  on(api.sso.oidc.createConnection, naming, (body, request) =>
    create<OidcConnection>('oidc', sessions.administrator(request).organization.organization_id, {
      identity_provider: 'generic',
      ...withoutUndefined(body),
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
  )
  on(withBodyLeftByPath(anything, api.sso.oidc.updateConnection), anything, (body, request) => ({
    ...change<OidcConnection>(request, body),
    warning: '',
  }))

  const external = v.object({ external_organization_id: v.string(), external_connection_id: v.string(), display_name: text })
  on(api.sso.external.createConnection, external, (body, request) =>
    create<ExternalConnection>('external', sessions.administrator(request).organization.organization_id, {
      ...body,
      external_connection_implicit_role_assignments: [],
      external_group_implicit_role_assignments: [],
    }),
  )
  on(withBodyLeftByPath(anything, api.sso.external.updateConnection), anything, (body, request) =>
    change<ExternalConnection>(request, body),
  )

  page('GET /v1/public/sso/start', (request) => {
    const query = new URL(request.url).searchParams
    const text = (name: string) => query.get(name) ?? undefined
    if (!isTestToken(text('public_token') ?? '')) refuse('unauthorized_credentials')
    const connection = connections.get(text('connection_id') ?? '') ?? refuse('sso_connection_not_found')
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
    const { organization_name, organization_id } = organizations.required(connection.organization_id)
    const address = `/v1/public/sso/callback/${id}`
    const accounts = organizations.members
      .of(organization_id)
      .filter(({ status }) => status !== 'deleted')
      .map(({ email_address }) => email_address)
    return htmlPage({
      title: `Single sign-on for ${organization_name}`,
      body: html`<h1>Single sign-on for ${organization_name}</h1>
<p>This page stands in for the identity provider of ${connection.display_name || 'the organization'}. Who do you want to be?</p>
<ul>${accounts.map((email) => html`<li><a href="${address}?email=${encodeURIComponent(email)}">${email}</a></li>`)}</ul>
<form action="${address}">
  <label>Someone else <input type="email" name="email" required autocomplete="off"></label>
  <button>Continue</button>
</form>`,
    })
  })

  page('GET /v1/public/sso/callback/:id', ({ url, params: { id = '' } }) => {
    const { connection, login, signup, challenge } = flows.find(id) ?? refuse('oauth_flow_callback_error')
    const email = v.parse(emailAddress, new URL(url).searchParams.get('email') ?? '')
    flows.spend(id)
    const token = randomToken()
    arrivals.put(token, { connection, email, challenge }, TOKEN_MINUTES)
    const known = organizations.members.withEmail(connection.organization_id, email)
    const address = withParameters(known ? login : signup, { token, stytch_token_type: 'sso' })
    return new Response(null, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } })
  })

  const token = v.object({
    sso_token: v.string(),
    session_duration_minutes: sessionDuration,
    locale: text,
    pkce_code_verifier: text,
    intermediate_session_token: text,
  })
  on(api.sso.authenticate, token, async (body, request) => {
    const { connection, email, challenge } = arrivals.find(body.sso_token) ?? refuse('sso_token_not_found')
    await checkPkce(challenge, body.pkce_code_verifier)
    // Looks again, because two requests with the same token can be waiting in the line above.
    arrivals.find(body.sso_token) ?? refuse('sso_token_not_found')
    arrivals.spend(body.sso_token)
    const organization = organizations.required(connection.organization_id)
    const known = organizations.members.withEmail(organization.organization_id, email)
    const { sso_jit_provisioning, sso_jit_provisioning_allowed_connections: allowed } = organization
    const mayJoin =
      sso_jit_provisioning === 'ALL_ALLOWED' || (sso_jit_provisioning === 'RESTRICTED' && allowed.includes(connection.connection_id))
    if (!known && !mayJoin) refuse('member_not_found')
    const member = known ?? organizations.members.add(organization, email)
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
    const signedIn = await sessions.signIn(request, member, [proof], body.session_duration_minutes, body.intermediate_session_token)
    return { ...signedIn, reset_session: false }
  })
}
