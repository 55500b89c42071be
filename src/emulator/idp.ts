/** The project as an identity provider for other apps: consent, codes, tokens, logout (RFC 6749, RFC 7636, OpenID Connect). */
import * as v from 'valibot'
import * as api from '../api/idp.ts'
import type { AuthorizeRequest } from '../api/idp.ts'
import type { RbacPolicy } from '../api/bootstrap.ts'
import type { Session, User } from '../api/entities.ts'
import type { Clock } from './clock.ts'
import type { Client, ConnectedApps } from './connectedApps.ts'
import { createExpiring, randomToken, type Expiring } from './expiring.ts'
import { codeChallenge } from './fields.ts'
import { challengeOf } from './pkce.ts'
import type { Project } from './project.ts'
import { withParameters } from './redirects.ts'
import { refuse } from './refusal.ts'
import type { PageRequest, Router } from './router.ts'
import type { Sessions } from './sessions.ts'
import type { Signer } from './signer.ts'

/** The scopes that every project has, each with a description of what it lets an app do. */
const standardScopes: Record<string, string> = {
  openid: 'Know who you are',
  profile: 'See your name and picture',
  email: 'See your email address',
  phone: 'See your phone number',
  full_access: 'Do everything that you can do',
  offline_access: 'Stay connected while you are away',
}

/** RFC 6749, section 4.1.2 recommends ten at most. */
const CODE_MINUTES = 10
const ACCESS_TOKEN_MINUTES = 60

/**
 * How recent a sign-in must be to count as made for this request, and as the visitor's choice of an account. The API does not tell when a request
 * reached the page.
 */
const FRESH_MINUTES = 5

/** Access tokens of apps, by their `jti`. `grant` is the consent under which a token was issued. */
export type AccessTokens = Expiring<{ user: User; client_id: string; grant: object }>

/** An authorization code and what it was issued for. */
interface Code {
  user: User
  client: Client
  redirect_uri: string
  scopes: string[]
  /** The consent under which it was issued. */
  grant: object
  challenge?: string
  nonce?: string
  /** Ids of the access tokens that it was exchanged for. */
  issued: string[]
}

/**
 * Whether a user can grant this scope to an app: a standard scope always; a scope of the policy if the user's roles have all of its permissions.
 * Pure.
 */
export const isGrantable = (scope: string, user: Pick<User, 'roles'>, policy: RbacPolicy | null | undefined) => {
  if (Object.hasOwn(standardScopes, scope)) return true
  const known = policy?.scopes?.find((entry) => entry.scope === scope)
  if (!known) return false
  const held = (policy?.roles ?? []).filter(({ role_id }) => user.roles.includes(role_id)).flatMap(({ permissions }) => permissions)
  const holds = (resource: string, action: string) =>
    held.some(({ resource_id, actions }) => resource_id === resource && (actions.includes(action) || actions.includes('*')))
  return (known.permissions ?? []).every(({ resource_id, actions }) => actions.every((action) => holds(resource_id, action)))
}

const prompts = ['login', 'consent', 'select_account'] as const

/** Reads what an app wants the visitor to be asked. `none` excludes all others (OpenID Connect Core, section 3.1.2.1). */
const readPrompt = (prompt = '') => {
  const values = new Set(prompt.split(' ').filter(Boolean))
  const none = values.has('none')
  if (none && values.size > 1) refuse('oidc_prompt_none_must_be_exclusive')
  if (!none && ![...values].every((value) => (prompts as readonly string[]).includes(value))) refuse('invalid_argument')
  return { none, asks: (what: (typeof prompts)[number]) => values.has(what) }
}

const optionalText = v.optional(v.string())

const authorize = {
  client_id: v.string(),
  redirect_uri: v.string(),
  response_type: v.string(),
  scopes: v.array(v.string()),
  prompt: optionalText,
}

const submit = v.object({
  ...authorize,
  consent_granted: v.boolean(),
  code_challenge: v.optional(codeChallenge),
  state: optionalText,
  nonce: optionalText,
})

