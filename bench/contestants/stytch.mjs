/** The provider's own SDK, 5.35.1 and the latest 6: a black box on the same emulated provider as Latchkey. */

import { journeys } from '../journeys.ts'
import { bundled, hostPage } from '../page.mjs'

const page = (login) => () => hostPage({ login, scripts: bundled })

const options = 'new URL(document.baseURI).searchParams.get("api")'
const client5 = `new StytchUIClient('public-token-test-bench', { endpoints: { testAPIURL: ${options} } })`
const client6 = `createStytchClient('public-token-test-bench', { endpoints: { testAPIURL: ${options} } })`

const own = { kind: 'peer', provider: true }
const small = { ...own, bundler: 'vite' }

const five = (id, name, config) => ({
  ...own,
  id,
  name,
  package: '@stytch/vanilla-js-5',
  methods: 'all seven',
  page: page('<div id="login"></div>'),
  source: `import { StytchUIClient } from '@stytch/vanilla-js-5'
    ${client5}.mountLogin({ elementId: '#login', config: ${JSON.stringify(config)} })`,
})

/** `products` are names of the SDK's own `Products`, so that a bundler leaves out the others. */
const six = (id, name, products, rest = {}) => ({
  ...small,
  id,
  name,
  package: '@stytch/vanilla-js',
  methods: products.length < everything.length ? 'those alone' : 'all seven',
  page: page('<stytch-ui id="login"></stytch-ui>'),
  source: `import { StytchUI, createStytchClient, Products } from '@stytch/vanilla-js'
    customElements.define('stytch-ui', StytchUI)
    const client = ${client6}
    document.getElementById('login').render({ client, config: { ...${JSON.stringify(rest)}, products: [${products.map((name) => `Products.${name}`)}] } })`,
})

const links = { emailMagicLinksOptions: {} }
const everything = ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys']

/** The latest with the methods of each journey, and no other; in English, as another language is up to its host. */
export const stytchJourneys = journeys
  .filter(({ language }) => !language)
  .map(({ id, name, config: { products, ...rest }, wanted }) => ({
    ...six(`stytch-6-${id}`, `provider's SDK 6, ${name} alone`, products, { ...links, ...rest }),
    journey: id,
    wanted,
  }))

export const stytch = [
  {
    ...six('stytch-6-all', "provider's SDK 6, everything", everything, links),
    bundler: 'esbuild',
    source: `import * as sdk from '@stytch/vanilla-js'
      window.sdk = sdk
      customElements.define('stytch-ui', sdk.StytchUI)
      const client = sdk.${client6}
      document.getElementById('login').render({ client, config: { emailMagicLinksOptions: {}, products: [sdk.Products.emailMagicLinks] } })`,
  },
  five('stytch-5', "provider's SDK 5", { products: ['emailMagicLinks'], ...links }),
]

/** For the tables of growth: `count` providers on one form, or `count` forms on one page. */
export const stytchProviders = (types) =>
  five(`stytch-5-providers-${types.length}`, "provider's SDK 5", {
    products: ['oauth'],
    oauthOptions: { providers: types.map((type) => ({ type })) },
  })

export const stytchWidgets = (count) => ({
  ...five(`stytch-5-widgets-${count}`, "provider's SDK 5", {}),
  page: page(Array.from({ length: count }, (_, at) => `<div id="login-${at}"></div>`).join('')),
  source: `import { StytchUIClient } from '@stytch/vanilla-js-5'
    const client = ${client5}
    for (let at = 0; at < ${count}; at++) client.mountLogin({ elementId: '#login-' + at, config: { products: ['emailMagicLinks'], emailMagicLinksOptions: {} } })`,
})
