/** Latchkey as its hosts load it: the snippet with preload links, the bare script tag, and the npm package's module. */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { snippet } from '../../src/snippet.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// A build that ends in the middle of a run does not change what is measured.
const embed = join(root, '.cache/bench/embed')
rmSync(embed, { recursive: true, force: true })
cpSync(join(root, 'dist/embed'), embed, { recursive: true })
const chunks = JSON.parse(readFileSync(join(embed, 'chunks.json'), 'utf8'))

export const emailLinks = { products: ['emailMagicLinks'] }

/** The configuration of each method, as the tables name it. */
export const configurations = {
  'e-mail link': emailLinks,
  'code by SMS or e-mail': { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } },
  password: { products: ['passwords'] },
  'social, 3 providers': { products: ['oauth'], oauthOptions: { providers: ['google', 'apple', 'github'].map((type) => ({ type })) } },
  'passkey and e-mail link': { products: ['passkeys', 'emailMagicLinks'] },
  wallets: { products: ['crypto'] },
  'all seven': {
    products: ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys'],
    oauthOptions: { providers: ['google', 'apple', 'github'].map((type) => ({ type })) },
    otpOptions: { methods: ['sms', 'whatsapp'] },
  },
}

const page = (
  head,
  body,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Log in</title>
<link rel="icon" href="data:,">${head}<main><div id="login"></div></main>${body}</html>`

const tag = ({ api, config }) =>
  snippet({ publicToken: 'public-token-test-bench', element: '#login', config, base: 'embed/', baseUrl: api }, chunks)

const own = { kind: 'ours', files: { 'embed/': embed }, provider: true, methods: 'all seven' }

export const preloaded = (id, name, config) => ({ ...own, id, name, page: ({ api }) => page(tag({ api, config }), '') })

export const bare = (id, name, config) => ({
  ...own,
  id,
  name,
  page: ({ api }) => page(tag({ api, config }).replace(/<link[^>]*>\s*/g, ''), ''),
})

/** A page with `elements` in it, whose script is the host's own, on the module: `script` sees `client`. */
const scripted = (id, name, elements, script) => ({
  ...own,
  id,
  name,
  page: ({ api }) =>
    page(
      '<link rel="modulepreload" href="embed/widget.js">',
      `${elements}<script type="module">
    import { LatchkeyClient } from './embed/widget.js'
    const client = new LatchkeyClient('public-token-test-bench', { customBaseUrl: '${api}' })
    ${script}</script>`,
    ),
})

const fields = { what: 'field', count: 1 }
const buttons = (count) => ({ what: 'button', count })

/** For the table of methods: `[method, contestant]`. */
export const latchkeyMethods = Object.entries(configurations).map(([method, config], at) => [
  method,
  {
    ...preloaded(`latchkey-${at}`, 'Latchkey', config),
    wanted: method === 'wallets' ? buttons(1) : method.startsWith('social') ? buttons(3) : fields,
  },
])

/** For the tables of growth: providers on one form, forms on one page, passkeys of one visitor. */
export const latchkeyProviders = (types) =>
  preloaded(`latchkey-providers-${types.length}`, 'Latchkey', {
    products: ['oauth'],
    oauthOptions: { providers: types.map((type) => ({ type })) },
  })

export const latchkeyWidgets = (count) =>
  scripted(
    `latchkey-widgets-${count}`,
    'Latchkey',
    Array.from({ length: count }, (_, at) => `<div id="login-${at}"></div>`).join(''),
    `for (let at = 0; at < ${count}; at++) client.mountLogin({ elementId: '#login-' + at, config: { products: ['emailMagicLinks'] } })`,
  )

/** Logs in as somebody who has them, and goes to their list. */
export const latchkeyPasskeys = (count) => ({
  ...scripted(
    `latchkey-passkeys-${count}`,
    'Latchkey',
    '',
    `await client.passwords.authenticate({ email: 'passkeys-${count}@example.com', password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 })
    client.mountPasskeyRegistration({ elementId: '#login' })
    const skip = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Skip')
      if (button) { clearInterval(skip); button.click() }
    }, 10)`,
  ),
  wanted: { what: 'item', count },
})

export const latchkey = [
  preloaded('latchkey', 'Latchkey, snippet', emailLinks),
  bare('latchkey-bare', 'Latchkey, bare script tag', emailLinks),
]
