import * as v from 'valibot'
import { oauth, oneTap } from '../../../api/b2b/oauth.ts'
import type { Organization } from '../../../api/b2b/entities.ts'
import { isTestToken } from '../requests/authorization.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, noBody, optionalText, sessionDuration } from '../requests/fields.ts'
import { consentPage, providerValues, returnToApp, scopesOf, standardScopes, type OAuthSignIns } from '../methods/oauth.ts'
import { googleClaims } from '../methods/oneTap.ts'
import { findProven } from '../methods/pkce.ts'
import { redirectUrl, withParameters } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { PageRequest, Router } from '../requests/router.ts'
import { oauthProof, providers } from './oauthRegistrations.ts'
import type { Bearer, Lasting } from './sessions.ts'
import { serveAccountChoice, TOKEN_MINUTES } from '../standIns/accountChoice.ts'
import type { BaseMemberParts } from './baseParts.ts'

/**
 * What a browser takes along to the page of the OAuth provider. Without an organization, the
 * visitor chooses one afterward.
 */
interface Flow {
  name: string
  organization?: Organization
  login: string
  signup: string
  scopes: string[]
  challenge?: string
}

/** A sign-in that is complete at the OAuth provider and waits for its token to be redeemed. */
interface Arrival extends Flow {
  email: string
  subject: string
}

/** The token with which a visitor returns from an OAuth provider. */
export const oauthToken = v.object({
  oauth_token: v.string(),
  locale: optionalText,
  pkce_code_verifier: optionalText,
  intermediate_session_token: optionalText,
})

/** The same, if the visitor has yet to choose an organization. */
export const discoveryOAuthToken = v.object({ discovery_oauth_token: v.string(), pkce_code_verifier: optionalText })

/** How members sign in with the token of a sign-in that is complete at an OAuth provider. */
export const createOAuthLogIns = ({ clock, organizations, sessions }: BaseMemberParts) => {
  const { members } = organizations
  const arrivals = createExpiring<Arrival>(clock)

  /**
   * Redeems a token once, and only in the browser that began the flow, for a call of the matching
   * kind.
   */
  const take = async (token: string, verifier: string | undefined, inOrganization: boolean) => {
    const find = () => {
      const arrival = arrivals.find(token)
      return arrival && Boolean(arrival.organization) === inOrganization ? arrival : refuse('oauth_token_not_found')
    }
    const arrival = await findProven(find, verifier)
    arrivals.spend(token)
    return arrival
  }

  return {
    /**
     * Trusts the OAuth provider that the address belongs to the visitor. Returns the URL to which
     * the browser goes, with the token.
     */
    land: (flow: Flow, email: string, subject: string) => {
      const token = randomToken()
      arrivals.put(token, { ...flow, email, subject }, TOKEN_MINUTES)
      const { organization, login, signup } = flow
      const mayLogIn = !organization || members.withEmail(organization.organization_id, email)
      return withParameters(mayLogIn ? login : signup, { token, stytch_token_type: organization ? 'oauth' : 'discovery_oauth' })
    },

    authenticate: async (body: v.InferOutput<typeof oauthToken> & Lasting, bearer: Bearer) => {
      const { name, organization: target, email, subject, scopes } = await take(body.oauth_token, body.pkce_code_verifier, true)
      const organization = organizations.require(target!.organization_id)
      const holder = members.withEmail(organization.organization_id, email)
      if (!holder && !organizations.mayJoin(organization, email)) refuse('member_not_found')
      const member = holder ?? members.add(organization, email)
      return {
        provider_subject: subject,
        provider_type: name,
        provider_values: providerValues(clock, scopes),
        reset_sessions: false,
        ...(await sessions.signIn(bearer, member, [oauthProof(name, subject)], body)),
      }
    },

    authenticateDiscovery: async (body: v.InferOutput<typeof discoveryOAuthToken>) => {
      const { name, email, subject } = await take(body.discovery_oauth_token, body.pkce_code_verifier, false)
      return {
        ...sessions.discover(email, [oauthProof(name, subject)]),
        provider_type: name,
        provider_tenant_id: '',
        provider_tenant_ids: [],
        full_name: '',
      }
    },
  }
}

export type OAuthLogIns = ReturnType<typeof createOAuthLogIns>

/**
 * Serves sign-in with OAuth providers, on the same stand-in pages as for users, and with Google's
 * prompt.
 */
