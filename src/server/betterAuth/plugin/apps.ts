import { optionsOf, type Row } from '../auth.ts'
import { encodeBytes } from '../links.ts'
import { denial, hasFailed, hook, signedInUser, textOf, type Call, type Hook, type Rows } from './context.ts'
import { endCodes } from './proof.ts'

const ofApp = (userId: string, clientId: string) => [
  { field: 'userId', value: userId },
  { field: 'clientId', value: clientId },
]

/**
 * Ends the tokens of an app, and the codes that it has not redeemed. Better Auth keeps both when
 * the consent is deleted.
 */
export const endAppAccess = async (context: Rows, userId: string, clientId: string): Promise<void> => {
  await endCodes(context, userId, clientId)
  // an access token names the refresh token that it came with
  for (const model of ['oauthAccessToken', 'oauthRefreshToken']) await context.adapter.deleteMany({ model, where: ofApp(userId, clientId) })
  // of the device flow, whose rows name an app of the OAuth provider in a field of its own
  const device = context.tables.deviceCode as { fields: object } | undefined
  for (const field of ['clientId', 'oauthClientId'])
    if (device && field in device.fields)
      await context.adapter.deleteMany({
        model: 'deviceCode',
        where: [
          { field: 'userId', value: userId },
          { field, value: clientId },
        ],
      })
}

/**
 * Finds what apps have: the consents, and the refresh tokens, which can allow more than a newer
 * consent.
 */
const grantsOf = async ({ adapter, tables }: Rows, userId: string): Promise<Row[]> => {
  const all = async (model: string) => {
    const query = { model, where: [{ field: 'userId', value: userId }] }
    // without a limit, Better Auth finds 100, of which each may have been replaced by a newer one
    return model in tables ? adapter.findMany({ ...query, limit: await adapter.count(query) }) : []
  }
  const tokens = await all('oauthRefreshToken')
  return [
    ...(await all('oauthConsent')),
    ...tokens.filter(({ revoked, expiresAt }) => !revoked && Number(new Date(expiresAt as string)) > Date.now()),
  ]
}

const nobody = () => Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })

/** Answers which apps the user of a call has let in. */
export const listApps = async (call: Call): Promise<Response> => {
  const user = await signedInUser(call)
  if (!user) return nobody()
  const grants = await grantsOf(call.context, user.id)
  return Response.json(grants.map(({ clientId, scopes, resources, createdAt }) => ({ clientId, scopes, resources, createdAt })))
}

/** Ends what an app has of the user of a call. */
export const removeApp = async (call: Call): Promise<Response> => {
  const user = await signedInUser(call)
  if (!user) return nobody()
  const clientId = textOf(call, 'clientId')
  const grants = await grantsOf(call.context, user.id)
  if (!grants.some((grant) => grant.clientId === clientId)) return Response.json({ code: 'LATCHKEY_APP_NOT_FOUND' }, { status: 404 })
  // in this order, an app that redeems a code meanwhile is found out below
  await call.context.adapter.deleteMany({ model: 'oauthConsent', where: ofApp(user.id, clientId) })
  await endAppAccess(call.context, user.id, clientId)
  return Response.json({ success: true })
}

/** What is read of the options of Better Auth's OAuth provider. */
interface ProviderOptions {
  storeTokens?: 'hashed' | { hash: (token: string, type: string) => Promise<string> }
  prefix?: { refreshToken?: string }
  formatRefreshToken?: { decrypt?: (token: string) => Promise<{ token: string }> | { token: string } }
}

/** Returns a token as the provider's tables have it. */
const storedToken = async ({ storeTokens }: ProviderOptions, token: string, type: string): Promise<string> => {
  if (typeof storeTokens === 'object') return storeTokens.hash(token, type)
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return encodeBytes(bytes)
}

/** What a user has granted: in a code that an app redeems, in a refresh token, or on a device. */
interface Grant {
  userId: string
  clientId: string
  /** When it was made. */
  createdAt?: unknown
  /** Whether it is of the device flow, where the user approves without a consent. */
  isDevice?: true
  /** The servers that the consent named. */
  resources?: unknown
}

/** Finds the grant of a code. The endpoint spends the code, so this runs before it. */
const grantOfCode = async ({ context }: Call, code: string, options: ProviderOptions): Promise<Grant | undefined> => {
  const row = await context.internalAdapter.findVerificationValue(await storedToken(options, code, 'authorization_code'))
  try {
    const { userId, query, resource } = JSON.parse(row?.value ?? '') as { userId?: string; query?: Row; resource?: unknown[] }
    const resources = resource?.length ? resource : query?.resource
    return userId ? { userId, clientId: query?.client_id as string, createdAt: row?.createdAt, resources } : undefined
  } catch {
    return undefined
  }
}

