import { html } from 'hono/html'
import * as v from 'valibot'
import * as api from '../../../api/oauth.ts'
import { oauthProviders } from '../../../api/oauthProviders.ts'
import type { User } from '../../../api/entities.ts'
import { isTestToken } from '../requests/authorization.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, emailAddress, sessionDuration } from '../requests/fields.ts'
import { htmlPage } from '../standIns/pages.ts'
import { findProven } from './pkce.ts'
import type { Project } from '../state/project.ts'
import { redirectUrl, tokenLink, withParameters } from './redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { texts } from '../state/storeMap.ts'
import { serveAccountChoice, TOKEN_MINUTES } from '../standIns/accountChoice.ts'
import { searchForm, type Accounts } from '../standIns/accounts.ts'
import type { BaseParts } from '../baseParts.ts'

/** The OAuth providers, by their name in URLs, and their names in a user's `provider_type`. */
const providers: Record<string, string> = oauthProviders

/**
 * The name of an OAuth provider in a user's `provider_type`, by its name in URLs. Refuses an
 * unknown one.
 */
const requireProvider = (name: string) => (Object.hasOwn(providers, name) ? providers[name]! : refuse('oauth_config_not_found'))

/** A person's account at an OAuth provider. */
export interface OAuthAccount {
  /** The provider's name in the API: `Google`, `GitHub`. */
  provider_type: string
  /** The account's id at that provider. */
  provider_subject: string
  /** Default: none. */
  profile_picture_url?: string
  /** Default: `en`. */
  locale?: string
}

/** Creates the schema of an account at one of these OAuth providers. */
export const accountAt = (names: Record<string, string>): v.GenericSchema<unknown, OAuthAccount> =>
  v.strictObject({
    provider_type: v.picklist(Object.values(names)),
    provider_subject: v.string(),
    profile_picture_url: v.optional(v.string()),
    locale: v.optional(v.string()),
  })

export const userAccount = accountAt(providers)

/** Returns the entry in a user's `providers` for this account. */
export const oauthEntry = ({
  provider_type,
  provider_subject,
  profile_picture_url = '',
  locale = 'en',
}: OAuthAccount): User['providers'][number] => ({
  oauth_user_registration_id: `oauth-user-test-${crypto.randomUUID()}`,
  provider_type,
  provider_subject,
  profile_picture_url,
  locale,
})

/** What a browser takes along to the page of the OAuth provider. */
interface OAuthFlow {
  name: string
  login: string
  signup: string
  scopes: string[]
  challenge?: string
  /**
   * The user to whom the account is attached, whatever its address. Default: the owner of the
   * address, or a new user.
   */
  attachedTo?: User
}

/** A sign-in that is complete at the OAuth provider and waits for its token to be redeemed. */
interface OAuthSignIn extends OAuthFlow {
  user: User
  subject: string
}

/** The scopes that every sign-in requests. */
export const standardScopes = ['openid', 'email', 'profile']

/** Returns the scopes that an app requests, according to the query of the URL. */
export const scopesOf = (query: URLSearchParams) => [
  ...new Set([...standardScopes, ...(query.get('custom_scopes') ?? '').split(' ').filter(Boolean)]),
]

const entryOf = (user: User, name: string, subject: string) =>
  user.providers.find(({ provider_type, provider_subject }) => provider_type === name && provider_subject === subject)

/** Completes sign-ins for the stand-in pages, and keeps each until its token is spent. */
export const createOAuthSignIns = ({ clock, project, users, stores, removeUnproven }: BaseParts) => {
  const signIns = createExpiring<OAuthSignIn>(clock)
  /** By token: which user attaches an account at which provider. */
  const attachments = createExpiring<{ user: User; name: string }>(clock)
  const subjects = stores.map('oauth_subjects', texts)
  return {
    find: signIns.find,
    spend: signIns.spend,
    /**
     * Returns a token with which the start page attaches an account at this OAuth provider to a
     * user.
     */
    attach: (user: User, provider: string) => {
      const token = randomToken()
      attachments.put(token, { user, name: requireProvider(provider) }, TOKEN_MINUTES)
      return token
    },
    /**
     * Returns the user to whom a token attaches an account at this OAuth provider, and spends it.
     */
    takeAttachment: (token: string, name: string) => {
      const attachment = attachments.find(token)
      if (attachment?.name !== name) return refuse('invalid_oauth_attach_token')
      attachments.spend(token)
      return attachment.user
    },
    /**
     * Takes the token with which a visitor comes back, once, and returns who it is and how they
     * proved it.
     */
    authenticate: async (token: string, code_verifier: string | undefined) => {
      const find = () => signIns.find(token) ?? refuse('oauth_token_not_found')
      const { user, subject, name, scopes } = await findProven(find, code_verifier)
      signIns.spend(token)
      const registration = entryOf(user, name, subject) ?? refuse('oauth_user_registration_not_found')
      const proof = {
        type: 'oauth',
        delivery_method: `oauth_${name.toLowerCase()}`,
        [`${name.toLowerCase()}_oauth_factor`]: { id: registration.oauth_user_registration_id, provider_subject: subject, email_id: '' },
      }
      return { user, proof, registration, provider_values: providerValues(clock, scopes) }
    },
    /** Sets the account that the stand-in uses for this email address. */
    setSubject: ({ provider_type, provider_subject }: OAuthAccount, email: string) => {
      subjects.set(`${provider_type} ${email}`, provider_subject)
    },
    /**
     * Returns the id of the account with this email address at the OAuth provider: the one that was
     * set, or else one derived from the address.
     */
    subjectOf: (name: string, email: string) => subjects.get(`${name} ${email}`) ?? `${name.toLowerCase()}|${email}`,
    /**
     * Trusts the OAuth provider that the address belongs to the visitor. Returns the URL to which
     * the browser goes, with the token.
     */
    completeSignIn: (flow: OAuthFlow, email: string, subject: string) => {
      const owner = users.withEmail(email)
      const attachedTo = flow.attachedTo && users.requireById(flow.attachedTo.user_id)
      const holder = attachedTo ?? owner ?? users.withOAuth(flow.name, subject)
      const user = holder ?? users.create()
      if (!owner || owner === user) {
        removeUnproven(user, email, Boolean(attachedTo))
        users.verifyEmail(user, email)
      }
      if (!entryOf(user, flow.name, subject)) user.providers.push(oauthEntry({ provider_type: flow.name, provider_subject: subject }))
      const token = randomToken()
      signIns.put(token, { ...flow, user, subject }, TOKEN_MINUTES)
      return tokenLink(project, holder ? flow.login : flow.signup, { token, type: 'oauth' })
    },
  }
}