export const serveOAuth = (
  router: Router,
  {
    clock,
    project,
    googleSigner,
    oauthSignIns,
    organizations,
    oauthLogIns,
  }: BaseMemberParts & { oauthSignIns: OAuthSignIns; oauthLogIns: OAuthLogIns },
) => {
  const { on, page } = router
  const { members } = organizations
  const { land } = oauthLogIns
  const choose = serveAccountChoice<Flow & { query: string }>(router, {
    clock,
    path: '/v1/b2b/public/oauth/callback',
    addressesOf: ({ organization }) => members.addresses(organization?.organization_id),
    pageOf: ({ name, query }, accounts, address) => consentPage({ name, project, address, accounts, query: new URLSearchParams(query) }),
    land: (flow, choice) => returnToApp(choice, flow.login, (email) => land(flow, email, oauthSignIns.subjectOf(flow.name, email))),
  })

  const begin = (request: PageRequest, organizationOf: (query: URLSearchParams) => Organization | undefined) => {
    const query = new URL(request.url).searchParams
    const { provider = '' } = request.params
    const parameter = (name: string) => query.get(name) ?? undefined
    if (!isTestToken(parameter('public_token') ?? '')) refuse('unauthorized_credentials')
    const name = Object.hasOwn(providers, provider) ? providers[provider]! : refuse('oauth_config_not_found')
    const challenge = parameter('pkce_code_challenge')
    if (project.pkce_required_for_oauth && !challenge) refuse('invalid_pkce_code_challenge')
    const organization = organizationOf(query)
    const discovery = organization ? undefined : parameter('discovery_redirect_url')
    const flow = {
      name,
      query: String(query),
      organization,
      login: redirectUrl(organization ? parameter('login_redirect_url') : discovery, project, request),
      signup: redirectUrl(organization ? parameter('signup_redirect_url') : discovery, project, request),
      scopes: scopesOf(query),
      challenge: challenge === undefined ? undefined : v.parse(codeChallenge, challenge),
    }
    return choose(flow, request.basePath)
  }

  page('GET /v1/b2b/public/oauth/:provider/start', (request) =>
    begin(request, (query) => {
      const slug = query.get('slug')
      return (slug === null ? undefined : organizations.bySlug(slug)) ?? organizations.require(query.get('organization_id') ?? '')
    }),
  )
  page('GET /v1/b2b/public/oauth/:provider/discovery/start', (request) => begin(request, () => undefined))

  on(oauth.authenticate, v.object({ ...oauthToken.entries, session_duration_minutes: sessionDuration }), oauthLogIns.authenticate)
  on(oauth.discovery.authenticate, discoveryOAuthToken, oauthLogIns.authenticateDiscovery)

  // Without a client id, the client reports that there is no prompt.
  on(oneTap.start, noBody, () => ({ google_client_id: project.google_client_id ?? '' }))

  /** Returns the Google account that the visitor chose in the prompt, from its ID token. */
  const accountOf = async (id_token: string) => {
    const payload = project.google_client_id && (await googleSigner.read(id_token, { audience: project.google_client_id }))
    const { success, output } = v.safeParse(googleClaims, payload)
    return success ? output : refuse('oauth_flow_callback_error')
  }
  const challengeField = { pkce_code_challenge: v.optional(codeChallenge) }
  const byGoogle = { name: 'Google', scopes: standardScopes }
  const checkChallenge = (challenge: string | undefined) => {
    if (project.pkce_required_for_oauth && !challenge) refuse('invalid_pkce_code_challenge')
    return challenge
  }

  const submission = v.object({
    ...challengeField,
    id_token: v.string(),
    organization_id: v.string(),
    login_redirect_url: optionalText,
    signup_redirect_url: optionalText,
  })
  on(oneTap.submit, submission, async (body, request) => {
    const flow: Flow = {
      ...byGoogle,
      organization: organizations.require(body.organization_id),
      login: redirectUrl(body.login_redirect_url, project, request),
      signup: redirectUrl(body.signup_redirect_url, project, request),
      challenge: checkChallenge(body.pkce_code_challenge),
    }
    const { email, sub } = await accountOf(body.id_token)
    return { redirect_url: land(flow, email, sub) }
  })

  on(
    oneTap.submitDiscovery,
    v.object({ ...challengeField, id_token: v.string(), discovery_redirect_url: optionalText }),
    async (body, request) => {
      const url = redirectUrl(body.discovery_redirect_url, project, request)
      const flow: Flow = { ...byGoogle, login: url, signup: url, challenge: checkChallenge(body.pkce_code_challenge) }
      const { email, sub } = await accountOf(body.id_token)
      return { redirect_url: land(flow, email, sub) }
    },
  )
}
