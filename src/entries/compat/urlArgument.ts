import type { MemberUrlOptions, MemberUrlOutcome } from '../../client/b2b/authenticateByUrl.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import type { UrlLogInOptions, UrlOutcome } from '../../client/url/urlToken.ts'

/** A client for users, as the provider's SDK 6 has it. */
export interface TakesUrl {
  /**
   * Signs in with the token that a link has put into a URL, by default the page's. The token leaves
   * the page's URL before the call, and is spent only once, no matter how often you call this.
   * Resolves with null if there is no token. The session lasts 30 minutes unless `options` says
   * otherwise.
   */
  authenticateByUrl(options?: UrlLogInOptions, href?: string): Promise<UrlOutcome>
}

/** A client for users with or without screens, as the provider's SDK 6 has it. */
export interface ProviderClient extends Omit<ConsumerClient, keyof TakesUrl>, TakesUrl {}

/** A client for organizations, as the provider's SDK 6 has it. */
export interface TakesMemberUrl {
  /**
   * Spends the token that a link has put into a URL, by default the page's: see the client for
   * organizations.
   */
  authenticateByUrl(options?: MemberUrlOptions, href?: string): Promise<MemberUrlOutcome>
}

/** Lets a client take the URL as an argument of its own, where ours is an option. */
export const takeUrlArgument = (client: { readonly authenticateByUrl: (options?: UrlLogInOptions) => Promise<unknown> }): void => {
  const { authenticateByUrl } = client
  const method = (options?: UrlLogInOptions | null, href?: string) =>
    href === undefined ? authenticateByUrl(options ?? undefined) : authenticateByUrl({ ...options, href })
  Object.assign(client, { authenticateByUrl: method })
}
