import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'

export const PROJECT = 'project-test-11111111-1111-4111-8111-111111111111'
/** The time of all tests that do not care about it, in ms. */
export const NOW = Date.parse('2030-01-01T00:00:00Z')
const seconds = NOW / 1000

export const SESSION = {
  id: 'session-test-1',
  started_at: '2029-12-31T23:50:00Z',
  last_accessed_at: '2029-12-31T23:59:00Z',
  expires_at: '2030-01-01T00:50:00Z',
  attributes: { ip_address: '127.0.0.1', user_agent: 'Test' },
  authentication_factors: [],
  roles: ['stytch_user'],
}

/** What the provider puts into the JWT of a user's session. */
export const userClaims = (): JWTPayload => ({
  iss: `stytch.com/${PROJECT}`,
  aud: [PROJECT],
  sub: 'user-test-1',
  iat: seconds - 60,
  nbf: seconds - 60,
  exp: seconds + 240,
  'https://stytch.com/session': SESSION,
})

/** The same for a member. */
export const memberClaims = (): JWTPayload => ({
  ...userClaims(),
  sub: 'member-test-1',
  'https://stytch.com/session': { ...SESSION, id: 'member-session-test-1' },
  'https://stytch.com/organization': { organization_id: 'organization-test-1', slug: 'acme' },
})

export interface Key {
  kid: string
  alg: string
  privateKey: CryptoKey
  jwk: JWK
}

export const createKey = async (kid: string, alg: 'RS256' | 'ES256' | 'ES384' = 'RS256'): Promise<Key> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

export const sign = ({ kid, alg, privateKey }: Key, claims: JWTPayload, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey)

export const base64url = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/**
 * A provider with these keys. `answer` replaces its answer. Its `fetch` notes the paths and counts.
 */
export const createIssuer = (...keys: Key[]) => {
  const issuer = {
    keys,
    calls: [] as string[],
    answer: undefined as ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined,
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      issuer.calls.push(`${init.method} ${new URL(url).pathname}`)
      return issuer.answer ? issuer.answer(url, init) : Response.json({ keys: issuer.keys.map(({ jwk }) => jwk) })
    },
    /** The options of a host. */
    options: { projectId: PROJECT, fetch: (url: string, init: RequestInit) => issuer.fetch(url, init), now: () => NOW },
  }
  return issuer
}

export const withCookie = (jwt: string, name = 'stytch_session_jwt') =>
  new Request('https://host.example/account', { headers: { Cookie: `theme=dark; ${name}=${jwt}` } })
