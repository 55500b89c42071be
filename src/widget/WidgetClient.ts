import type { SessionDuration } from '../api/entities.ts'
import { afterPaint } from '../browser/afterPaint.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { createCore, inner, type Core } from '../client/core.ts'
import { heldSession } from '../client/heldSession.ts'
import { later } from '../client/later.ts'
import { observed } from '../client/observed.ts'
import { nothing, type Brand, type ClientOptions } from '../client/options.ts'
import { parseAuthenticateUrl } from '../client/urlToken.ts'
import { shown, type Chunk } from '../ui/chunk.ts'
import { arrival, engine, kit, preparation } from './chunks.ts'

/** The namespaces of a client, of which more, or all, arrives with the first call of one of their methods. */
export type Namespace = Exclude<keyof ConsumerClient, `${string}Url` | 'onStateChange' | 'destroy' | symbol>

// the constructor assigns all of it
export interface WidgetClient extends ConsumerClient {}

/**
 * The consumer client that a widget stands on: what its first screen needs is here, everything else arrives after the first paint or when it is used.
 */
export class WidgetClient {
  /** @internal Who speaks in messages; the drop-in entries override it. */
  static brand: Brand = { client: 'new LatchkeyClient', prefix: '[Latchkey]', method: 'latchkey' }

  /**
   * Asks for the project's settings and, where there is a session, whether it holds: after the first paint.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions) {
    const core = createCore(publicToken, options, new.target.brand, async (core) =>
      (await engine.load()).createEngine(core, preparation.load),
    )
    /** What of each namespace is there without waiting; nobody is allowed anything before the policy can be read. */
    const here: Record<Namespace, object> = {
      user: observed(core, 'user'),
      session: heldSession(core),
      magicLinks: nothing,
      otps: nothing,
      oauth: nothing,
      cryptoWallets: nothing,
      totps: nothing,
      webauthn: nothing,
      passwords: nothing,
      impersonation: nothing,
      rbac: { isAuthorizedSync: (...about: [string, string]) => !!engine.now?.isAuthorized(core, ...about) },
      idp: nothing,
    }
    for (const name of Object.keys(here) as Namespace[]) {
      const load = async () => {
        const { namespaceChunks } = await kit.load()
        const namespace = await (namespaceChunks[name] as Chunk<Record<Namespace, (core: Core) => object>>).load()
        return namespace[name](core)
      }
      here[name] = later(load, here[name])
    }
    Object.assign(this, here, {
      [inner]: core,
      onStateChange: core.status.subscribe,
      authenticateByUrl: async (options?: SessionDuration) => (await arrival.load()).authenticateByUrl(this, options),
      parseAuthenticateUrl,
      destroy: core.destroy,
    } satisfies Omit<ConsumerClient, Namespace>)

    // a call that needs it tries again, and says so when it fails
    const begin = () => {
      if (!core.ended.aborted) core.engine().catch(() => {})
    }
    afterPaint(() => shown().then(begin))
  }
}
