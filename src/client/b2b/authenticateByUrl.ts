import type { Discovered, MemberAuthentication, SessionOptions } from '../../api/b2b/entities.ts'
import { prepared, spendFound, type UrlUnhandled } from '../authenticateByUrl.ts'
import { inner } from '../core.ts'
import { parseAuthenticateUrl as parse, type UrlToken } from '../urlToken.ts'
import type { B2BHeadlessClient } from './B2BHeadlessClient.ts'

type Spend<Data> = (client: B2BHeadlessClient, token: string, options: SessionOptions) => Promise<Data>

/** What signs in to an organization, by the kind of token. */
const signIn = {
  multi_tenant_magic_links: (client, magic_links_token, options) => client.magicLinks.authenticate({ magic_links_token, ...options }),
  oauth: (client, oauth_token, options) => client.oauth.authenticate({ oauth_token, ...options }),
  sso: (client, sso_token, options) => client.sso.authenticate({ sso_token, ...options }),
  multi_tenant_impersonation: (client, impersonation_token) => client.impersonation.authenticate({ impersonation_token }),
} satisfies Record<string, Spend<MemberAuthentication>>

/** What proves an address of somebody who has yet to choose an organization. */
const discover = {
  discovery: (client, discovery_magic_links_token) => client.magicLinks.discovery.authenticate({ discovery_magic_links_token }),
  discovery_oauth: (client, discovery_oauth_token) => client.oauth.discovery.authenticate({ discovery_oauth_token }),
} satisfies Record<string, Spend<Discovered>>

const spend = { ...signIn, ...discover }

/**
 * What became of the token in the address: signed in to an organization, or what is still missing for that; an address proved, with the organizations that it
 * leads to; not one that a client handles; or null: there was none.
 */
export type MemberUrlOutcome =
  | { handled: true; tokenType: keyof typeof signIn; data: MemberAuthentication }
  | { handled: true; tokenType: keyof typeof discover; data: Discovered }
  | UrlUnhandled
  | null

/** The token in an address of a project of organizations. `multi_tenant_passwords` is for the page that asks for the new password. */
export const parseAuthenticateUrl = (href?: string): UrlToken | null => parse(href, Object.keys(spend))

/** Signs a member in with the token in the address, as `../authenticateByUrl.ts` does a visitor of a consumer project. */
export const authenticateByUrl = (client: B2BHeadlessClient, options?: SessionOptions | null): Promise<MemberUrlOutcome> =>
  spendFound<unknown>(
    parseAuthenticateUrl,
    (token, tokenType) => spend[tokenType as keyof typeof spend](client, token, options || { session_duration_minutes: 30 }),
    () => prepared(client[inner]),
  ) as Promise<MemberUrlOutcome>
