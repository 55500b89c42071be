/** The provider's SDK 6 for users, with its screens, which are custom elements. */
import { createStytchClient, Products, StytchIdentityProvider, StytchPasskeyRegistration, StytchResetPassword, StytchUI } from 'provider-6'
import { arrangement, rendering, startPage, type Arrangement } from './page.ts'
import { optionsFor } from './options.ts'

const client = createStytchClient(...optionsFor(arrangement().api)) as any
const withProducts = ({ products = [], ...config }: Arrangement['config']): any => ({
  ...config,
  products: products.map((name) => Products[name as keyof typeof Products]),
})

const render = rendering(client)

startPage({
  client,
  mount: {
    login: (config, callbacks) => render('stytch-ui', StytchUI, { config: withProducts(config), callbacks }),
    reset: (config, callbacks, passwordResetToken) =>
      render('stytch-reset-password', StytchResetPassword, { config: withProducts(config), callbacks, passwordResetToken }),
    'passkey registration': (config, callbacks) =>
      render('stytch-passkey-registration', StytchPasskeyRegistration, { config: withProducts(config), callbacks }),
    consent: (callbacks) => render('stytch-identity-provider', StytchIdentityProvider, { callbacks }),
  },
  redeem: () => client.authenticateByUrl({ session_duration_minutes: 30 }),
})
