/**
 * Who takes part in the log-ins (logIns.ts): Latchkey as its hosts load it, its own client in one
 * file, and the provider's SDK 6 with its screens and without.
 */
import { join } from 'node:path'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { bundleTag, hostPage } from '../page.ts'
import { chunks, embed, firstCallAt, firstCallOf, pageWithForm, root } from './latchkey.ts'
import type { Contestant } from './contestant.ts'

/** A contestant in a log-in, by the id of the log-in. */
export interface LogInContestant extends Contestant {
  logIn: string
}

const LINK: LoginConfig = { products: ['emailMagicLinks'] }
const GOOGLE: LoginConfig = { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }
const PASSWORDS: LoginConfig = { products: ['passwords'] }
const CODE: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

const common = { provider: true, methods: 'only those' } as const
const idOf = (logIn: string, who: string) => `log-in-${logIn}-${who}`
const api = 'new URL(document.baseURI).searchParams.get("api")'

/** Latchkey with its snippet. */
const withSnippet = (
  logIn: string,
  config: LoginConfig,
  { language, who = 'latchkey', ...more }: { language?: string; who?: string; cached?: boolean } = {},
): LogInContestant => ({
  ...common,
  ...more,
  kind: 'ours',
  id: idOf(logIn, who),
  name: language ? 'Latchkey, snippet, in French' : 'Latchkey, snippet',
  logIn,
  files: { 'embed/': embed },
  page: ({ api }) =>
    hostPage({
      head: snippet(
        {
          publicToken: 'public-token-test-bench',
          element: '#login',
          base: 'embed/',
          baseUrl: api,
          config,
          language,
          firstCall: firstCallOf(config, api),
        },
        chunks,
      ),
      language,
    }),
})

/** Latchkey with its form in the page's HTML. */
const inPage = (logIn: string, config: LoginConfig): LogInContestant => ({
  ...common,
  kind: 'ours',
  id: idOf(logIn, 'prerendered'),
  name: 'Latchkey, in the page',
  logIn,
  files: { 'embed/': embed },
  page: pageWithForm(config),
})

/** Latchkey as a module of the page. `script` is the host's code, which can use `client`. */
const asModule = (logIn: string, script = '', page?: 'consent'): LogInContestant => ({
  ...common,
  kind: 'ours',
  id: idOf(logIn, 'latchkey'),
  name: page ? 'Latchkey, snippet and module' : 'Latchkey, module',
  logIn,
  files: { 'embed/': embed },
  page: ({ api }) => {
    const call = firstCallAt(api, { page })
    return hostPage({
      head: page
        ? snippet({ element: '#login', base: 'embed/', page, firstCall: call }, chunks)
        : `<script>${call.script}</script><link rel="modulepreload" href="embed/widget.js">`,
      scripts: `<script type="module">
    import { LatchkeyClient } from './embed/widget.js'
    const client = window.client = new LatchkeyClient('public-token-test-bench', { customBaseUrl: '${api}' })
    ${script}</script>`,
    })
  },
})

/** `latchkey/headless` in one file, with these parts. */
const headless = (logIn: string, parts: string, script = ''): LogInContestant => ({
  ...common,
  kind: 'floor',
  id: idOf(logIn, 'headless'),
  name: 'latchkey/headless, one file',
  logIn,
  oneFile: true,
  source: `import { createClient, ${parts} } from ${JSON.stringify(join(root, 'dist/headless/index.js'))}
    const client = window.client = createClient('public-token-test-bench', { ${parts} }, { customBaseUrl: ${api} })
    ${script}`,
  page: () => hostPage({ scripts: bundleTag }),
})

const sdk = (logIn: string, who: string, name: string, source: string): LogInContestant => ({
  ...common,
  kind: 'peer',
  id: idOf(logIn, who),
  name,
  logIn,
  package: '@stytch/vanilla-js',
  bundler: 'vite',
  source,
  page: () => hostPage({ login: '<stytch-ui id="login"></stytch-ui>', scripts: bundleTag }),
})

/** The provider's SDK 6, with the screens of one product. */
const sdkScreens = (logIn: string, product: string, options: object, script = '') =>
  sdk(
    logIn,
    'stytch-6',
    "provider's SDK 6, screens",
    `import { StytchUI, createStytchClient, Products } from '@stytch/vanilla-js'
    customElements.define('stytch-ui', StytchUI)
    const client = window.client = createStytchClient('public-token-test-bench', { endpoints: { testAPIURL: ${api} } })
    document.getElementById('login').render({ client, config: { ...${JSON.stringify(options)}, products: [Products.${product}] } })
    ${script}`,
  )

/** The provider's SDK 6 without screens. */
const sdkHeadless = (logIn: string, script = '') =>
  sdk(
    logIn,
    'stytch-6-headless',
    "provider's SDK 6, headless",
    `import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'
    const client = window.client = new StytchHeadlessClient('public-token-test-bench', { endpoints: { testAPIURL: ${api} } })
    ${script}`,
  )

const spend = (namespace: string) => `const token = new URLSearchParams(location.search).get('token')
    if (token) client.${namespace}.authenticate(token, { session_duration_minutes: 30 })`

const ask = `const query = new URLSearchParams(location.search)
    if (query.has('client_id')) {
      await client.session.authenticate({ session_duration_minutes: 30 })
      await client.idp.oauthAuthorizeStart({ client_id: query.get('client_id'), redirect_uri: query.get('redirect_uri'), response_type: 'code', scopes: ['openid'] })
      document.getElementById('login').innerHTML = '<button>Allow</button>'
    }`

export const logInContestants: LogInContestant[] = [
  headless('link', 'session, magicLinks', spend('magicLinks')),
  withSnippet('link', LINK),
  withSnippet('link', LINK, { language: 'fr', who: 'latchkey-fr' }),
  inPage('link', LINK),
  sdkScreens('link', 'emailMagicLinks', { emailMagicLinksOptions: {} }, spend('magicLinks')),
  sdkHeadless('link', spend('magicLinks')),
  headless('google', 'session, oauth', spend('oauth')),
  withSnippet('google', GOOGLE),
  sdkHeadless('google', spend('oauth')),
  withSnippet('reset', PASSWORDS),
  headless('consent', 'session, passwords, idp', ask),
  asModule('consent', `if (location.search.includes('client_id')) client.mountIdentityProvider({ elementId: '#login' })`, 'consent'),
  ...['enter', 'typed'].flatMap((what) => [
    withSnippet(`${what}-link`, LINK),
    inPage(`${what}-link`, LINK),
    sdkScreens(`${what}-link`, 'emailMagicLinks', { emailMagicLinksOptions: {} }),
    withSnippet(`${what}-code`, CODE),
    sdkScreens(`${what}-code`, 'otp', { otpOptions: { methods: ['email'], expirationMinutes: 5 } }),
  ]),
  headless('session', 'session, passwords, user'),
  asModule('session'),
  sdkHeadless('session'),
  { ...withSnippet('again', LINK, { who: 'first' }), name: 'Latchkey, snippet, nothing cached' },
  withSnippet('again', LINK, { cached: true }),
]
