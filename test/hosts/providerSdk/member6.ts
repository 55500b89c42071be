/**
 * The provider's SDK 6 for members of organizations, with its screens, which are custom elements
 * and redeem the tokens of links themselves.
 */
import { B2BProducts, StytchB2B, StytchB2BClient, StytchB2BIdentityProvider } from 'provider-6/b2b'
import { arrangement, rendering, startPage } from './page.ts'
import { optionsFor } from './options.ts'

const client = new StytchB2BClient(...optionsFor(arrangement().api)) as any

const render = rendering(client)

startPage({
  client,
  mount: {
    login: ({ products = [], ...config }, callbacks) =>
      render('stytch-b2b', StytchB2B, {
        config: { ...config, products: products.map((name) => B2BProducts[name as keyof typeof B2BProducts]) },
        callbacks,
      }),
    consent: (callbacks) => render('stytch-b2b-identity-provider', StytchB2BIdentityProvider, { callbacks }),
  },
})
