import { authenticateByUrl, parseAuthenticateUrl } from './urlParts.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { assemble, type Parts } from './createClient.ts'
import { cryptoWallets } from './cryptoWallets.ts'
import { idp } from './idp.ts'
import { impersonation } from './impersonation.ts'
import { magicLinks } from './magicLinks.ts'
import { oauth } from './oauth.ts'
import type { Brand, ClientOptions } from './options.ts'
import { otps } from './otps.ts'
import { passwords } from './passwords.ts'
import { rbac } from './rbac.ts'
import { session } from './session/namespace.ts'
import { totps } from './totps.ts'
import { user } from './user.ts'
import { webauthn } from './webauthn.ts'

/** All parts that a client can have. */
const parts: Parts = {
  user,
  session,
  magicLinks,
  otps,
  oauth,
  cryptoWallets,
  totps,
  webauthn,
  passwords,
  impersonation,
  rbac,
  idp,
  authenticateByUrl,
  parseAuthenticateUrl,
}

// the constructor assigns all members
/** The client of a project of users, without screens: `createClient` with all parts. */
export interface HeadlessClient extends ConsumerClient {}

/** The client of a project of users, without screens: `createClient` with all parts. */
export class HeadlessClient {
  /** @internal The names in messages for developers. The drop-in entries override them. */
  static brand: Brand = { client: 'new HeadlessClient', prefix: '[Latchkey]', method: 'latchkey' }

  /**
   * Gets the project's settings, and checks the session if there is one.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions) {
    assemble(this, publicToken, parts, options, new.target.brand)
  }
}
