import {
  LatchkeyClient,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
} from '../../widget/LatchkeyClient.ts'
import type { ClientOptions } from '../../client/options.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { checkedOptions } from './checkedOptions.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'
import { screenError } from './screenErrors.ts'
import { type Overridden, type Presented, screenProps } from './screenProps.ts'
import { tags } from './screens.ts'

/** What the provider's SDK 6 adds to the props of the mount methods. */
interface OfProvider extends Presented {
  /** Not used: the screens belong to the client whose method you call. */
  client?: ConsumerClient
}

/** The client with screens, under the provider's name. Its mount methods create the provider's elements, and take `presentation`, too. */
export class StytchUIClient<_Configuration = unknown> extends LatchkeyClient {
  /** @internal */
  static override brand = brand('StytchUIClient', screenError)
  /** @internal */
  static override tags = tags

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, checkedOptions('StytchUIClient', options))
    throwProviderErrors(this, screenError)
  }

  override mountLogin(props: Omit<MountLoginProps, Overridden> & OfProvider) {
    return super.mountLogin(screenProps(props))
  }

  override mountResetPassword(props: Omit<MountResetPasswordProps, Overridden> & OfProvider) {
    return super.mountResetPassword(screenProps(props))
  }

  override mountPasskeyRegistration(props: Omit<MountPasskeyRegistrationProps, Overridden> & OfProvider) {
    return super.mountPasskeyRegistration(screenProps(props))
  }

  override mountIdentityProvider(props: Omit<MountIdentityProviderProps, Overridden> & OfProvider) {
    return super.mountIdentityProvider(screenProps(props))
  }
}

/** A client of the provider's SDK 6, with or without screens. */
export type StytchClient<_Configuration = unknown> = ConsumerClient

/** The class of such a client. */
export const StytchClient = StytchUIClient as new <Configuration = unknown>(
  publicToken: string,
  options?: ClientOptions,
) => StytchClient<Configuration>

/** The same, under its older name. */
export { StytchClient as StytchHeadlessClient }

/** Creates a client. */
export const createStytchClient = <Configuration = unknown>(publicToken: string, options?: ClientOptions): StytchClient<Configuration> =>
  new StytchUIClient(publicToken, options)

/** The same, under its older name. */
export { createStytchClient as createStytchHeadlessClient }

export * from './entryExports.ts'
export {
  type IDPConsentManifestGenerator,
  type IDPSDKConfig,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  type ResetPasswordSDKConfig,
  type SDKConfig,
  StytchIdentityProvider,
  StytchPasskeyRegistration,
  StytchResetPassword,
  StytchUI,
} from './screens.ts'
export { defaultDarkTheme, defaultTheme, type PresentationConfig, type PresentationOptions, type Theme } from './presentation.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../client/url/idpParams.ts'
export type * from '../../widget/publicTypes.ts'
// the provider's type has a type parameter
export type { Callbacks } from './types.ts'
