/** Latchkey as its hosts load it: the snippet with preload links, the bare script tag, and the npm package's module. */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { journeys, snippetOf } from '../journeys.ts'
import { hostPage } from '../page.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// A build that ends in the middle of a run does not change what is measured.
const embed = join(root, '.cache/bench/embed')
rmSync(embed, { recursive: true, force: true })
cpSync(join(root, 'dist/embed'), embed, { recursive: true })
const chunks = JSON.parse(readFileSync(join(embed, 'chunks.json'), 'utf8'))

const own = { kind: 'ours', files: { 'embed/': embed }, provider: true, methods: 'all seven' }

const tag = (journey, api) =>
  snippetOf(journey, { publicToken: 'public-token-test-bench', element: '#login', base: 'embed/', baseUrl: api }, chunks)

const preloaded = (id, name, journey) => ({
  ...own,
  id,
  name,
  page: ({ api }) => hostPage({ head: tag(journey, api), language: journey.language }),
})

/** Each journey, by the snippet that we print for it. */
export const latchkeyJourneys = journeys.map((journey) => ({
  ...preloaded(`latchkey-${journey.id}`, 'Latchkey, snippet', journey),
  journey: journey.id,
  wanted: journey.wanted,
}))

/** The first journey without the snippet's preload links. */
export const bare = {
  ...own,
  id: 'latchkey-bare',
  name: 'Latchkey, bare script tag',
  page: ({ api }) => hostPage({ head: tag(journeys[0], api).replace(/<link[^>]*>\s*/g, '') }),
}

/** A page with `elements` in it, whose script is the host's own, on the module: `script` sees `client`. */
const scripted = (id, name, elements, script) => ({
  ...own,
  id,
  name,
  page: ({ api }) =>
    hostPage({
      head: '<link rel="modulepreload" href="embed/widget.js">',
      login: elements,
      scripts: `<script type="module">
    import { LatchkeyClient } from './embed/widget.js'
    const client = new LatchkeyClient('public-token-test-bench', { customBaseUrl: '${api}' })
    ${script}</script>`,
    }),
})

/** For the tables of growth: providers on one form, forms on one page, passkeys of one visitor. */
export const latchkeyProviders = (types) =>
  preloaded(`latchkey-providers-${types.length}`, 'Latchkey', {
    config: { products: ['oauth'], oauthOptions: { providers: types.map((type) => ({ type })) } },
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
    '<div id="login"></div>',
    `await client.passwords.authenticate({ email: 'passkeys-${count}@example.com', password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 })
    client.mountPasskeyRegistration({ elementId: '#login' })
    const skip = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Skip')
      if (button) { clearInterval(skip); button.click() }
    }, 10)`,
  ),
  wanted: { item: count },
})
