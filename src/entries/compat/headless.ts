import { HeadlessClient } from '../../client/HeadlessClient.ts'
import type { ClientOptions } from '../../client/options.ts'
import { checkedOptions } from './checkedOptions.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'
import { type TakesUrl, takeUrlArgument } from './urlArgument.ts'

/** The client without screens, under the provider's name. */
export interface StytchHeadlessClient<_Configuration = unknown> {
  authenticateByUrl: TakesUrl['authenticateByUrl']
}

/** The client without screens, under the provider's name. */
export class StytchHeadlessClient<_Configuration = unknown> extends HeadlessClient {
  /** @internal */
  static override brand = brand('StytchHeadlessClient')

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, checkedOptions('StytchHeadlessClient', options))
    takeUrlArgument(this)
    throwProviderErrors(this)
  }
}

/** The same, under its name in the provider's SDK 6. */
export { StytchHeadlessClient as StytchClient }

/** Creates a client. */
export const createStytchClient = <Configuration = unknown>(publicToken: string, options?: ClientOptions) =>
  new StytchHeadlessClient<Configuration>(publicToken, options)

/** The same, under its older name. */
export { createStytchClient as createStytchHeadlessClient }

export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../client/url/idpParams.ts'
export * from './entryExports.ts'
