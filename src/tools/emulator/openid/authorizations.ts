/** What visitors have let apps do, and the codes and tokens that came of it. */
import { base64url, type JWTPayload } from 'jose'
import { isFirstParty, type Client } from './connectedApps.ts'
import { createExpiring, createSweep, randomToken, type Ending, type Expiring } from '../state/expiring.ts'
import { refuse } from '../requests/refusal.ts'
import { claimsFor } from './scopes.ts'
import { ORGANIZATION_CLAIM, type Subject } from './subjects.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseParts } from '../baseParts.ts'

/** RFC 6749, section 4.1.2 recommends ten at most. */
const CODE_MINUTES = 10
/** How long after it was issued an access token can begin a session. */
const EXCHANGE_SECONDS = 300
const ID_TOKEN_MINUTES = 60
/** The provider's lifetime: three months after its last use. */
const REFRESH_TOKEN_MINUTES = 90 * 24 * 60

/**
 * One answer of the consent page to an app. Its code and every token that comes from it are void as
 * soon as it is revoked.
 */
interface Authorization {
  /** The id of the user or the member. */
  subject: string
  client_id: string
  /** The consent under which it was made. When the visitor withdraws that, this is void. */
  grant_id: string
  scopes: string[]
  /** The servers for which its tokens are (RFC 8707). Older data files lack them. */
  resources?: string[]
  redirect_uri: string
  /** The PKCE challenge (RFC 7636). */
  code_challenge?: string
  nonce?: string
  /** When the visitor last proved who they are, in seconds since the epoch. */
  auth_time: number
  /**
   * When the last of its codes and tokens ends, in milliseconds since the epoch. Older data files
   * lack it.
   */
  until?: number
}

/** A code or a token that is kept here: what it came from. */
interface TokenRecord {
  authorization_id: string
  /** Its scopes, which can be fewer than those of the authorization (RFC 6749, section 6). */
  scopes: string[]
  /** Whether it was already redeemed. It is kept so that a second use is recognized. */
  spent: boolean
  /** When it was issued, in seconds since the epoch. */
  iat: number
  /** When it expires, in seconds since the epoch. */
  exp: number
}

/** A code or token that was found, with what it is for. */
interface TokenGrant extends TokenRecord {
  authorization: Authorization
  client: Client
  subject: Subject
}

/**
 * The answer of the token endpoint to an app (RFC 6749, section 5.1; OpenID Connect Core, section
 * 3.1.3.3).
 */
export interface Tokens {
  access_token: string
  token_type: 'bearer'
  /** In seconds. */
  expires_in: number
  /** Separated by spaces. */
  scope: string
  id_token?: string
  refresh_token?: string
}

/**
 * The left half of the SHA-256 of a token, for the claim `at_hash` (OpenID Connect Core, section
 * 3.1.3.6).
 */
const halfHash = async (token: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).subarray(0, 16))

