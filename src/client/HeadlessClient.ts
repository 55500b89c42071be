import { authenticateByUrl, parseAuthenticateUrl } from './url/urlParts.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { assemble, type Parts } from './createClient.ts'
import { cryptoWallets } from './namespaces/cryptoWallets.ts'
import { idp } from './namespaces/idp.ts'
import { impersonation } from './namespaces/impersonation.ts'
import { magicLinks } from './namespaces/magicLinks.ts'
import { oauth } from './namespaces/oauth.ts'
import type { BackendOptions, Brand, ClientOptions } from './options.ts'
import { otps } from './namespaces/otps.ts'
import { passwords } from './namespaces/passwords.ts'
import { rbac } from './namespaces/rbac.ts'
import { session } from './session/namespace.ts'
import { totps } from './namespaces/totps.ts'
import { user } from './namespaces/user.ts'
import { webauthn } from './namespaces/webauthn.ts'

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
   * Creates a client for your own server, `new HeadlessClient({ backend: '/auth' })`, and checks
   * the session if there is one.
   * @throws Error in a server environment
   */
  constructor(options: BackendOptions)
  /**
   * Gets the project's settings, and checks the session if there is one.
   * @param publicToken the project's public token, `public-token-live-…` or `public-token-test-…`
   * @throws Error in a server environment
   */
  constructor(publicToken: string, options?: ClientOptions)
  constructor(project: string | BackendOptions, options?: ClientOptions) {
    assemble(this, project, parts, options, new.target.brand)
  }
}
