import { authenticateByUrl as spend, handledBy } from './authenticateByUrl.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import type { Core } from './core.ts'
import { parseAuthenticateUrl as parse } from './urlToken.ts'

/** `client.authenticateByUrl()`: signs in with the token in the address, if it is for one of the client's parts `magicLinks`, `oauth` and `impersonation`. */
export const authenticateByUrl =
  (_: Core, client: Partial<ConsumerClient>): ConsumerClient['authenticateByUrl'] =>
  (options) =>
    spend(client as ConsumerClient, options)

/** `client.parseAuthenticateUrl()`: the token in an address; it is `handled` where the client has the part that spends it. */
export const parseAuthenticateUrl =
  (_: Core, client: Partial<ConsumerClient>): ConsumerClient['parseAuthenticateUrl'] =>
  (href) =>
    parse(href, handledBy(client))