const grantOfRefresh = async ({ context }: Call, token: string, options: ProviderOptions): Promise<Grant | undefined> => {
  const bare = token.replace(options.prefix?.refreshToken ?? '', '')
  const { token: own } = (await options.formatRefreshToken?.decrypt?.(bare)) ?? { token: bare }
  const where = [{ field: 'token', value: await storedToken(options, own, 'refresh_token') }]
  return ((await context.adapter.findOne({ model: 'oauthRefreshToken', where })) as Grant | null) ?? undefined
}

const grantOfDevice = async ({ context }: Call, code: string): Promise<Grant | undefined> => {
  if (!('deviceCode' in context.tables)) return undefined
  const row = await context.adapter.findOne({ model: 'deviceCode', where: [{ field: 'deviceCode', value: code }] })
  const { userId, oauthClientId: clientId, resources } = (row ?? {}) as unknown as Grant & { oauthClientId?: string }
  return userId && clientId ? { userId, clientId, resources, isDevice: true } : undefined
}

/** How far the clocks of two processes may be apart, in ms. Dates of apps are whole seconds. */
const SKEW = 2000

/**
 * Returns whether a user still lets an app in, or the host does so for everybody. A grant that was
 * made before every consent that is there, or without a date, belongs to one that the user has
 * taken back.
 */
const mayHaveTokens = async ({ context: { adapter } }: Call, { userId, clientId, createdAt, isDevice }: Grant): Promise<boolean> => {
  if (isDevice) return true
  const client = await adapter.findOne({ model: 'oauthClient', where: [{ field: 'clientId', value: clientId }] })
  if (client?.skipConsent === true) return true
  const time = (date: unknown) => Number(new Date((date ?? '') as string))
  const consents = await adapter.findMany({ model: 'oauthConsent', where: ofApp(userId, clientId) })
  return consents.some((consent) => time(createdAt) + SKEW >= time(consent.createdAt))
}

const noGrant = () => denial('BAD_REQUEST', { error: 'invalid_grant', error_description: 'The user has removed this app.' })

const isToken = (path: string) => path === '/oauth2/token'

const registrations = ['/oauth2/register', '/oauth2/create-client', '/oauth2/update-client']

/** Hooks for what apps ask Better Auth's OAuth provider for. */
export const appHooks = (hasEndedMeanwhile: (userId: string, call: Call) => Promise<boolean>): { before: Hook[]; after: Hook } => {
  /** The grants that are being redeemed, by the body of their call. */
  const grants = new WeakMap<object, Grant[]>()
  return {
    before: [
      hook(isToken, async (call) => {
        const options = optionsOf(call.context, 'oauth-provider') as ProviderOptions
        // a request may have several, whatever its grant type says
        const [code, refresh, device] = ['code', 'refresh_token', 'device_code'].map((name) => textOf(call, name))
        const found = [
          code && (await grantOfCode(call, code, options)),
          refresh && (await grantOfRefresh(call, refresh, options)),
          device && (await grantOfDevice(call, device)),
        ]
        const all = found.filter((grant) => typeof grant === 'object')
        grants.set(call.body as object, all)
        for (const grant of all) {
          if (!(await mayHaveTokens(call, grant))) throw noGrant()
          // With no resource at consent, Better Auth would take any (RFC 8707, section 2.2).
          // Version 1.6 keeps none with a consent.
          const namesNone = 'resources' in call.context.tables.oauthConsent!.fields && [grant.resources ?? []].flat().length === 0
          if (namesNone && (call.body as Row).resource !== undefined)
            throw denial('BAD_REQUEST', { error: 'invalid_target', error_description: 'The consent named no resource.' })
        }
      }),
      hook(
        (path) => registrations.includes(path),
        async ({ body }) => {
          // the server itself would call it, and its name may lead to a private address by then
          const { update, ...all } = (body ?? {}) as Row & { update?: Row }
          if ('backchannel_logout_uri' in { ...update, ...all })
            throw denial('BAD_REQUEST', {
              error: 'invalid_client_metadata',
              error_description: 'backchannel_logout_uri is for apps that the host itself creates.',
            })
        },
      ),
    ],
    // the user may have removed the app, or ended all access, while its tokens were made
    after: hook(isToken, async (call) => {
      for (const grant of hasFailed(call) ? [] : (grants.get(call.body as object) ?? [])) {
        if ((await mayHaveTokens(call, grant)) && !(await hasEndedMeanwhile(grant.userId, call))) continue
        await endAppAccess(call.context, grant.userId, grant.clientId)
        throw noGrant()
      }
    }),
  }
}
