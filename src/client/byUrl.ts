import { authenticateByUrl as spend } from './authenticateByUrl.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import type { Core } from './core.ts'
import { parseAuthenticateUrl as parse, type handledTypes, type UrlToken } from './urlToken.ts'

/** The part of a client that spends a token of each kind. */
const homes = {
  magic_links: 'magicLinks',
  oauth: 'oauth',
  impersonation: 'impersonation',
} satisfies Record<(typeof handledTypes)[number], keyof ConsumerClient>

/** The token in an address, and whether this client has the part that spends it. */
const found = (client: object, href?: string): UrlToken | null =>
  parse(
    href,
    Object.entries(homes).flatMap(([type, home]) => (home in client ? [type] : [])),
  )

/** `client.parseAuthenticateUrl()`: the token in an address, by default the page's. It is `handled` where the client has the part that spends it. */
export const parseAuthenticateUrl =
  (_: Core, client: object): ConsumerClient['parseAuthenticateUrl'] =>
  (href) =>
    found(client, href)

/** `client.authenticateByUrl()`: signs in with the token in the address, if the client has the part that spends it: `magicLinks`, `oauth` or `impersonation`. */
export const authenticateByUrl =
  (_: Core, client: object): ConsumerClient['authenticateByUrl'] =>
  (options) =>
    spend(client as ConsumerClient, options, undefined, () => found(client))
