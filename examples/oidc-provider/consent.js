import { refusal } from 'latchkey/bridge'
import { database } from './database.js'
import { answer, store } from './logIn.js'
import { grantOf, provider, resources } from './provider.js'
import { baseURL } from './settings.js'

/** An app that asks for a new log-in refuses one that is older than this, in ms. */
const NEW_LOG_IN = 5 * 60_000

const words = {
  openid: 'See who you are',
  email: 'See your email address',
  profile: 'See your name',
  offline_access: 'Stay allowed until you remove it',
  'notes:read': 'Read your notes',
  'notes:write': 'Add notes',
  'photos:read': 'See your photos',
}

const consents = {
  put: database.prepare('INSERT OR REPLACE INTO consents (person, client, grant_id, resources, at) VALUES (?, ?, ?, ?, ?)'),
  of: database.prepare('SELECT client, grant_id, resources, at FROM consents WHERE person = ? ORDER BY at DESC'),
  remove: database.prepare('DELETE FROM consents WHERE person = ? AND client = ?'),
}

const signedIn = async ({ request }, prompt = '') => {
  const found = await answer.sessionOf(request)
  if (!found) throw refusal('session_not_found')
  // an app would take the address for the visitor's
  if (!found.user.emails[0].verified) throw refusal('email_verification_required')
  const isOld = Date.now() - Date.parse(found.session.started_at) > NEW_LOG_IN
  if (prompt.split(' ').includes('login') && isOld) throw refusal('login_required')
  return found
}

/**
 * Names the row that says that nobody has to be asked. Only right after that may a decision have no
 * consent: otherwise that is a denial, also if the visitor has allowed the app elsewhere.
 */
const unaskedKey = ({ session }, { client_id, redirect_uri, scopes, resources }) =>
  `unasked:${JSON.stringify([session.session_id, client_id, redirect_uri, scopes, resources ?? []])}`

/** The app of a request, if it may have its visitors sent back there. */
const appOf = async ({ client_id, redirect_uri }) => {
  const client = await provider.Client.find(client_id).catch(() => undefined)
  if (!client?.redirectUriAllowed(redirect_uri)) throw refusal('invalid_client')
  return client
}

const scopesOf = (resource) => (Object.hasOwn(resources, resource) ? resources[resource].split(' ') : [])

/** The scopes of a request, by what they are for. */
const partsOf = ({ scopes, resources: asked = [] }) => [
  { scopes: scopes.filter((one) => ['openid', 'email', 'profile', 'offline_access'].includes(one)) },
  ...asked.map((resource) => ({ resource, scopes: scopes.filter((one) => scopesOf(resource).includes(one)) })),
]

/** The servers that a visitor has allowed an app. The provider forgets those that have no scope. */
const resourcesOf = (personId, clientId) =>
  JSON.parse(consents.of.all(personId).find(({ client }) => client === clientId)?.resources ?? '[]')

const covers = (grant, allowed, request) =>
  !!grant &&
  partsOf(request).every(({ resource, scopes }) => {
    const granted = (resource ? grant.getResourceScope(resource) : grant.getOIDCScope()).split(' ')
    return scopes.every((one) => granted.includes(one)) && (!resource || allowed.includes(resource))
  })

/** Asks the provider on the visitor's behalf. */
const ask = async (url, cookies, { request }) => {
  // without the session of the provider itself
  const product = (request.headers.get('cookie') ?? '').split('; ').filter((pair) => pair && !/^_(?:session|interaction|grant)/.test(pair))
  const response = await fetch(url, { redirect: 'manual', headers: { cookie: [...product, ...cookies].join('; ') } })
  const location = response.headers.get('location')
  return {
    cookies: response.headers.getSetCookie().map((line) => line.split(';')[0]),
    location: location ? new URL(location, url).href : '',
  }
}

/** Where the browser is sent, which has to be the app. */
const leadingTo = (location, { redirect_uri }) => {
  const page = (url) => (({ protocol, host, pathname }) => protocol + host + pathname)(new URL(url))
  if (!location || page(location) !== page(redirect_uri)) throw refusal('invalid_client')
  return { redirect_uri: location }
}

