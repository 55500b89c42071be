import Provider, { errors } from 'oidc-provider'
import { Adapter, database, secrets } from './database.js'
import { answer, loginTsOf, person } from './logIn.js'
import { baseURL } from './settings.js'

/** The servers that apps may ask for access to (RFC 8707), with their scopes. */
export const resources = {
  [`${baseURL}/api/notes`]: 'notes:read notes:write',
  [`${baseURL}/api/photos`]: 'photos:read',
}

/** The apps that you know. With OPEN_REGISTRATION=1, others register themselves. */
const clients = [
  {
    client_id: 'calendar',
    client_name: 'Calendar',
    client_secret: process.env.CALENDAR_SECRET ?? 'for-this-example-only',
    redirect_uris: [process.env.CALENDAR_URL ?? 'http://localhost:3001/callback'],
    post_logout_redirect_uris: [new URL('/', process.env.CALENDAR_URL ?? 'http://localhost:3001').href],
    grant_types: ['authorization_code', 'refresh_token'],
  },
]

/** Every `name: value` of a request, of which `resource` may come several times. */
const queryOf = (params) => {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(params)) for (const value of [values ?? []].flat()) query.append(name, value)
  return query
}

const consentOf = database.prepare('SELECT grant_id FROM consents WHERE person = ? AND client = ?')

/** Finds what a visitor has allowed an app. */
export const grantOf = async (personId, clientId) => {
  const row = consentOf.get(personId, clientId)
  return row && provider.Grant.find(row.grant_id)
}

const logOutPage = (form) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Log out</title>
    <link rel="stylesheet" href="/page.css" />
  </head>
  <body><main><h1>Log out?</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button></main></body>
</html>`

export const provider = new Provider(`${baseURL}/oidc`, {
  adapter: Adapter,
  clients,
  // every ID token says when the visitor has logged in, so that an app can check its max_age
  clientDefaults: { require_auth_time: true },
  jwks: { keys: secrets.keys },
  cookies: { keys: [secrets.cookies] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  async findAccount(_, id) {
    const found = person(id)
    if (!found) return undefined
    const { email, emailVerified, name } = found
    return { accountId: id, claims: () => ({ sub: id, email, email_verified: emailVerified, name: name ?? undefined }) }
  },
  loadExistingGrant: ({ oidc }) => grantOf(oidc.session.accountId, oidc.client.clientId),
  // our page asks, whatever is missing: a log-in, a newer one, a consent
  interactions: { url: (_, { params }) => `/consent?${queryOf(params)}` },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: process.env.OPEN_REGISTRATION === '1' },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo(_, resource) {
        const scope = Object.hasOwn(resources, resource) && resources[resource]
        if (!scope) throw new errors.InvalidTarget()
        return { scope, audience: resource, accessTokenFormat: 'jwt' }
      },
      useGrantedResource: () => true,
    },
    rpInitiatedLogout: {
      logoutSource(ctx, form) {
        // browsers apply it to the redirect to the app, too
        const apps = (ctx.oidc.client?.postLogoutRedirectUris ?? []).map((uri) => new URL(uri).origin)
        ctx.set(
          'Content-Security-Policy',
          `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' ${apps.join(' ')}; frame-ancestors 'none'`,
        )
        ctx.body = logOutPage(form)
      },
    },
  },
})
// behind a proxy that sets X-Forwarded-Proto
provider.proxy = process.env.TRUST_PROXY === '1'

/**
 * The provider has a session of its own, which would outlive a log-out of the product: the next app
 * would get a code for the visitor before. So the product's session decides, whenever the
 * provider's is read.
 */
const { get } = provider.Session
provider.Session.get = async function (ctx) {
  const found = await get.call(this, ctx)
  const request = new Request(baseURL, { headers: { cookie: ctx.req.headers.cookie ?? '' } })
  const now = await answer.sessionOf(request)
  if (!found.accountId && !now) return found
  let session = found
  if (found.accountId && found.accountId !== now?.user_id) {
    await found.destroy()
    session = this.instantiate()
    ctx.oidc?.entity('Session', session)
  }
  const loginTs = now && loginTsOf(now.session)
  if (now && session.loginTs !== loginTs) {
    session.loginAccount({ accountId: now.user_id, loginTs })
    // it is written with the answer
    session.touched = true
  }
  return session
}

provider.use(async (ctx, next) => {
  await next()
  if (ctx.oidc?.route !== 'end_session_confirm' || !ctx.oidc.session.destroyed) return
  // an app has signed the visitor out
  const headers = { cookie: ctx.get('cookie'), origin: baseURL, 'x-sdk-client': 'log-out' }
  const answered = await answer(new Request(`${baseURL}/auth/sdk/v1/sessions/revoke`, { method: 'POST', headers }))
  ctx.append('Set-Cookie', answered.headers.getSetCookie())
})
