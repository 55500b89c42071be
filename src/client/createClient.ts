import { hostChecks } from '../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { coreKey, type Core } from './core.ts'
import { headlessCore } from './headlessCore.ts'
import type { BackendOptions, Brand, ClientOptions } from './options.ts'

/** What every client has, whatever its parts. */
export interface BareClient extends Pick<ConsumerClient, 'onStateChange' | 'destroy'> {
  /** @internal */
  readonly [coreKey]: Core
}

/** The names of the parts, which are those of the client's properties. */
export type PartName = Exclude<keyof ConsumerClient, keyof BareClient | symbol>

/**
 * A part of a client, as `latchkey/headless` exports it. It creates the value of one property of
 * the client.
 */
export type Part<Offered> = (core: Core, client: object) => Offered

/** Every part, by its name. */
export type Parts = { readonly [Name in PartName]: Part<ConsumerClient[Name]> }

/** A client that has these parts: `Client<'session' | 'otps'>`. */
export type Client<Names extends PartName = never> = BareClient & Pick<ConsumerClient, Names>

/** Gives `client` a core and these parts, and starts it. */
export function assemble(
  client: object,
  project: string | BackendOptions,
  parts: Partial<Parts>,
  options: ClientOptions | undefined,
  brand: Brand,
): void {
  const core = headlessCore(project, options, brand, () => import('./laterEngine.ts'))
  Object.assign(client, { [coreKey]: core, onStateChange: core.status.subscribe, destroy: core.destroy } satisfies BareClient)
  for (const [name, part] of Object.entries(parts)) {
    if (hostChecks && typeof part !== 'function')
      throw new LatchkeySDKUsageError(brand.client, `parts.${name} must be a part, as latchkey/headless exports it.`)
    Object.assign(client, { [name]: part(core, client) })
  }
}

/**
 * Creates a client with the parts that you name, and with `onStateChange` and `destroy`. Your
 * bundler leaves out the parts that you don't import. Whatever its parts are, the client keeps,
 * refreshes and ends the visitor's session.
 *
 * ```ts
 * import { createClient, otps, session } from 'latchkey/headless'
 *
 * const client = createClient('public-token-live-...', { otps, session })
 * ```
 * @param project the project's public token, `public-token-live-…` or `public-token-test-…`, or the
 * options of a client for your own server: `{ backend: '/auth' }`
 * @param parts by the names of the client's properties, which are also the names that
 * `latchkey/headless` exports them by
 * @param options of a project at the provider
 * @throws Error in a server environment
 */
export function createClient<Chosen extends Partial<Parts>>(
  project: string | BackendOptions,
  parts: Chosen & { readonly [Name in Exclude<keyof Chosen, PartName>]: never },
  options?: ClientOptions,
): Client<keyof Chosen & PartName> {
  const client = {}
  assemble(client, project, parts, options, { client: 'createClient', prefix: '[Latchkey]', method: 'latchkey' })
  return client as Client<keyof Chosen & PartName>
}
