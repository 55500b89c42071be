import { LatchkeyClient } from '../widget/LatchkeyClient.ts'
import type { ClientOptions } from '../client/options.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'
import { screenError } from './screenErrors.ts'

/** The client with screens, under the provider's name. Its mount methods create the provider's elements. */
export class StytchUIClient<_Configuration = unknown> extends LatchkeyClient {
  /** @internal */
  static override brand = brand('StytchUIClient', screenError)
  /** @internal */
  static override tags = {
    mountLogin: 'stytch-ui',
    mountResetPassword: 'stytch-reset-password',
    mountPasskeyRegistration: 'stytch-passkey-registration',
    mountIdentityProvider: 'stytch-identity-provider',
  }

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, options)
    throwProviderErrors(this, screenError)
  }
}

export * from './entryExports.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../client/idpParams.ts'
export type * from '../widget/publicTypes.ts'
// the provider's type has a type parameter
export type { Callbacks } from './types.ts'
