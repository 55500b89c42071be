import { amount, text, texts } from '../../api/kinds.ts'
import { objects } from '../../api/listOfObjects.ts'
import type { OAuthStartOptions } from '../../client/namespaces/oauth.ts'
import type { LoginConfig, OAuthProviderConfig } from './config.ts'

type Product = 'emailMagicLinksOptions' | 'otpOptions' | 'passwordOptions' | 'passkeyOptions' | 'oauthOptions'

/** How an option is read, by its name. */
const reader = (name: string): ((value: unknown) => unknown) => {
  if (name === 'methods') return texts
  if (name === 'providers') return providers
  if (/Minutes$/.test(name)) return amount
  return /^(upgrade|createUserAsPending)$/.test(name) ? (value) => (typeof value === 'boolean' ? value : undefined) : text
}

const providers = (list: unknown): OAuthProviderConfig[] =>
  objects<OAuthProviderConfig>(list)
    .filter(({ type }) => text(type))
    .map((provider) => ({
      ...provider,
      custom_scopes: texts(provider.custom_scopes),
      provider_params: objects([provider.provider_params])[0] as never,
    }))

/**
 * The host's options for a product, each of its kind. All code that does something with them reads
 * them here.
 */
export const optionsOf = <Name extends Product>(config: LoginConfig, product: Name): NonNullable<LoginConfig[Name]> =>
  ({
    __proto__: null,
    ...Object.fromEntries(Object.entries(config[product] ?? {}).map(([name, value]) => [name, reader(name)(value)])),
  }) as never

/** What a sign-in at a provider begins with. */
export const oauthStartOptions = (config: LoginConfig, provider: string): OAuthStartOptions => {
  const { loginRedirectURL, signupRedirectURL, providers } = optionsOf(config, 'oauthOptions')
  const { custom_scopes, provider_params } = providers.find(({ type }) => type === provider) ?? ({} as Partial<OAuthProviderConfig>)
  return { login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL, custom_scopes, provider_params }
}