const logout = v.object({ client_id: v.string(), post_logout_redirect_uri: v.string(), id_token_hint: optionalText, state: optionalText })

/** An error of the token endpoint (RFC 6749, section 5.2). */
const tokenError = (error: string, error_description: string, status = 400) =>
  Response.json({ error, error_description }, { status, headers: { 'Cache-Control': 'no-store' } })

interface Needs {
  clock: Clock
  project: Project
  sessions: Sessions
  signer: Signer
  connectedApps: ConnectedApps
  accessTokens: AccessTokens
}

/** Serves the consent page's calls, the logout and the token endpoint. */
export const serveIdp = ({ on, page }: Router, { clock, project, sessions, signer, connectedApps, accessTokens }: Needs) => {
  const codes = createExpiring<Code>(clock)
  /** Codes that were exchanged, kept for as long as they would have been valid. */
  const spentCodes = createExpiring<Code>(clock)

  const read = (
    { client_id, redirect_uri, response_type, scopes, prompt }: AuthorizeRequest,
    { user, session }: { user: User; session: Session },
  ) => {
    const client = connectedApps.client(client_id) ?? refuse('connected_app_not_found')
    if (!client.redirect_uris.includes(redirect_uri)) refuse('connected_app_invalid_redirect_url')
    if (response_type !== 'code') refuse('unsupported_response_type')
    const { none, asks } = readPrompt(prompt)
    const grantable = scopes.filter((scope) => isGrantable(scope, user, project.rbac_policy))
    const granted = connectedApps.grantOf(user, client_id)?.scopes ?? []
    const unconsented =
      !client.client_type.startsWith('first_party') &&
      (asks('consent') || !grantable.every((scope) => granted.includes(scope)) || granted.length === 0)
    // When the visitor last proved who they are. The API has no way to make them do that again or choose an account. So if the proof is not recent,
    // the app receives the error of OpenID Connect Core, section 3.1.2.6.
    const signedIn = Math.max(...session.authentication_factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at)))
    const stale = clock.now() - signedIn > FRESH_MINUTES * 60_000
    const error =
      stale && asks('login')
        ? 'login_required'
        : stale && asks('select_account')
          ? 'account_selection_required'
          : none && unconsented
            ? 'consent_required'
            : undefined
    // If the request ends with an error, the visitor is not asked: the page goes on to submit, whose answer carries the error to the app.
    return { client, grantable, error, consent_required: unconsented && !error }
  }

  on(api.oauthAuthorizeStart, v.object(authorize), (body, request) => {
    const { user, session } = sessions.required(request)
    const { client, grantable, consent_required } = read(body, { user, session })
    const { client_id, client_name, client_description, client_type, logo_url } = client
    return {
      user_id: user.user_id,
      user,
      consent_required,
      client: { client_id, client_name, client_description, client_type, client_logo_url: logo_url },
      scope_results: body.scopes.map((scope) => ({
        scope,
        description: project.rbac_policy?.scopes?.find((entry) => entry.scope === scope)?.description ?? standardScopes[scope] ?? '',
        is_grantable: grantable.includes(scope),
      })),
    }
  })

  on(api.oauthAuthorizeSubmit, submit, (body, request) => {
    const { user, session } = sessions.required(request)
    const { client, grantable, error, consent_required } = read(body, { user, session })
    const { redirect_uri, state, nonce, code_challenge } = body
    const withState = (parameters: Record<string, string>) =>
      withParameters(redirect_uri, { ...parameters, ...(state !== undefined && { state }) })
    if (error) return { redirect_uri: withState({ error }) }
    // The client grants what needs no consent, and so continues without asking the visitor (docs/protocol.md#identity-provider-requests).
    if (consent_required && !body.consent_granted) return { redirect_uri: withState({ error: 'access_denied' }) }
    if (client.client_type.endsWith('_public') && !code_challenge) refuse('pkce_required_for_idp_authorization_flow')
    const grant = connectedApps.grant(user, client.client_id, grantable)
    const authorization_code = randomToken()
    codes.put(
      authorization_code,
      { user, client, redirect_uri, scopes: grantable, grant, challenge: code_challenge, nonce, issued: [] },
      CODE_MINUTES,
    )
    return { redirect_uri: withState({ code: authorization_code }), authorization_code }
  })

  on(api.oauthLogoutStart, logout, async ({ client_id, post_logout_redirect_uri, id_token_hint, state }, request) => {
    const client = connectedApps.client(client_id) ?? refuse('connected_app_not_found')
    if (!client.post_logout_redirect_uris.includes(post_logout_redirect_uri)) refuse('connected_app_invalid_redirect_url')
    const hint = id_token_hint === undefined ? undefined : await signer.read(id_token_hint, { audience: client_id })
    // OpenID Connect RP-Initiated Logout, section 2: ask, unless the hint proves that the app knows whose session it ends.
    const consent_required = hint === undefined || hint.sub !== sessions.optional(request)?.user.user_id
    return {
      redirect_uri: state === undefined ? post_logout_redirect_uri : withParameters(post_logout_redirect_uri, { state }),
      consent_required,
    }
  })

  const tokenEndpoint = async (request: PageRequest) => {
    const form = new URLSearchParams(await request.text())
    const text = (name: string) => form.get(name) ?? ''
    if (text('grant_type') !== 'authorization_code') return tokenError('unsupported_grant_type', 'grant_type must be authorization_code.')
    const client = connectedApps.client(text('client_id'))
    if (!client) return tokenError('invalid_client', 'There is no such client.', 401)
    const isPublic = client.client_type.endsWith('_public')
    if (!isPublic && text('client_secret') !== client.client_secret) return tokenError('invalid_client', 'The client_secret is wrong.', 401)

    const replayed = spentCodes.find(text('code'))
    if (replayed) {
      // RFC 6749, section 4.1.2: a code that is presented twice was stolen, so the tokens that were issued for it are revoked.
      for (const id of replayed.issued) accessTokens.spend(id)
      return tokenError('invalid_grant', 'The code was already used, so its tokens are revoked.')
    }
    const code = codes.find(text('code'))
    if (!code || code.client.client_id !== client.client_id)
      return tokenError('invalid_grant', 'The code is unknown, has expired or belongs to another client.')
    if (code.redirect_uri !== text('redirect_uri'))
      return tokenError('invalid_grant', 'redirect_uri differs from the one for which the code was issued.')
    const verifier = text('code_verifier')
    if (code.challenge ? (await challengeOf(verifier)) !== code.challenge : verifier !== '') {
      return tokenError('invalid_grant', 'The PKCE code_verifier does not belong to the code_challenge.')
    }
    if (!codes.find(text('code'))) return tokenError('invalid_grant', 'Another request used the code at the same moment.')
    codes.spend(text('code'))
    spentCodes.put(text('code'), code, CODE_MINUTES)

    const { user, scopes, grant, nonce } = code
    const jti = crypto.randomUUID()
    code.issued.push(jti)
    accessTokens.put(jti, { user, client_id: client.client_id, grant }, ACCESS_TOKEN_MINUTES)
    const subject = user.user_id
    const scope = scopes.join(' ')
    const access_token = await signer.sign({ scope, client_id: client.client_id, jti }, { subject, minutes: ACCESS_TOKEN_MINUTES })
    const [email] = user.emails
    const id_token = await signer.sign(
      { nonce, ...(scopes.includes('email') && email && { email: email.email, email_verified: email.verified }) },
      { subject, audience: client.client_id, minutes: ACCESS_TOKEN_MINUTES },
    )
    return Response.json(
      { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_MINUTES * 60, scope, ...(scopes.includes('openid') && { id_token }) },
      { headers: { 'Cache-Control': 'no-store' } },
    )
  }
  for (const path of ['/v1/oauth2/token', '/v1/public/:project_id/oauth2/token']) page(`POST ${path}`, tokenEndpoint)
}
