import { HeadlessClient } from '../client/HeadlessClient.ts'
import type { ClientOptions } from '../client/options.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'

/** The client without screens, under the provider's name. */
export class StytchHeadlessClient<_Configuration = unknown> extends HeadlessClient {
  /** @internal */
  static override brand = brand('StytchHeadlessClient')

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, options)
    throwProviderErrors(this)
  }
}

export * from './entryExports.ts'
