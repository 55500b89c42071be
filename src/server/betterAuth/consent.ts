import type { AuthorizeRequest } from '../../api/idp.ts'
import { refusal } from '../bridge/refusals.ts'
import type { Asker, AskingBackend, AuthAnswer } from './ask.ts'
import { proven, rows, text } from './entities.ts'
import type { AuthOffers } from './auth.ts'
import { has } from './offers.ts'
import { APPS_PATH } from './plugin/paths.ts'

type ConsentQuestion = Pick<AuthorizeRequest, 'client_id' | 'scopes' | 'prompt' | 'resources'>

type AppRequest = AuthorizeRequest & { state?: string; nonce?: string; code_challenge?: string }

/** The scopes that Better Auth's provider knows unless the host names others. */
const usualScopes = ['openid', 'profile', 'email', 'offline_access']

/** A log-in that is older than this does not satisfy an app that asks for a new one. */
const NEW_LOG_IN_MS = 5 * 60_000

/**
 * Creates the calls for consent to other apps, and for the apps that have it. Better Auth signs the
 * request between its two steps, so there is no state here.
 */
export const consent = (offers: AuthOffers): Pick<AskingBackend, 'idp' | 'connectedApps'> => {
  // without ours, an app that is removed would keep its tokens
  if (!has(offers, 'oauth-provider') || !has(offers, 'latchkey')) return {}
  const clientOf = async ({ ask }: Asker, client_id: string) => {
    const client = await ask('GET /oauth2/public-client', { query: { client_id } }).catch((error) => {
      throw error?.status === 404 ? refusal('invalid_client') : error
    })
    return {
      client_id,
      client_name: text(client.client_name),
      client_description: '',
      client_type: 'third_party',
      logo: text(client.logo_uri),
    }
  }

  const consentsOf = async ({ ask }: Asker) => rows(await ask('GET /oauth2/get-consents'))

  /** Sends an app's request to Better Auth. */
  const authorize = (asker: Asker, body: AppRequest, prompt: string | undefined): Promise<AuthAnswer> =>
    asker.try('GET /oauth2/authorize', {
      query: {
        client_id: body.client_id,
        redirect_uri: body.redirect_uri,
        response_type: body.response_type,
        scope: body.scopes.join(' '),
        state: body.state,
        nonce: body.nonce,
        code_challenge: body.code_challenge,
        code_challenge_method: body.code_challenge && 'S256',
        resource: body.resources,
        prompt,
      },
    })

  /** Returns whether a URL leads back to the app, and not to a page of Better Auth's. */
  const leadsTo = (url: string, redirectUri: string, { base }: Asker): boolean => {
    const page = (at: string) => (({ protocol, host, pathname }) => protocol + host + pathname)(new URL(at))
    return URL.canParse(url) && URL.canParse(redirectUri) && page(url) === page(redirectUri) && !url.startsWith(base)
  }

  /**
   * Returns whether a URL is that of the consent page, with the request that Better Auth has
   * signed.
   */
  const isQuestion = (location: string, { base }: Asker): boolean =>
    URL.canParse(location, base) && new URL(location, base).searchParams.has('sig')

  const covers = (grant: unknown, scopes: readonly string[]) => scopes.every((one) => Array.isArray(grant) && grant.includes(one))

  const isConsentRequired = async (asker: Asker, { client_id, scopes, resources = [], prompt = '' }: ConsentQuestion) => {
    if (prompt.split(' ').includes('consent')) return true
    const consents = (await consentsOf(asker)).filter(({ clientId }) => clientId === client_id)
    return !consents.some((one) => covers(one.scopes, scopes) && covers(one.resources ?? [], resources))
  }

  return {
    idp: {
      async oauthApp({ oauth_query }, { ask }) {
        // Better Auth checks its signature of the query, but not that the app is the one in it
        const client_id = new URLSearchParams(oauth_query).get('client_id') ?? ''
        const client = await ask('POST /oauth2/public-client-prelogin', { body: { client_id, oauth_query } })
        return { client: { client_id, client_name: text(client.client_name) } }
      },
      async oauthAuthorizeStart(body, asker) {
        const { user_id, user, session } = await proven(asker)
        if (body.prompt?.split(' ').includes('login') && Date.now() - Date.parse(session.started_at) > NEW_LOG_IN_MS)
          throw refusal('login_required')
        const { logo, ...client } = await clientOf(asker, body.client_id)
        const { location = '' } = await authorize(asker, body, 'consent')
        if (!leadsTo(location, body.redirect_uri, asker) && !isQuestion(location, asker)) throw refusal('invalid_client')
        const grantable = offers.scopes ?? usualScopes
        return {
          user_id,
          user,
          consent_required: await isConsentRequired(asker, body),
          client: { ...client, ...(logo && { client_logo_url: logo }) },
          scope_results: body.scopes.map((scope) => ({ scope, description: '', is_grantable: grantable.includes(scope) })),
        }
      },
      async oauthAuthorizeSubmit(decision, asker) {
        const body = { ...decision, resources: decision.resources ?? decision.resource }
        await proven(asker)
        const isRequired = await isConsentRequired(asker, body)
        const { location = '' } = await authorize(asker, body, isRequired ? 'consent' : undefined)
        if (leadsTo(location, body.redirect_uri, asker)) return { redirect_uri: location }
        if (!isRequired || !isQuestion(location, asker)) throw refusal('invalid_client')
        const { search } = new URL(location, asker.base)
        const answer = await asker.ask('POST /oauth2/consent', { body: { accept: body.consent_granted, oauth_query: search.slice(1) } })
        const redirect_uri = text(answer.url) || text(answer.redirect_uri)
        if (!leadsTo(redirect_uri, body.redirect_uri, asker)) throw refusal('invalid_client')
        return { redirect_uri }
      },
    },
    connectedApps: {
      async list(_, asker) {
        const grants = rows(await asker.ask(`GET ${APPS_PATH}`))
        const ids = [...new Set(grants.map(({ clientId }) => text(clientId)))]
        const connected_apps = await Promise.all(
          ids.slice(0, 100).map(async (connected_app_id) => {
            const client = await clientOf(asker, connected_app_id).catch(() => undefined)
            const theirs = grants.filter(({ clientId }) => clientId === connected_app_id)
            const all = (name: string) => [...new Set(theirs.flatMap((grant) => (Array.isArray(grant[name]) ? grant[name].map(text) : [])))]
            const granted_at = text(theirs[0]?.createdAt)
            return {
              connected_app_id,
              name: client?.client_name ?? '',
              description: '',
              client_type: 'third_party',
              scopes_granted: all('scopes').join(' '),
              ...(theirs.some(({ resources }) => Array.isArray(resources)) && { resources: all('resources') }),
              ...(granted_at && { granted_at }),
            }
          }),
        )
        return { connected_apps }
      },
      async revoke(_, asker) {
        await asker.ask(`POST ${APPS_PATH}/remove`, { body: { clientId: asker.visit.params.id } })
        return {}
      },
    },
  }
}
