import type { SessionDuration } from '../api/entities.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'
import { authenticateByUrl } from './authenticateByUrl.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { createCore, inner } from './core.ts'
import { cryptoWallets } from './cryptoWallets.ts'
import { createEngine } from './engine.ts'
import { heldSession } from './heldSession.ts'
import { idp } from './idp.ts'
import { impersonation } from './impersonation.ts'
import { magicLinks } from './magicLinks.ts'
import { oauth } from './oauth.ts'
import { observed } from './observed.ts'
import type { Brand, ClientOptions } from './options.ts'
import { otps } from './otps.ts'
import { passwords } from './passwords.ts'
import * as preparation from './preparation.ts'
import { rbac } from './rbac.ts'
import { sessionCalls } from './sessionCalls.ts'
import { totps } from './totps.ts'
import { parseAuthenticateUrl } from './urlToken.ts'
import { users } from './users.ts'
import { webauthn } from './webauthn.ts'

// the constructor assigns all of it
export interface HeadlessClient extends ConsumerClient {}

/** The consumer client without screens: the whole API in one file (spec section 7). */
export class HeadlessClient {
  /** @internal Who speaks in messages; the drop-in entries override it. */
  static brand: Brand = { client: 'HeadlessClient', prefix: '[Latchkey]', method: 'latchkey' }

  /**
   * Asks for the project's settings and, where there is a session, whether it holds.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions) {
    const core = createCore(publicToken, options, new.target.brand, async (core) => createEngine(core, async () => preparation))
    Object.assign(this, {
      [inner]: core,
      user: { ...observed(core, 'user'), ...users(core) },
      session: { ...heldSession(core, (method, message) => new LatchkeySDKUsageError(method, message)), ...sessionCalls(core) },
      magicLinks: magicLinks(core),
      otps: otps(core),
      oauth: oauth(core),
      cryptoWallets: cryptoWallets(core),
      totps: totps(core),
      webauthn: webauthn(core),
      passwords: passwords(core),
      impersonation: impersonation(core),
      rbac: rbac(core),
      idp: idp(core),
      onStateChange: core.status.subscribe,
      authenticateByUrl: (options?: SessionDuration) => authenticateByUrl(this, options),
      parseAuthenticateUrl,
      destroy: core.destroy,
    } satisfies ConsumerClient)
    // each call starts it again, and says what is wrong
    core.engine().catch(() => {})
  }
}
