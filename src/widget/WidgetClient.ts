import { afterPaint } from '../browser/afterPaint.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { createCore, coreKey, type Core } from '../client/core.ts'
import { localSession } from '../client/session/local.ts'
import { lazyNamespace } from '../client/namespaces/lazyNamespace.ts'
import type { State } from '../client/session/state.ts'
import { observe } from '../client/session/observe.ts'
import { noProperties } from '../api/ownProperties.ts'
import type { BackendOptions, Brand, ClientOptions } from '../client/options.ts'
import { parseAuthenticateUrl, type UrlLogInOptions } from '../client/url/urlToken.ts'
import { whenShown, type Chunk } from '../ui/chunks/chunk.ts'
import { urlLogIn, engine, kit, laterEngine, prefetch } from './firstScreenChunks.ts'

/**
 * The namespaces of a client. Some or all of their code loads with the first call of one of their
 * methods.
 */
export type Namespace = Exclude<keyof ConsumerClient, `${string}Url` | 'onStateChange' | 'destroy' | symbol>

// the constructor assigns all members
/**
 * The client that widgets use, for a project of users. What the first screen needs is there at
 * once; everything else is fetched after the first paint or when it is used.
 */
export interface WidgetClient extends ConsumerClient {}

/**
 * The client that widgets use, for a project of users. What the first screen needs is there at
 * once; everything else is fetched after the first paint or when it is used.
 */
export class WidgetClient {
  /** @internal The names in messages for developers. The drop-in entries override them. */
  static brand: Brand = { client: 'new LatchkeyClient', prefix: '[Latchkey]', method: 'latchkey' }

  /**
   * Creates a client for your own server, `new LatchkeyClient({ backend: '/auth' })`, and checks
   * the session, if there is one, after the first paint.
   * @throws Error in a server environment
   */
  constructor(options: BackendOptions)
  /**
   * Gets the project's settings and checks the session, if there is one, after the first paint.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions)
  constructor(project: string | BackendOptions, options?: ClientOptions) {
    const core = createCore<State>(project, options, new.target.brand, async (core) =>
      (await engine.load()).createEngine(core, laterEngine.load),
    )
    /**
     * The methods of each namespace that answer at once. `isAuthorizedSync` allows nothing until
     * the code for sessions has loaded.
     */
    const immediate: Record<Namespace, object> = {
      user: observe(core, 'user'),
      session: localSession(core),
      magicLinks: noProperties,
      otps: noProperties,
      oauth: noProperties,
      cryptoWallets: noProperties,
      totps: noProperties,
      webauthn: noProperties,
      passwords: noProperties,
      impersonation: noProperties,
      rbac: { isAuthorizedSync: (...about: [string, string]) => !!laterEngine.now?.isAuthorized(core, ...about) },
      idp: noProperties,
    }
    for (const name of Object.keys(immediate) as Namespace[]) {
      const load = async () => {
        const { namespaceChunks } = await kit.load()
        const namespace = await (namespaceChunks[name] as Chunk<Record<Namespace, (core: Core) => object>>).load()
        return namespace[name](core)
      }
      immediate[name] = lazyNamespace(load, immediate[name])
    }
    Object.assign(this, immediate, {
      [coreKey]: core,
      onStateChange: core.status.subscribe,
      authenticateByUrl: async (options?: UrlLogInOptions) => (await urlLogIn.load()).authenticateByUrl(this, options),
      parseAuthenticateUrl,
      destroy: core.destroy,
    } satisfies Omit<ConsumerClient, Namespace>)

    // ignores a failure: the next call that needs the engine tries again and reports it
    const fetchEngine = () => {
      if (core.ended.aborted) return
      core.engine().catch(() => {})
      // the engine will need it at once
      if (core.status.now.session) void prefetch(laterEngine)
    }
    afterPaint(() => whenShown().then(fetchEngine))
  }
}