export type OAuthSignIns = ReturnType<typeof createOAuthSignIns>

interface ConsentPage {
  /** The name of the OAuth provider. */
  name: string
  project: Project
  /** Where the page sends the choice. */
  address: string
  accounts: Accounts
  /** The query of the page's own URL. */
  query: URLSearchParams
}

/**
 * The page of an OAuth provider: the visitor chooses an account and allows or denies access. A
 * browser whose visitor denies returns with an error (RFC 6749, section 4.1.2.1).
 */
export const consentPage = ({ name, project, address, accounts, query }: ConsentPage) => {
  const app = project.project_name ?? 'The app'
  // `provider_*` parameters are meant for the OAuth provider; this is the one that the stand-in
  // uses.
  const hint = query.get('provider_login_hint') ?? ''
  return htmlPage({
    title: `Log in with ${name}`,
    body: html`<h1>Log in with ${name}</h1>
<p>This page stands in for ${name}. ${app} asks for <b>${scopesOf(query).join(', ')}</b>. Who do you want to be?</p>
${searchForm(accounts, address)}
<ul>${accounts.addresses.map((email) => html`<li><a href="${address}?email=${encodeURIComponent(email)}">Allow as ${email}</a></li>`)}</ul>
<form action="${address}">
  <label>Someone else <input type="email" name="email" required value="${hint}" autocomplete="off"></label>
  <button>Allow</button>
</form>
<ul>
  <li><a href="${address}?error=access_denied">Deny</a></li>
  <li><a href="${address}?error=server_error">Fail, as if ${name} had an error</a></li>
</ul>`,
  })
}

/**
 * Returns the URL to which a browser goes after the page: `landing` with the chosen email address,
 * or the app's `login` with an error.
 */
export const returnToApp = (choice: URLSearchParams, login: string, landing: (email: string) => string) => {
  const error = choice.get('error')
  if (error === null) return landing(v.parse(emailAddress, choice.get('email') ?? ''))
  return withParameters(login, { error: error === 'access_denied' ? error : 'server_error' })
}

/** The tokens with which an app can call the OAuth provider. */
export const providerValues = (clock: Clock, scopes: string[]) => ({
  access_token: randomToken(),
  refresh_token: randomToken(),
  id_token: '',
  scopes,
  expires_at: timestamp(clock.now() + 3_600_000),
})

const authentication = v.object({ token: v.string(), code_verifier: v.optional(v.string()), session_duration_minutes: sessionDuration })

export const serveOAuth = (
  router: Router,
  { clock, project, users, sessions, oauthSignIns }: BaseParts & { oauthSignIns: OAuthSignIns },
) => {
  const { on, page } = router
  const choose = serveAccountChoice<OAuthFlow & { query: string }>(router, {
    clock,
    path: '/v1/public/oauth/callback',
    addressesOf: () => users.addresses(),
    pageOf: ({ name, query }, accounts, address) => consentPage({ name, project, address, accounts, query: new URLSearchParams(query) }),
    land: (flow, choice) =>
      returnToApp(choice, flow.login, (email) => oauthSignIns.completeSignIn(flow, email, oauthSignIns.subjectOf(flow.name, email))),
  })

  page('GET /v1/public/oauth/:provider/start', (request) => {
    const { provider = '' } = request.params
    const query = new URL(request.url).searchParams
    if (!project.backend && !isTestToken(query.get('public_token') ?? '')) refuse('unauthorized_credentials')
    const name = requireProvider(provider)
    const challenge = query.get('code_challenge')
    const attachToken = query.get('oauth_attach_token')
    if (project.pkce_required_for_oauth && !challenge) refuse('invalid_pkce_code_challenge')
    const flow = {
      name,
      query: String(query),
      login: redirectUrl(query.get('login_redirect_url') ?? undefined, project, request),
      signup: redirectUrl(query.get('signup_redirect_url') ?? undefined, project, request),
      scopes: scopesOf(query),
      challenge: challenge === null ? undefined : v.parse(codeChallenge, challenge),
      attachedTo: attachToken === null ? undefined : oauthSignIns.takeAttachment(attachToken, name),
    }
    return choose(flow, request.basePath)
  })

  on(api.attach, v.object({ provider: v.string() }), ({ provider }, request) => ({
    oauth_attach_token: oauthSignIns.attach(sessions.require(request).user, provider),
  }))

  on(api.authenticate, authentication, async ({ token, code_verifier, session_duration_minutes }, request) => {
    const { user, proof, registration, provider_values } = await oauthSignIns.authenticate(token, code_verifier)
    const { provider_subject, provider_type, profile_picture_url, locale } = registration
    return {
      provider_subject,
      provider_type,
      profile_picture_url,
      locale,
      provider_values,
      ...(await sessions.signIn(request, user, proof, session_duration_minutes)),
    }
  })
}
