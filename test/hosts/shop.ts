/**
 * Better Auth with every way in that the bridge can offer, in this process or another one, and
 * another provider. Its packages are those that the test has installed.
 */
import { TOTP, URI } from 'otpauth'
import { freePort } from '../harness/ports.ts'
import type { RemoteAuth } from '../../src/server/betterAuth/index.ts'
import type { BridgeUnderTest } from '../../src/tools/conformance/index.ts'
import { until } from '../chromium/visitors.ts'
import type { LinkedSite } from '../server/bridge/landings.ts'

export type Load = (name: string) => Promise<any>

/** The servers that apps may ask for access to. */
const RESOURCES: [string, string] = ['https://notes.example/mcp', 'https://files.example/mcp']

/** The origin of the pages. Nothing listens there. */
export const SHOP = 'https://shop.example'

/** Each visitor has an address of their own, whichever shop they are in. */
let visitors = 0

/**
 * A code counts once, and the one after the current one is good already. The one before can expire
 * while a slow machine sends it.
 */
export const nextCode = (app: TOTP): string => app.generate({ timestamp: Date.now() + 30_000 })

export const secret = 'a-secret-for-tests-that-is-long-enough-to-be-one-9f3b'

/**
 * An OpenID provider that is not ours. `signIn` signs somebody in at its pages, by default
 * somebody new, and resolves with where it sends the browser back to.
 */
export const startProvider = async (load: Load) => {
  const { default: Provider } = await load('oidc-provider')
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  // Better Auth 1.6 has the second one
  const callbacks = ['callback', 'oauth2/callback'].map((path) => `${SHOP}/api/auth/${path}/google`)
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'shop', client_secret: 'the-secret-of-the-shop', redirect_uris: callbacks }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: 'Ada Lovelace' }),
    }),
  })
  const server = provider.listen(port)
  return {
    issuer,
    async signIn(page: string, login = `ada${crypto.randomUUID().slice(0, 8)}`): Promise<string> {
      const open = createBrowser((request) => fetch(request))
      let at = await open(page)
      for (let step = 0; step < 12 && !at.location.startsWith(SHOP); step++) {
        const [, action] = /<form[^>]*action="([^"]+)"/.exec(at.text) ?? []
        const body = at.text.includes('name="login"') ? `prompt=login&login=${login}&password=x` : 'prompt=consent'
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        at = await (at.location ? open(at.location) : open(action!, { method: 'POST', headers, body }))
      }
      return at.location
    },
    close: () => server.close(),
  }
}

