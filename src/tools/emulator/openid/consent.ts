/**
 * What the consent page may do with an app's request: one copy for users, members and the servers
 * of hosts.
 */
import type { AuthorizeRequest, AuthorizeSubmit, LogoutRequest } from '../../../api/idp.ts'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { isFirstParty, isPublic, type Client } from './connectedApps.ts'
import { codeChallenge, optionalText } from '../requests/fields.ts'
import type { ClientDocuments } from './clientDocuments.ts'
import { withParameters } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Authorizations } from './authorizations.ts'
import { isResource } from './resources.ts'
import { allowsRedirect } from './redirectUris.ts'
import { isGrantable, standardScopes } from './scopes.ts'
import type { Subject } from './subjects.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * How recent a sign-in must be to count as made for this request, and as the visitor's choice of an
 * account. The API does not tell when a request reached the page.
 */
const FRESH_MINUTES = 5

/** The fields of an app's request. */
export const authorizeFields = {
  client_id: v.string(),
  redirect_uri: v.string(),
  response_type: v.string(),
  scopes: v.array(v.string()),
  prompt: optionalText,
  resources: v.optional(v.array(v.string())),
  max_age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  login_hint: optionalText,
  code_challenge_method: optionalText,
}

/** What an app's request can have beside the fields of every consent page. */
interface Further {
  /** The servers at which the app wants to use its tokens (RFC 8707). */
  resources?: string[]
  /**
   * How long ago the visitor may have signed in, in seconds (OpenID Connect Core, section 3.1.2.1).
   */
  max_age?: number
  /** Whom the app wants to sign in: an id, an email address or a phone number. */
  login_hint?: string
  /** How the challenge was made (RFC 7636): only `S256` is supported. Default: that. */
  code_challenge_method?: string
}

/** The fields of the visitor's decision. */
export const submitFields = {
  ...authorizeFields,
  consent_granted: v.boolean(),
  code_challenge: v.optional(codeChallenge),
  state: optionalText,
  nonce: optionalText,
  resource: v.optional(v.array(v.string())),
}

export const logoutBody = v.object({
  client_id: v.optional(v.string(), ''),
  post_logout_redirect_uri: v.string(),
  id_token_hint: optionalText,
  state: optionalText,
})

const prompts = ['login', 'consent', 'select_account'] as const

/**
 * Reads what an app wants the visitor to be asked. `none` excludes all others (OpenID Connect Core,
 * section 3.1.2.1).
 */
const readPrompt = (prompt = '') => {
  const values = new Set(prompt.split(' ').filter(Boolean))
  const none = values.has('none')
  if (none && values.size > 1) refuse('oidc_prompt_none_must_be_exclusive')
  if (!none && ![...values].every((value) => (prompts as readonly string[]).includes(value))) refuse('invalid_argument')
  return { none, asks: (what: (typeof prompts)[number]) => values.has(what) }
}

/** Whether an app means this subject. Pure. */
const isNamed = ({ id, claims: { email, phone } }: Subject, hint: string) =>
  [id, email.email, phone.phone_number].some((name) => typeof name === 'string' && name.toLowerCase() === hint.toLowerCase())

/** Who decides on an app's request. */
interface Decider {
  subject: Subject
  /** When they last proved who they are, in milliseconds since the epoch. */
  authenticationTime: number
  /** Whether their organization lets its members use the app. Default: always. */
  allows?: (client: Client) => boolean
}

/** When a visitor last proved who they are, in milliseconds since the epoch. */
export const authenticationTime = (factors: { last_authenticated_at: string }[]) =>
  Math.max(...factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at)))

/**
 * The app for which an id token was issued, as the token itself says. Whether the project has
 * issued it is checked with that.
 */
const audienceOf = (token: string | undefined) => {
  try {
    const { aud } = decodeJwt(token ?? '')
    return Array.isArray(aud) ? aud[0] : aud
  } catch {
    return undefined
  }
}

