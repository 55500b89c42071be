import { B2BHeadlessClient } from '../../../client/b2b/B2BHeadlessClient.ts'
import type { ClientOptions } from '../../../client/options.ts'
import { checkedOptions } from '../checkedOptions.ts'
import { brand, throwProviderErrors } from '../providerNaming.ts'
import { type TakesMemberUrl, takeUrlArgument } from '../urlArgument.ts'

/** The client for projects of organizations, under the provider's name. */
export interface StytchB2BHeadlessClient<_Configuration = unknown> {
  readonly authenticateByUrl: TakesMemberUrl['authenticateByUrl']
}

/** The client for projects of organizations, under the provider's name. */
export class StytchB2BHeadlessClient<_Configuration = unknown> extends B2BHeadlessClient {
  /** @internal */
  static override brand = { ...brand('StytchB2BHeadlessClient'), log: 'b2b_' as const }

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, checkedOptions('StytchB2BHeadlessClient', options))
    takeUrlArgument(this)
    throwProviderErrors(this)
  }
}

/** The same, under its name in the provider's SDK 6. */
export { StytchB2BHeadlessClient as StytchB2BClient }

/** Creates a client. */
export const createStytchB2BClient = <Configuration = unknown>(publicToken: string, options?: ClientOptions) =>
  new StytchB2BHeadlessClient<Configuration>(publicToken, options)

/** The same, under its older name. */
export { createStytchB2BClient as createStytchB2BHeadlessClient }

export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../../client/url/idpParams.ts'
export * from '../entryExports.ts'
export type * from '../../../client/b2b/publicTypes.ts'
export type { SessionOptions } from '../types.ts'