export const createAuthorizations = ({ clock, connectedApps, subjects, tokenSigner, project_id, stores }: BaseParts) => {
  const authorizations = stores.map('authorizations', objects<Authorization>({ subject: 'string', client_id: 'string', scopes: 'list' }))
  const recordShape = objects<Ending<TokenRecord>>({ value: 'object', until: 'number' })
  const ends = createSweep(clock, authorizations, ({ until }) => until)
  const codes = createExpiring<TokenRecord>(clock)
  const refreshTokens = createExpiring<TokenRecord>(clock, stores.map('refresh_tokens', recordShape))
  /** By the claim `jti`. */
  const accessTokens = createExpiring<TokenRecord>(clock, stores.map('access_tokens', recordShape))

  const now = () => Math.floor(clock.now() / 1000)

  /**
   * Adds what a code or token is for. Undefined if the authorization, the consent, the app or
   * the account is gone.
   */
  const follow = (record: TokenRecord | undefined): TokenGrant | undefined => {
    const authorization = record && authorizations.get(record.authorization_id)
    const client = authorization && connectedApps.client(authorization.client_id)
    const subject = authorization && subjects.find(authorization.subject)
    if (!record || !client || !subject) return undefined
    return connectedApps.grantOf(subject.id, client.client_id)?.grant_id === authorization.grant_id
      ? { ...record, authorization, client, subject }
      : undefined
  }

  const lasts = (authorization_id: string, minutes: number) => {
    const authorization = authorizations.get(authorization_id)
    if (!authorization) return
    authorization.until = Math.max(authorization.until ?? 0, clock.now() + minutes * 60_000)
    ends.add(authorization.until)
  }

  /** Stores a code or a token for this many minutes. */
  const keep = (store: Expiring<TokenRecord>, key: string, authorization_id: string, scopes: string[], minutes: number) => {
    lasts(authorization_id, minutes)
    store.put(key, { authorization_id, scopes, spent: false, iat: now(), exp: now() + minutes * 60 }, minutes)
  }

  /**
   * Returns what an access token is for, with its claims. Undefined if it was not issued here,
   * has expired or was revoked.
   */
  const accessToken = async (token: string) => {
    const claims = await tokenSigner.read(token)
    const grant = claims?.jti === undefined ? undefined : follow(accessTokens.find(claims.jti))
    return claims && grant && { ...grant, claims }
  }

  const refreshToken = (token: string) => follow(refreshTokens.find(token))

  /**
   * Exchanges an access token for a session: returns the account, which `find` finds, and the
   * factor. A token counts once, within five minutes, with the scope `full_access`, and only from
   * an app of the project itself. Refuses any other, and says so if the visitor has withdrawn the
   * consent.
   */
  const exchange = async <Account>(token: string, find: (subject: string) => Account | undefined) => {
    const claims = await tokenSigner.read(token)
    const record = claims?.jti === undefined ? undefined : accessTokens.find(claims.jti)
    const { subject, client_id, grant_id } = (record && authorizations.get(record.authorization_id)) ?? refuse('idp_access_token_not_found')
    if (connectedApps.grantOf(subject, client_id)?.grant_id !== grant_id) refuse('connected_app_consent_revoked')
    const grant = follow(record)
    const account = grant && find(grant.subject.id)
    if (!record || !grant || !account) return refuse('idp_access_token_not_found')
    const mayExchange = isFirstParty(grant.client) && record.scopes.includes('full_access')
    if (!mayExchange || record.spent || now() - record.iat > EXCHANGE_SECONDS) return refuse('idp_access_token_not_exchangeable')
    record.spent = true
    const proof = {
      type: 'oauth_access_token_exchange',
      delivery_method: 'oauth_access_token_exchange',
      oauth_access_token_exchange_factor: { client_id: grant.client.client_id },
    }
    return { account, proof }
  }

  return {
    exchange,
    /** Records the visitor's consent and returns the code for the app. */
    begin: (authorization: Authorization) => {
      const id = crypto.randomUUID()
      ends.sweep()
      authorizations.set(id, authorization)
      const code = randomToken()
      keep(codes, code, id, authorization.scopes, CODE_MINUTES)
      return code
    },

    /**
     * Returns what a code is for, redeemed or not. Undefined if it is unknown, has expired or
     * was revoked.
     */
    code: (code: string) => follow(codes.find(code)),
    refreshToken,
    accessToken,

    /** Marks a code as redeemed. */
    spendCode: (code: string) => {
      const record = codes.find(code)
      if (record) record.spent = true
    },
    /** Marks a refresh token as replaced. */
    spendRefreshToken: (token: string) => {
      const record = refreshTokens.find(token)
      if (record) record.spent = true
    },
    /** Makes a refresh token last three months from now. */
    extendRefreshToken: (token: string) => {
      const record = refreshTokens.find(token)
      if (!record) return
      lasts(record.authorization_id, REFRESH_TOKEN_MINUTES)
      refreshTokens.put(token, { ...record, exp: now() + REFRESH_TOKEN_MINUTES * 60 }, REFRESH_TOKEN_MINUTES)
    },
    revokeAccessToken: (jti: string) => {
      accessTokens.spend(jti)
    },
    /** Revokes an authorization, with its code and all of its tokens. */
    revoke: (authorization_id: string) => {
      authorizations.delete(authorization_id)
    },

    /**
     * Issues tokens. `scopes` and `resources`: those of the access token. `first`: whether they are
     * the first ones, for a code; then the id token has the nonce. `renew`: whether there is a new
     * refresh token, if the visitor has granted one.
     */
    issue: async (
      { authorization_id, authorization, client, subject }: TokenGrant,
      {
        scopes,
        resources,
        issuer,
        first,
        renew,
      }: { scopes: string[]; resources: readonly string[]; issuer: string; first: boolean; renew: boolean },
    ): Promise<Tokens> => {
      const jti = crypto.randomUUID()
      const minutes = client.access_token_expiry_minutes
      keep(accessTokens, jti, authorization_id, scopes, minutes)
      const scope = scopes.join(' ')
      const organization = subject.organization && { [ORGANIZATION_CLAIM]: subject.organization }
      const access_token = await tokenSigner.sign(
        { scope, client_id: client.client_id, jti, ...organization },
        {
          subject: subject.id,
          issuer,
          minutes,
          audience: [project_id, ...(client.access_token_custom_audience ? [client.access_token_custom_audience] : []), ...resources],
        },
      )
      const claims: JWTPayload = {
        ...claimsFor(subject, scopes),
        auth_time: authorization.auth_time,
        at_hash: await halfHash(access_token),
        // OpenID Connect Core, section 12.2: a refreshed id token should have none.
        ...(first && authorization.nonce !== undefined && { nonce: authorization.nonce }),
      }
      const refresh_token = renew && authorization.scopes.includes('offline_access') ? randomToken() : undefined
      if (refresh_token) keep(refreshTokens, refresh_token, authorization_id, authorization.scopes, REFRESH_TOKEN_MINUTES)
      return {
        access_token,
        token_type: 'bearer',
        expires_in: minutes * 60,
        scope,
        ...(scopes.includes('openid') && {
          id_token: await tokenSigner.sign(claims, {
            subject: subject.id,
            audience: [client.client_id],
            issuer,
            minutes: ID_TOKEN_MINUTES,
          }),
        }),
        ...(refresh_token && { refresh_token }),
      }
    },

    /**
     * Whose session an id token is about that this project issued to this app, even if it has
     * expired.
     */
    subjectOfIdToken: async (token: string, client_id: string) =>
      (await tokenSigner.read(token, { audience: client_id, allowsExpired: true }))?.sub,
  }
}

export type Authorizations = ReturnType<typeof createAuthorizations>
