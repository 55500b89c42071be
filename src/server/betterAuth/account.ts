import type { AuthorizeRequest } from '../../api/idp.ts'
import { refusal } from '../bridge/refusals.ts'
import { optionsOf, pluginOf, type Auth } from './auth.ts'
import type { Asker, AskingBackend, Json } from './ask.ts'
import { passkeyDomain, passkeyOf, rows, signedIn, text } from './entities.ts'

/**
 * Passkeys. Better Auth makes and verifies the challenges; its options and the credentials pass
 * unchanged.
 */
export const passkeys = (auth: Auth): AskingBackend['webauthn'] =>
  pluginOf(auth, 'passkey') && {
    async registerStart({ authenticator_type, override_name }, asker) {
      const { user_id } = await signedIn(asker)
      const authenticatorAttachment =
        authenticator_type === 'platform' || authenticator_type === 'cross-platform' ? authenticator_type : undefined
      const options = await asker.ask('GET /passkey/generate-register-options', { query: { authenticatorAttachment, name: override_name } })
      return { user_id, public_key_credential_creation_options: JSON.stringify(options) }
    },
    async register({ public_key_credential }, asker) {
      const { id } = await asker.ask('POST /passkey/verify-registration', { body: { response: JSON.parse(public_key_credential) as Json } })
      return { ...(await signedIn(asker)), webauthn_registration_id: text(id) }
    },
    async authenticateStart(_, { ask }) {
      const options = await ask('GET /passkey/generate-authenticate-options')
      return { public_key_credential_request_options: JSON.stringify(options) }
    },
    async authenticate({ public_key_credential }, asker) {
      await asker.ask('POST /passkey/verify-authentication', { body: { response: JSON.parse(public_key_credential) as Json } })
      return { ...(await signedIn(asker)), webauthn_registration_id: '' }
    },
    async update({ name }, asker) {
      const { passkey } = await asker.ask('POST /passkey/update-passkey', {
        body: { id: asker.visit.params.webauthn_registration_id, name },
      })
      return { webauthn_registration: passkeyOf(passkey as Json, passkeyDomain(asker)) }
    },
  }

/** The session, and what the signed-in user can see and change. */
export const account = (auth: Auth): Pick<AskingBackend, 'sessions' | 'users'> => {
  const change = async (asker: Asker, route: string, body: Json) => {
    await asker.ask(`POST ${route}`, { body })
    const { user_id, user: __user } = await signedIn(asker)
    return { user_id, __user }
  }
  return {
    sessions: {
      authenticate: (_, asker) => signedIn(asker),
      async revoke(_, { ask }) {
        await ask('POST /sign-out', { body: {} })
        return {}
      },
    },
    users: {
      me: async (_, asker) => (await signedIn(asker)).user,
      async update({ name }, asker) {
        const parts: Json = { ...(await signedIn(asker)).user.name, ...name }
        const full = ['first_name', 'middle_name', 'last_name'].map((part) => text(parts[part]).trim()).filter(Boolean)
        const answer = await change(asker, '/update-user', { name: full.join(' ').slice(0, 300) })
        const { emails, phone_numbers, crypto_wallets } = answer.__user
        return { ...answer, emails, phone_numbers, crypto_wallets }
      },
      deleteOAuthRegistration: (_, asker) => change(asker, '/unlink-account', { accountId: asker.visit.params.id }),
      deleteWebauthnRegistration:
        pluginOf(auth, 'passkey') && ((_, asker) => change(asker, '/passkey/delete-passkey', { id: asker.visit.params.id })),
    },
  }
}

type ConsentQuestion = Pick<AuthorizeRequest, 'client_id' | 'scopes' | 'prompt' | 'resources'>

/** The scopes that Better Auth's provider knows unless the host names others. */
const usualScopes = ['openid', 'profile', 'email', 'offline_access']

/** A log-in that is older than this does not satisfy an app that asks for a new one. */
const NEW_LOG_IN_MS = 5 * 60_000

