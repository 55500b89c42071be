import type { Discovered, MemberAuthentication, SessionOptions } from '../../api/b2b/entities.ts'
import type { impersonation } from '../../api/b2b/impersonation.ts'
import type { magicLinks } from '../../api/b2b/magicLinks.ts'
import type { oauth } from '../../api/b2b/oauth.ts'
import type { sso } from '../../api/b2b/sso.ts'
import { loadLaterEngine, spendUrlToken } from '../url/authenticateByUrl.ts'
import { coreKey } from '../core.ts'
import { parseAuthenticateUrl as parse, type UrlLogInOptions, type UrlToken, type UrlUnhandled } from '../url/urlToken.ts'
import type { MemberCore, MemberState } from './memberState.ts'
import type { Methods } from './methods.ts'

/** What a client of members needs to spend tokens. */
interface TokenClient {
  readonly [coreKey]: MemberCore
  readonly magicLinks: Methods<typeof magicLinks>
  readonly oauth: Methods<typeof oauth>
  readonly sso: Methods<typeof sso>
  readonly impersonation: Methods<typeof impersonation>
}

/** Options of a log-in with the token in the URL. */
export interface MemberUrlOptions extends UrlLogInOptions, Pick<SessionOptions, 'locale'> {}

type Spend<Data> = (client: TokenClient, token: string, options: SessionOptions) => Promise<Data>

/** The calls that sign in to an organization, by the type of the token. */
const signIn = {
  multi_tenant_magic_links: (client, magic_links_token, options) => client.magicLinks.authenticate({ magic_links_token, ...options }),
  oauth: (client, oauth_token, options) => client.oauth.authenticate({ oauth_token, ...options }),
  sso: (client, sso_token, options) => client.sso.authenticate({ sso_token, ...options }),
  multi_tenant_impersonation: (client, impersonation_token) => client.impersonation.authenticate({ impersonation_token }),
} satisfies Record<string, Spend<MemberAuthentication>>

/**
 * The calls that prove the address of a visitor who has yet to choose an organization, by the type
 * of the token.
 */
const discover = {
  discovery: (client, discovery_magic_links_token) => client.magicLinks.discovery.authenticate({ discovery_magic_links_token }),
  discovery_oauth: (client, discovery_oauth_token) => client.oauth.discovery.authenticate({ discovery_oauth_token }),
} satisfies Record<string, Spend<Discovered>>

const spend = { ...signIn, ...discover }

/**
 * The types of token (`stytch_token_type`) that the client of a project of organizations spends by
 * itself.
 */
export type HandledMemberUrlTokenType = keyof typeof spend

/**
 * The types of token that a project of organizations sends back in a URL. `multi_tenant_passwords`
 * is for your page that asks for a new password.
 */
export type MemberUrlTokenType = HandledMemberUrlTokenType | 'multi_tenant_passwords'

/** A token in a URL of a project of organizations. */
export type MemberUrlToken = UrlToken<HandledMemberUrlTokenType, MemberUrlTokenType>

/**
 * The outcome of the token in the URL. `data` is the answer of the call that spent it: a sign-in to
 * an organization, or the factor that it still needs; or a proved address, with the organizations
 * that it leads to. Without `data`, the client does not handle tokens of this type. Null means that
 * the URL had no token.
 */
export type MemberUrlOutcome =
  | {
      /** The token is spent. */
      handled: true
      /** What the token was for (`stytch_token_type`). */
      tokenType: keyof typeof signIn
      /** What the call answered. */
      data: MemberAuthentication
    }
  | {
      /** The token is spent. */
      handled: true
      /** What the token was for (`stytch_token_type`). */
      tokenType: keyof typeof discover
      /** What the call answered. */
      data: Discovered
    }
  | UrlUnhandled<MemberUrlTokenType>
  | null

/**
 * Finds the token in a URL of a project of organizations; null if there is none. A token of type
 * `multi_tenant_passwords` is for the page that asks for the new password.
 */
export const parseAuthenticateUrl = (href?: string): MemberUrlToken | null => parse(href, Object.keys(spend))

/** Spends the token in the URL: the same as `../authenticateByUrl.ts`, for members. */
export const authenticateByUrl = (client: TokenClient, options?: MemberUrlOptions | null): Promise<MemberUrlOutcome> =>
  spendUrlToken<HandledMemberUrlTokenType, MemberUrlTokenType, unknown, MemberState>(
    client[coreKey],
    parseAuthenticateUrl,
    (token, tokenType, options) => spend[tokenType](client, token, options),
    () => loadLaterEngine(client[coreKey]),
    options,
  ) as Promise<MemberUrlOutcome>
