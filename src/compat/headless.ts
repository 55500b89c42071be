import { HeadlessClient } from '../client/HeadlessClient.ts'
import { brand } from './brand.ts'

/** The client without screens, under the provider's name. */
export class StytchHeadlessClient<_Configuration = unknown> extends HeadlessClient {
  /** @internal */
  static override brand = brand('StytchHeadlessClient')
}

export * from './names.ts'
