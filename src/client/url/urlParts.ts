import { authenticateByUrl as spend } from './authenticateByUrl.ts'
import type { ConsumerClient } from '../ConsumerClient.ts'
import type { Core } from '../core.ts'
import { parseAuthenticateUrl as parse, handledTypes, type HandledUrlTokenType, type UrlToken } from './urlToken.ts'

/** The part of a client that can spend each type of token. */
const spenders = {
  magic_links: 'magicLinks',
  oauth: 'oauth',
  impersonation: 'impersonation',
} satisfies Record<HandledUrlTokenType, keyof ConsumerClient>

/** Finds the token in a URL, and says whether this client has the part that spends it. */
const tokenIn = (client: object, href?: string): UrlToken | null =>
  parse(
    href,
    handledTypes.filter((type) => spenders[type] in client),
  )

/**
 * Creates `client.parseAuthenticateUrl`: it finds the token in a URL, by default the page's. The
 * token is `handled` if the client has the part that spends it.
 */
export const parseAuthenticateUrl =
  (_: Core, client: object): ConsumerClient['parseAuthenticateUrl'] =>
  (href) =>
    tokenIn(client, href)

/**
 * Creates `client.authenticateByUrl`: it signs in with the token in the URL, if the client has the
 * part that spends it: `magicLinks`, `oauth` or `impersonation`.
 */
export const authenticateByUrl =
  (_: Core, client: object): ConsumerClient['authenticateByUrl'] =>
  (options) =>
    spend(client as ConsumerClient, options, undefined, (href) => tokenIn(client, href))
