/**
 * The provider's own SDK, versions 5.35.1 and the latest 6, as a black box that calls the same
 * emulated provider as Latchkey.
 */
import type { OAuthProvider } from '../../src/api/entities.ts'
import { journeys } from '../journeys.ts'
import { bundleTag, hostPage } from '../page.ts'
import type { Contestant } from './contestant.ts'

const page = (login: string) => () => hostPage({ login, scripts: bundleTag })

const options = 'new URL(document.baseURI).searchParams.get("api")'
const client5 = `new StytchUIClient('public-token-test-bench', { endpoints: { testAPIURL: ${options} } })`
const client6 = `createStytchClient('public-token-test-bench', { endpoints: { testAPIURL: ${options} } })`

const own = { kind: 'peer', provider: true } as const
const small = { ...own, bundler: 'vite' } as const

const five = (id: string, name: string, config: object): Contestant => ({
  ...own,
  id,
  name,
  package: '@stytch/vanilla-js-5',
  methods: 'all seven',
  page: page('<div id="login"></div>'),
  source: `import { StytchUIClient } from '@stytch/vanilla-js-5'
    ${client5}.mountLogin({ elementId: '#login', config: ${JSON.stringify(config)} })`,
})

/** `products` are names of the SDK's own `Products`, so that a bundler can leave out the others. */
const six = (id: string, name: string, products: readonly string[], rest: object = {}): Contestant => ({
  ...small,
  id,
  name,
  package: '@stytch/vanilla-js',
  methods: products.length < everything.length ? 'only those' : 'all seven',
  page: page('<stytch-ui id="login"></stytch-ui>'),
  source: `import { StytchUI, createStytchClient, Products } from '@stytch/vanilla-js'
    customElements.define('stytch-ui', StytchUI)
    const client = ${client6}
    document.getElementById('login').render({ client, config: { ...${JSON.stringify(rest)}, products: [${products.map((name) => `Products.${name}`)}] } })`,
})

const links = { emailMagicLinksOptions: {} }
const everything = ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys']

/**
 * The latest SDK with only the methods of each journey. In English, because the SDK leaves
 * translations to the host.
 */
export const stytchJourneys: Contestant[] = journeys
  .filter(({ language }) => !language)
  .map(({ id, name, config: { products = [], ...rest }, controls }) => ({
    ...six(`stytch-6-${id}`, `provider's SDK 6, ${name} only`, products, { ...links, ...rest }),
    journey: id,
    controls,
  }))

export const stytch: Contestant[] = [
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

/** For the growth tables: one form with these providers. */
export const stytchProviders = (types: OAuthProvider[]) =>
  five(`stytch-5-providers-${types.length}`, "provider's SDK 5", {
    products: ['oauth'],
    oauthOptions: { providers: types.map((type) => ({ type })) },
  })

/** For the growth tables: `count` forms on one page. */
export const stytchWidgets = (count: number): Contestant => ({
  ...five(`stytch-5-widgets-${count}`, "provider's SDK 5", {}),
  page: page(Array.from({ length: count }, (_, at) => `<div id="login-${at}"></div>`).join('')),
  source: `import { StytchUIClient } from '@stytch/vanilla-js-5'
    const client = ${client5}
    for (let at = 0; at < ${count}; at++) client.mountLogin({ elementId: '#login-' + at, config: { products: ['emailMagicLinks'], emailMagicLinksOptions: {} } })`,
})