/** Creates the rules of the consent page. */
export const createConsent = ({
  clock,
  project,
  connectedApps,
  clientDocuments,
  authorizations,
}: BaseParts & { clientDocuments: ClientDocuments; authorizations: Authorizations }) => {
  const read = async (
    {
      client_id,
      redirect_uri,
      response_type,
      scopes,
      prompt,
      resources = [],
      max_age,
      login_hint,
      code_challenge_method,
    }: AuthorizeRequest & Further,
    { subject, authenticationTime, allows = () => true }: Decider,
  ) => {
    const client = (await clientDocuments.asking(client_id)) ?? refuse('connected_app_not_found')
    if (!allows(client)) refuse('connected_app_not_allowed_for_org')
    if (!allowsRedirect(client.redirect_uris, redirect_uri)) refuse('connected_app_invalid_redirect_url')
    const { none, asks } = readPrompt(prompt)
    const grantable = scopes.filter((scope) => isGrantable(scope, subject, project.rbac_policy, client))
    const earlier = connectedApps.grantOf(subject.id, client_id)
    const grantedScopes = earlier?.scopes ?? []
    const opensMore = !resources.every((resource) => earlier?.resources?.includes(resource))
    // The host's own apps ask for one scope only.
    const requestedScopes = !isFirstParty(client)
      ? grantable
      : grantable.filter((scope) => scope === 'offline_access' && !client.bypass_consent_for_offline_access)
    const needsConsent = isFirstParty(client)
      ? !requestedScopes.every((scope) => grantedScopes.includes(scope))
      : asks('consent') || grantedScopes.length === 0 || opensMore || !requestedScopes.every((scope) => grantedScopes.includes(scope))
    // The API has no way to make visitors prove again who they are, or choose an account. So if the
    // proof is not recent, the app receives the error of OpenID Connect Core, section 3.1.2.6.
    const age = clock.now() - authenticationTime
    const stale = age > FRESH_MINUTES * 60_000
    // OpenID Connect Core, section 3.1.2.1: 0 means the same as `prompt=login`.
    const tooOld = max_age === 0 ? stale : max_age !== undefined && age > max_age * 1000
    const isSomebodyElse = none && Boolean(login_hint) && !isNamed(subject, login_hint!)
    const reasons: [boolean, string][] = [
      // RFC 6749, section 4.1.2.1: once the redirect URI is known to be the app's, the app hears
      // what is wrong.
      [response_type !== 'code', 'unsupported_response_type'],
      // RFC 7636, section 4.4.1
      [code_challenge_method !== undefined && code_challenge_method !== 'S256', 'invalid_request'],
      [!resources.every(isResource), 'invalid_target'],
      [(stale && asks('login')) || tooOld || isSomebodyElse, 'login_required'],
      [stale && asks('select_account'), 'account_selection_required'],
      [none && needsConsent, 'consent_required'],
    ]
    const error = reasons.find(([applies]) => applies)?.[1]
    // If the request ends with an error, the visitor is not asked: the page goes on to submit,
    // whose answer carries the error to the app.
    return { client, grantable, error, consent_required: needsConsent && !error }
  }

  return {
    /** Says which app asks for what, and whether the visitor has to be asked. */
    start: async (body: AuthorizeRequest & Further, decider: Decider) => {
      const { client, grantable, consent_required } = await read(body, decider)
      const { client_id, client_name, client_description, client_type, logo_url } = client
      return {
        consent_required,
        client: { client_id, client_name, client_description, client_type, client_logo_url: logo_url },
        scope_results: body.scopes.map((scope) => ({
          scope,
          description: project.rbac_policy?.scopes?.find((entry) => entry.scope === scope)?.description ?? standardScopes[scope] ?? '',
          is_grantable: grantable.includes(scope),
        })),
      }
    },

    /**
     * Records the visitor's decision, and says where to send them. `issuer` is named in every
     * answer to the app (RFC 9207).
     */
    submit: async (
      { resource, ...rest }: AuthorizeSubmit & Further,
      decider: Decider,
      issuer: string,
    ): Promise<{ redirect_uri: string; authorization_code?: string }> => {
      const body = { ...rest, resources: rest.resources ?? resource }
      const { client, grantable, error, consent_required } = await read(body, decider)
      const { redirect_uri, state, nonce, code_challenge, resources = [] } = body
      const withState = (parameters: Record<string, string>) =>
        withParameters(redirect_uri, { ...parameters, ...(state !== undefined && { state }), iss: issuer })
      if (error) return { redirect_uri: withState({ error }) }
      // The client grants what needs no consent, and so continues without asking the visitor
      // (docs/internals/protocol.md#identity-provider-requests).
      if (consent_required && !body.consent_granted) return { redirect_uri: withState({ error: 'access_denied' }) }
      if (isPublic(client) && !code_challenge) refuse('pkce_required_for_idp_authorization_flow')
      const { client_id } = client
      const { grant_id } = connectedApps.grant(decider.subject.id, client_id, grantable, resources)
      const authorization_code = authorizations.begin({
        subject: decider.subject.id,
        client_id,
        grant_id,
        scopes: grantable,
        resources: [...new Set(resources)],
        redirect_uri,
        code_challenge,
        nonce,
        auth_time: Math.floor(decider.authenticationTime / 1000),
      })
      return { redirect_uri: withState({ code: authorization_code }), authorization_code }
    },

    /**
     * Says where an app's log-out leads, and whether the visitor, who can be nobody, has to confirm
     * it.
     */
    logout: async (
      { client_id: requestedId, post_logout_redirect_uri, id_token_hint, state }: Omit<LogoutRequest, 'client_id'> & { client_id?: string },
      subject: string | undefined,
    ) => {
      // OpenID Connect RP-Initiated Logout, section 2: optional, if the hint says whose it is
      const client_id = requestedId || audienceOf(id_token_hint) || ''
      const client = connectedApps.client(client_id) ?? refuse('connected_app_not_found')
      if (!client.post_logout_redirect_uris.includes(post_logout_redirect_uri)) refuse('connected_app_invalid_redirect_url')
      const hint = id_token_hint === undefined ? undefined : await authorizations.subjectOfIdToken(id_token_hint, client_id)
      return {
        redirect_uri: state === undefined ? post_logout_redirect_uri : withParameters(post_logout_redirect_uri, { state }),
        // OpenID Connect RP-Initiated Logout, section 2: ask, unless the hint proves that the app
        // knows whose session it ends.
        consent_required: hint === undefined || hint !== subject,
      }
    },
  }
}

export type Consent = ReturnType<typeof createConsent>