/**
 * Ends what an app has from a user. Better Auth keeps it when the consent is deleted, so that the
 * app could get new tokens for a month.
 */
const endTokens = async (auth: Auth, user_id: string, client_id: string) => {
  const where = Object.entries({ userId: user_id, clientId: client_id }).map(([field, value]) => ({ field, value }))
  const { adapter } = await auth.$context
  // an access token names the refresh token that it came with
  for (const model of ['oauthAccessToken', 'oauthRefreshToken']) await adapter.deleteMany({ model, where })
}

/**
 * The consent to other apps, and the apps that have it. Better Auth signs the request between its
 * two steps, so there is no state here.
 */
export const consent = (auth: Auth): Pick<AskingBackend, 'idp' | 'connectedApps'> => {
  if (!pluginOf(auth, 'oauth-provider')) return {}
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

  const covers = (grant: unknown, scopes: readonly string[]) => scopes.every((one) => Array.isArray(grant) && grant.includes(one))

  const isConsentRequired = async (asker: Asker, { client_id, scopes, resources = [], prompt = '' }: ConsentQuestion) => {
    if (prompt.split(' ').includes('consent')) return true
    const consents = (await consentsOf(asker)).filter(({ clientId }) => clientId === client_id)
    return !consents.some((one) => covers(one.scopes, scopes) && covers(one.resources ?? [], resources))
  }

  return {
    idp: {
      async oauthAuthorizeStart(body, asker) {
        const { user_id, user, session } = await signedIn(asker)
        if (body.prompt?.split(' ').includes('login') && Date.now() - Date.parse(session.started_at) > NEW_LOG_IN_MS)
          throw refusal('login_required')
        const { logo, ...client } = await clientOf(asker, body.client_id)
        const ownScopes = optionsOf(auth, 'oauth-provider').scopes
        const grantable = Array.isArray(ownScopes) ? ownScopes : usualScopes
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
        await signedIn(asker)
        const isRequired = await isConsentRequired(asker, body)
        const { location = '' } = await asker.try('GET /oauth2/authorize', {
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
            prompt: isRequired ? 'consent' : undefined,
          },
        })
        const leadsBack = (url: string) => URL.canParse(url) && url.startsWith(body.redirect_uri)
        if (leadsBack(location)) return { redirect_uri: location }
        const { search = '', searchParams } = URL.canParse(location, asker.base) ? new URL(location, asker.base) : {}
        if (!isRequired || !searchParams?.has('sig')) throw refusal('invalid_client')
        const answer = await asker.ask('POST /oauth2/consent', { body: { accept: body.consent_granted, oauth_query: search.slice(1) } })
        const redirect_uri = text(answer.url) || text(answer.redirect_uri)
        if (!leadsBack(redirect_uri)) throw refusal('invalid_client')
        return { redirect_uri }
      },
    },
    connectedApps: {
      async list(_, asker) {
        const consents = await consentsOf(asker)
        const connected_apps = await Promise.all(
          consents.slice(0, 100).map(async ({ clientId, scopes, resources, createdAt }) => {
            const client = await clientOf(asker, text(clientId)).catch(() => undefined)
            return {
              connected_app_id: text(clientId),
              name: client?.client_name ?? '',
              description: '',
              client_type: 'third_party',
              scopes_granted: Array.isArray(scopes) ? scopes.join(' ') : '',
              ...(Array.isArray(resources) && { resources: resources.map(text) }),
              ...(text(createdAt) && { granted_at: text(createdAt) }),
            }
          }),
        )
        return { connected_apps }
      },
      async revoke(_, asker) {
        const { user_id } = await signedIn(asker)
        const client_id = asker.visit.params.id ?? ''
        const theirs = (await consentsOf(asker)).filter(({ clientId }) => clientId === client_id)
        if (!theirs[0]) throw refusal('connected_app_not_found')
        await endTokens(auth, user_id, client_id)
        for (const { id } of theirs) await asker.ask('POST /oauth2/delete-consent', { body: { id: text(id) } })
        return {}
      },
    },
  }
}
