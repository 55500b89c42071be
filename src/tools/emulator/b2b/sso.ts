import { html } from 'hono/html'
import * as v from 'valibot'
import * as api from '../../../api/b2b/sso.ts'
import { isTestToken } from '../requests/authorization.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, emailAddress, noBody, optionalText, sessionDuration } from '../requests/fields.ts'
import { htmlPage } from '../standIns/pages.ts'
import { findProven } from '../methods/pkce.ts'
import { redirectUrl, withParameters } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { withoutBody, withBodyLeftByPath } from './callBodies.ts'
import type { Bearer, Lasting } from './sessions.ts'
import { serveAccountChoice, TOKEN_MINUTES } from '../standIns/accountChoice.ts'
import { searchForm } from '../standIns/accounts.ts'
import type { BaseMemberParts } from './baseParts.ts'
import { kindOf, type Connection, type SsoConnections } from './ssoConnections.ts'
import { externalUpdate, newConnection, newExternalConnection, oidcUpdate, samlMetadata, samlUpdate } from './ssoFields.ts'

/** The token with which a visitor returns from the identity provider. */
export const ssoToken = v.object({
  sso_token: v.string(),
  locale: optionalText,
  pkce_code_verifier: optionalText,
  intermediate_session_token: optionalText,
})

/** How visitors log in by the connections of organizations. */
export const createSso = ({ clock, organizations, sessions }: BaseMemberParts) => {
  const arrivals = createExpiring<{ connection: Connection; email: string; challenge?: string }>(clock)

  return {
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
      const find = () => arrivals.find(sso_token) ?? refuse('sso_token_not_found')
      const { connection, email } = await findProven(find, pkce_code_verifier)
      const { connection_id, organization_id } = connection
      arrivals.spend(sso_token)
      const organization = organizations.require(organization_id)
      const holder = organizations.members.withEmail(organization_id, email)
      const { sso_jit_provisioning, sso_jit_provisioning_allowed_connections: allowedConnections } = organization
      const mayJoin =
        sso_jit_provisioning === 'ALL_ALLOWED' || (sso_jit_provisioning === 'RESTRICTED' && allowedConnections.includes(connection_id))
      if (!holder && !mayJoin) refuse('member_not_found')
      const member = holder ?? organizations.members.add(organization, email)
      if (!member.sso_registrations.some((registration) => registration.connection_id === connection_id)) {
        const registration_id = `sso-registration-test-${crypto.randomUUID()}`
        member.sso_registrations.push({ connection_id, external_id: email, registration_id, sso_attributes: {} })
      }
      const proof: Proof = { type: 'sso', delivery_method: `sso_${kindOf(connection)}`, sso_factor: { id: connection_id } }
      return {
        ...(await sessions.signIn(bearer, member, [proof], { session_duration_minutes, intermediate_session_token })),
        reset_session: false,
      }
    },
  }
}

export type Sso = ReturnType<typeof createSso>

/** What a browser takes along to the identity provider. */
interface Flow {
  connection: Connection
  login: string
  signup: string
  challenge?: string
}

/**
 * Serves connections to identity providers. One stand-in page serves as every identity provider,
 * and trusts the visitor to say who they are.
 */
export const serveSso = (
  router: Router,
  { clock, project, organizations, sessions, sso, ssoConnections }: BaseMemberParts & { sso: Sso; ssoConnections: SsoConnections },
) => {
  const { on, page } = router
  const choose = serveAccountChoice<Flow>(router, {
    clock,
    path: '/v1/public/sso/callback',
    addressesOf: ({ connection }) => organizations.members.addresses(connection.organization_id),
    pageOf: ({ connection }, accounts, address) => {
      const { organization_name } = organizations.require(connection.organization_id)
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
    },
    land: ({ connection, login, signup, challenge }, choice) => {
      const email = v.parse(emailAddress, choice.get('email') ?? '')
      const token = sso.arrive(connection, email, challenge)
      const holder = organizations.members.withEmail(connection.organization_id, email)
      return withParameters(holder ? login : signup, { token, stytch_token_type: 'sso' })
    },
  })

  on(api.sso.getConnections, noBody, (_, request) => ssoConnections.connectionsOf(sessions.callOf(request)))
  on({ ...api.sso.discoverConnections, route: api.sso.discoverConnections.route.split('?')[0]! }, noBody, (_, { url }) =>
    ssoConnections.discover(new URL(url).searchParams.get('email_address') ?? ''),
  )
  on(api.sso.deleteConnection, noBody, (_, request) => ssoConnections.remove(sessions.callOf(request)))

  on(api.sso.saml.createConnection, newConnection, (body, request) => ssoConnections.createSaml(sessions.callOf(request), body))
  on(withBodyLeftByPath(samlUpdate, api.sso.saml.updateConnection), samlUpdate, (body, request) =>
    ssoConnections.updateSaml(sessions.callOf(request), body),
  )
  on(withBodyLeftByPath(samlMetadata, api.sso.saml.updateConnectionByURL), samlMetadata, (_, request) =>
    ssoConnections.updateSamlByUrl(sessions.callOf(request)),
  )
  on(withoutBody(api.sso.saml.deleteVerificationCertificate), noBody, (_, request) =>
    ssoConnections.removeCertificate(sessions.callOf(request)),
  )
  on(withoutBody(api.sso.saml.deleteEncryptionPrivateKey), noBody, (_, request) => ssoConnections.removeKey(sessions.callOf(request)))
  on(api.sso.oidc.createConnection, newConnection, (body, request) => ssoConnections.createOidc(sessions.callOf(request), body))
  on(withBodyLeftByPath(oidcUpdate, api.sso.oidc.updateConnection), oidcUpdate, (body, request) =>
    ssoConnections.updateOidc(sessions.callOf(request), body),
  )
  on(api.sso.external.createConnection, newExternalConnection, (body, request) =>
    ssoConnections.createExternal(sessions.callOf(request), body),
  )
  on(withBodyLeftByPath(externalUpdate, api.sso.external.updateConnection), externalUpdate, (body, request) =>
    ssoConnections.updateExternal(sessions.callOf(request), body),
  )
  on(api.sso.authenticate, v.object({ ...ssoToken.entries, session_duration_minutes: sessionDuration }), sso.authenticate)

  page('GET /v1/public/sso/start', (request) => {
    const query = new URL(request.url).searchParams
    const text = (name: string) => query.get(name) ?? undefined
    if (!isTestToken(text('public_token') ?? '')) refuse('unauthorized_credentials')
    const connection = ssoConnections.byId(text('connection_id') ?? '')
    const challenge = text('pkce_code_challenge')
    if (project.pkce_required_for_sso && !challenge) refuse('invalid_pkce_code_challenge')
    const flow = {
      connection,
      login: redirectUrl(text('login_redirect_url'), project, request),
      signup: redirectUrl(text('signup_redirect_url'), project, request),
      challenge: challenge === undefined ? undefined : v.parse(codeChallenge, challenge),
    }
    return choose(flow, request.basePath)
  })
}
