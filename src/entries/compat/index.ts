import { LatchkeyClient } from '../../widget/LatchkeyClient.ts'
import type { ClientOptions } from '../../client/options.ts'
import { checkedOptions } from './checkedOptions.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'
import { screenError } from './screenErrors.ts'
import {
  type IDPSDKConfig,
  type MountedElement,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  type ResetPasswordSDKConfig,
  type SDKConfig,
} from './screens.ts'
import { type ProviderClient, type TakesUrl, takeUrlArgument } from './urlArgument.ts'

/** The props of a mount method. The screens belong to the client whose method you call. */
type Without<Props> = Omit<Props, 'client'> & { client?: ProviderClient; elementId: string | Element }

/** The client with screens, under the provider's name. */
export interface StytchUIClient<_Configuration = unknown> {
  authenticateByUrl: TakesUrl['authenticateByUrl']
}

/**
 * The client with screens, under the provider's name. Its mount methods create the provider's
 * elements, and take `presentation`, too.
 */
export class StytchUIClient<_Configuration = unknown> extends LatchkeyClient {
  /** @internal */
  static override brand = brand('StytchUIClient', screenError)

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, checkedOptions('StytchUIClient', options))
    takeUrlArgument(this)
    throwProviderErrors(this, screenError)
  }

  override mountLogin(props: Without<SDKConfig>): MountedElement<SDKConfig> {
    return mountLogin({ ...props, client: this })
  }

  override mountResetPassword(props: Without<ResetPasswordSDKConfig>): MountedElement<ResetPasswordSDKConfig> {
    return mountResetPassword({ ...props, client: this })
  }

  override mountPasskeyRegistration(props: Without<SDKConfig>): MountedElement<SDKConfig> {
    return mountPasskeyRegistration({ ...props, client: this })
  }

  override mountIdentityProvider(props: Without<IDPSDKConfig>): MountedElement<IDPSDKConfig> {
    return mountIdentityProvider({ ...props, client: this })
  }
}

/** A client of the provider's SDK 6, with or without screens. */
export interface StytchClient<_Configuration = unknown> extends ProviderClient {}

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
  type MountedElement,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  type ResetPasswordSDKConfig,
  type SDKConfig,
  type StytchElement,
  StytchIdentityProvider,
  StytchPasskeyRegistration,
  StytchResetPassword,
  StytchUI,
} from './screens.ts'
export { StytchDOMEvent } from './domEvents.ts'
export {
  defaultDarkTheme,
  defaultTheme,
  type IconRegistry,
  type PresentationConfig,
  type PresentationOptions,
  shadcnTheme,
  type Theme,
} from './presentation.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../client/url/idpParams.ts'
export type * from '../../widget/publicTypes.ts'
// the provider's type has a type parameter
export type { Callbacks } from './types.ts'
export type { ProviderStrings as Strings } from './messageIds.ts'