const submit = async (decision, visit) => {
  const asked = { ...decision, resources: decision.resources ?? decision.resource ?? [] }
  const found = await signedIn(visit, asked.prompt)
  const { user_id } = found
  const client = await appOf(asked)
  const grant = await grantOf(user_id, client.clientId)
  const before = resourcesOf(user_id, client.clientId)
  const isUnasked = !decision.consent_granted && (await store.take(unaskedKey(found, asked)))
  const needsConsent = !isUnasked || !covers(grant, before, asked)
  const url = new URL(`${baseURL}/oidc/auth`)
  for (const name of ['client_id', 'redirect_uri', 'response_type', 'state', 'nonce', 'code_challenge'])
    if (decision[name]) url.searchParams.set(name, decision[name])
  if (decision.code_challenge) url.searchParams.set('code_challenge_method', 'S256')
  url.searchParams.set('scope', decision.scopes.join(' '))
  for (const resource of asked.resources) url.searchParams.append('resource', resource)
  if (needsConsent) url.searchParams.set('prompt', 'consent')
  const begun = await ask(url, [], visit)
  const uid = begun.cookies.map((cookie) => /^_interaction_resume=(.+)/.exec(cookie)?.[1]).find(Boolean)
  const interaction = uid && (await provider.Interaction.find(uid))
  // a code, or an error of the provider's
  if (!interaction) return leadingTo(begun.location, asked)
  if (decision.consent_granted) {
    const allowed = grant ?? new provider.Grant({ accountId: user_id, clientId: client.clientId })
    for (const { resource, scopes } of partsOf(asked)) {
      if (resource) allowed.addResourceScope(resource, scopes.join(' '))
      else allowed.addOIDCScope(scopes.join(' '))
    }
    const grantId = await allowed.save()
    consents.put.run(user_id, client.clientId, grantId, JSON.stringify([...new Set([...before, ...asked.resources])]), Date.now())
    interaction.result = { consent: { grantId } }
  } else interaction.result = { error: 'access_denied', error_description: 'The visitor has not allowed it' }
  await interaction.persist()
  const { location } = await ask(interaction.returnTo, begun.cookies, visit)
  return leadingTo(location, asked)
}

/** The consent to other apps, and the apps that have it. */
export const apps = {
  idp: {
    async oauthAuthorizeStart(request, visit) {
      const found = await signedIn(visit, request.prompt)
      const { user_id, user } = found
      const client = await appOf(request)
      const grantable = partsOf(request).flatMap(({ scopes }) => scopes)
      const consent_required =
        !covers(await grantOf(user_id, client.clientId), resourcesOf(user_id, client.clientId), request) ||
        !!request.prompt?.includes('consent')
      if (!consent_required) await store.put(unaskedKey(found, request), '1', Date.now() + 60_000)
      return {
        user_id,
        user,
        consent_required,
        client: {
          client_id: client.clientId,
          client_name: client.clientName ?? '',
          client_description: '',
          client_type: 'third_party',
          ...(client.logoUri && { client_logo_url: client.logoUri }),
        },
        scope_results: request.scopes.map((scope) => ({ scope, description: words[scope] ?? '', is_grantable: grantable.includes(scope) })),
      }
    },
    oauthAuthorizeSubmit: submit,
  },
  connectedApps: {
    async list(_, visit) {
      const { user_id } = await signedIn(visit)
      const found = consents.of.all(user_id).map(async ({ client: connected_app_id, grant_id, resources: servers, at }) => {
        const grant = await provider.Grant.find(grant_id)
        const client = await provider.Client.find(connected_app_id).catch(() => undefined)
        const scopes = [grant?.getOIDCScope(), ...Object.keys(grant?.resources ?? {}).map((one) => grant.getResourceScope(one))]
        return {
          connected_app_id,
          name: client?.clientName ?? '',
          description: '',
          client_type: 'third_party',
          scopes_granted: scopes.filter(Boolean).join(' '),
          resources: JSON.parse(servers),
          granted_at: new Date(at).toISOString(),
        }
      })
      return { connected_apps: await Promise.all(found) }
    },
    async revoke(_, visit) {
      const { user_id } = await signedIn(visit)
      const grant = await grantOf(user_id, visit.params.id)
      if (!consents.remove.run(user_id, visit.params.id).changes) throw refusal('connected_app_not_found')
      if (!grant) return {}
      for (const model of ['AuthorizationCode', 'AccessToken', 'RefreshToken']) await provider[model].revokeByGrantId(grant.jti)
      await grant.destroy()
      return {}
    },
  },
}
