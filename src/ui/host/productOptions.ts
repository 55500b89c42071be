import { amount, text, texts } from '../../api/kinds.ts'
import { objects } from '../../api/listOfObjects.ts'
import { ownOptions } from '../../api/ownProperties.ts'
import type { OAuthStartOptions } from '../../client/namespaces/oauth.ts'
import type {
  EmailMagicLinksOptions,
  LoginConfig,
  OAuthOptions,
  OAuthProviderConfig,
  PasskeyOptions,
  PasswordOptions,
  WidgetOtpOptions,
} from './config.ts'

const providers = (list: unknown): OAuthProviderConfig[] =>
  objects<OAuthProviderConfig>(list)
    .filter(({ type }) => text(type))
    .map((provider) => ({
      ...provider,
      custom_scopes: texts(provider.custom_scopes),
      provider_params: objects([provider.provider_params])[0] as never,
    }))

type Product = 'emailMagicLinksOptions' | 'otpOptions' | 'passwordOptions' | 'passkeyOptions' | 'oauthOptions'
type Options = EmailMagicLinksOptions & WidgetOtpOptions & PasswordOptions & PasskeyOptions & OAuthOptions

/** A reader for each option that is not a text. */
type Readers = { [Name in keyof Options as NonNullable<Options[Name]> extends string ? never : Name]-?: (value: unknown) => Options[Name] }

const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

/** 0 is a number of seconds, too; nobody waits for longer than an hour. */
const seconds = (value: unknown) => (typeof value === 'number' && value >= 0 ? Math.min(value, 3600) : undefined)

const readers: { [name: string]: (value: unknown) => unknown } = ownOptions<Readers>({
  createUserAsPending: flag,
  expirationMinutes: amount,
  loginExpirationMinutes: amount,
  methods: texts,
  providers,
  resendAfterSeconds: seconds,
  resetPasswordExpirationMinutes: amount,
  signupExpirationMinutes: amount,
  upgrade: flag,
})

/**
 * Returns the host's options for a product, each of its kind. All code that does something with
 * them reads them here.
 */
export const optionsOf = <Name extends Product>(config: LoginConfig, product: Name): NonNullable<LoginConfig[Name]> =>
  ({
    __proto__: null,
    ...Object.fromEntries(Object.entries(config[product] ?? {}).map(([name, value]) => [name, (readers[name] ?? text)(value)])),
  }) as never

/** Returns the options with which a sign-in at a provider begins. */
export const oauthStartOptions = (config: LoginConfig, provider: string): OAuthStartOptions => {
  const { loginRedirectURL, signupRedirectURL, providers } = optionsOf(config, 'oauthOptions')
  const { custom_scopes, provider_params } = providers.find(({ type }) => type === provider) ?? ({} as Partial<OAuthProviderConfig>)
  return { login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL, custom_scopes, provider_params }
}