/** A browser of one site, with its cookies, that follows no redirect. */
export const createBrowser = (send: (request: Request) => Promise<Response>) => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  const open = async (address: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as Record<string, string>), ...(jar.size > 0 && { cookie: cookie() }) }
    const response = await send(new Request(address, { redirect: 'manual', ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    return { status: response.status, text: await response.text(), location: location ? new URL(location, address).href : '' }
  }
  return Object.assign(open, { cookie })
}

/** Options of the shop's Better Auth. The first three are merged with its own. */
export type ShopOptions = { passwords?: object; addresses?: object; advanced?: object } & Record<string, unknown>

/** Creates the shop's Better Auth on a database. `send` delivers its mails and messages. */
export const createAuth = async (
  load: Load,
  database: unknown,
  issuer: string,
  { passwords = {}, addresses = {}, advanced = {}, ...options }: ShopOptions,
  send: (to: string, text: string) => void,
) => {
  const names = ['better-auth', 'better-auth/plugins', 'better-auth/db/migration', '@better-auth/passkey', '@better-auth/oauth-provider']
  const [{ betterAuth }, plugins, { getMigrations }, { passkey }, { oauthProvider }] = await Promise.all(names.map(load))
  const { latchkey, widgetLink } = await load('latchkey/better-auth')
  const sendLink = async ({ user, email = user?.email, url }: any) => send(email, widgetLink(url))
  const auth = betterAuth({
    baseURL: SHOP,
    secret,
    logger: { level: 'error' },
    database,
    // names that no subdomain can set
    advanced: { useSecureCookies: false, cookiePrefix: '__Host-shop', defaultCookieAttributes: { secure: true }, ...advanced },
    rateLimit: { enabled: true, storage: 'database' },
    ...options,
    emailAndPassword: { enabled: true, sendResetPassword: sendLink, ...passwords },
    emailVerification: { autoSignInAfterVerification: true, sendVerificationEmail: sendLink, ...(options.emailVerification as object) },
    plugins: [
      latchkey(addresses),
      passkey({ rpName: 'Shop', origin: SHOP }),
      plugins.magicLink({ storeToken: 'hashed', sendMagicLink: sendLink }),
      plugins.emailOTP({ storeOTP: 'hashed', sendVerificationOTP: async ({ email, otp }: any) => send(email, `Your code is ${otp}.`) }),
      plugins.twoFactor({ issuer: 'Shop', otpOptions: { sendOTP: ({ user, otp }: any) => send(user.email, `Your code is ${otp}.`) } }),
      plugins.deviceAuthorization(),
      // as its plugin has them, which is no part of Better Auth
      {
        id: 'keys',
        schema: { apikey: { fields: { key: { type: 'string', required: true }, referenceId: { type: 'string', required: true } } } },
      },
      plugins.jwt(),
      oauthProvider({
        loginPage: '/consent',
        consentPage: '/consent',
        resources: RESOURCES,
        clientRegistrationDefaultResources: RESOURCES,
        silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
      }),
      plugins.phoneNumber({
        sendOTP: ({ phoneNumber, code }: any) => send(phoneNumber, `Your code is ${code}.`),
        sendPasswordResetOTP: ({ phoneNumber, code }: any) => send(phoneNumber, `Your code is ${code}.`),
        signUpOnVerification: { getTempEmail: (number: string) => `${number.slice(1)}@phone.invalid` },
      }),
      plugins.genericOAuth({
        config: [
          {
            providerId: 'google',
            clientId: 'shop',
            clientSecret: 'the-secret-of-the-shop',
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            scopes: ['openid', 'email', 'profile'],
          },
        ],
      }),
    ],
  })
  await (await getMigrations(auth.options)).runMigrations()
  return auth
}

/**
 * Creates the shop on a database. `passwords` and `addresses` are further options of Better Auth's
 * passwords and of the plugin `latchkey()`, `also` are further routes, and all others are options
 * of Better Auth. With `elsewhere`, the bridge asks a Better Auth in another process.
 */
export const createShop = async (
  load: Load,
  database: unknown,
  provider: Awaited<ReturnType<typeof startProvider>>,
  { also = [], ...options }: ShopOptions & { also?: string[] } = {},
  elsewhere?: (options: ShopOptions, send: (to: string, text: string) => void) => Promise<RemoteAuth>,
) => {
  const { authRoutes, bridge } = await load('latchkey/better-auth')
  const sent: { to: string; text: string }[] = []
  let held: Promise<void> | undefined
  /** Nobody waits for it. */
  const send = (to: string, text: string) =>
    void (async () => {
      await held
      sent.push({ to, text })
    })()
  const auth = await createAuth(load, database, provider.issuer, options, send)
  const reached = (await elsewhere?.(options, send)) ?? auth
  const answer = bridge(reached, { trustProxy: true })
  const routes = authRoutes(reached, { trustProxy: true, also: ['/two-factor/*', '/oauth2/create-client', '/update-user', ...also] })
  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/')) return answer(request)
    return pathname.startsWith('/api/auth/') ? routes(request) : ((await answer.land(request)) ?? new Response('A page.'))
  }
  /** A visitor, who opens URLs and sends calls. */
  const createVisitor = () => {
    const open = createBrowser(handle)
    const address = { 'x-forwarded-for': `203.0.${Math.floor(++visitors / 250) % 250}.${visitors % 250}` }
    return {
      open,
      cookie: open.cookie,
      /** Gets JSON from a path. */
      async get(path: string) {
        const { status, text } = await open(SHOP + path, { headers: { ...address, origin: SHOP, 'x-sdk-client': 'e30=' } })
        return { status, json: JSON.parse(text) }
      },
      /** Sends JSON to a path. */
      async post(path: string, body: object) {
        const headers = { ...address, origin: SHOP, 'content-type': 'application/json', 'x-sdk-client': 'e30=' }
        const { status, text } = await open(SHOP + path, { method: 'POST', headers, body: JSON.stringify(body) })
        return { status, json: JSON.parse(text) }
      },
    }
  }
  /** Makes a user with a password, whose address is confirmed. */
  const signUp = async () => {
    const [email, password] = [`${crypto.randomUUID()}@example.com`, `Horse-${crypto.randomUUID()}`]
    const visitor = createVisitor()
    const call = (path: string, body: object) => visitor.post(`/auth/sdk/v1${path}`, { ...body, session_duration_minutes: 60 })
    await call('/passwords', { email, password })
    const { method_id } = (await call('/otps/email/send/secondary', { email })).json.data
    await call('/otps/authenticate', { method_id, token: /\d{6}/.exec(sent.filter(({ to }) => to === email).at(-1)!.text)![0] })
    return { email, password, visitor }
  }

  const read = new Set<object>()
  const bridgeUnderTest: BridgeUnderTest = {
    url: `${SHOP}/auth`,
    page: `${SHOP}/login`,
    fetch: handle,
    offers: {
      links: true,
      emailCodes: true,
      textCodes: true,
      passwords: true,
      passkeys: true,
      socialSignIn: { provider: 'google', signIn: provider.signIn },
      async secondFactor() {
        const { email, password, visitor } = await signUp()
        const { json } = await visitor.post('/api/auth/two-factor/enable', { password })
        const app = URI.parse(json.totpURI) as TOTP
        await visitor.post('/api/auth/two-factor/verify-totp', { code: app.generate() })
        return { email, password, code: () => nextCode(app), recoveryCode: json.backupCodes[0] }
      },
      async consent() {
        const { visitor } = await signUp()
        const redirect_uri = 'https://app.example/callback'
        const client = { client_name: 'An app', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }
        const { json } = await visitor.post('/api/auth/oauth2/create-client', client)
        const redeem = async (code: string, code_verifier: string) => {
          const body = new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: json.client_id,
            redirect_uri,
            code,
            code_verifier,
          })
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          const { status } = await createVisitor().open(`${SHOP}/api/auth/oauth2/token`, { method: 'POST', headers, body: body.toString() })
          return status === 200
        }
        return { client_id: json.client_id, redirect_uri, redeem, authorize: `${SHOP}/api/auth/oauth2/authorize` }
      },
      resources: RESOURCES,
    },
    async message(to) {
      const next = () => sent.find((message) => message.to === to && !read.has(message))
      await until(() => !!next(), `a message to ${to}`)
      const message = next()!
      read.add(message)
      return message.text
    },
    holdMails() {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => {
        held = undefined
        release()
      }
    },
    headersOf: (visitor) => ({ 'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}` }),
  }
  return { auth, sent, createVisitor, handle, bridge: bridgeUnderTest }
}

/** Two servers of a shop on one database, for the tests of landings. */
export const createSite = async (create: () => ReturnType<typeof createShop>): Promise<LinkedSite> => {
  const [shop, other] = [await create(), await create()]
  return {
    servers: [shop.handle, other.handle],
    origin: SHOP,
    linkTo: (email) => Promise.resolve(shop.bridge.message!(email)),
    async whenExpired(run) {
      const { adapter } = await shop.auth.$context
      const where = [{ field: 'expiresAt', operator: 'gt', value: new Date() }]
      await adapter.updateMany({ model: 'verification', where, update: { expiresAt: new Date(0) } })
      await run()
    },
  }
}
