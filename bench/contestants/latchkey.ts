/**
 * Latchkey as its hosts load it: with the snippet and its preload links, with the bare script tag,
 * and as a module.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OAuthProvider } from '../../src/api/entities.ts'
import type { FirstCallOptions, PrerenderOptions } from '../../src/prerender/index.tsx'
import { snippet, type EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { journeys, snippetOf, type Journey } from '../journeys.ts'
import { hostPage } from '../page.ts'
import { brotli } from '../weights.ts'
import type { Contestant } from './contestant.ts'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// Measures a copy, so that a build during the run changes nothing.
export const embed = join(root, '.cache/bench/embed')
rmSync(embed, { recursive: true, force: true })
cpSync(join(root, 'dist/embed'), embed, { recursive: true })
export const chunks = JSON.parse(readFileSync(join(embed, 'chunks.json'), 'utf8')) as EmbedChunks

export const { firstCall, prerender } = (await import(join(root, 'dist/prerender/index.js'))) as Pick<
  typeof import('../../src/prerender/index.tsx'),
  'firstCall' | 'prerender'
>

/** The script that `latchkey snippet` prints for a page whose provider is at `api`. */
export const firstCallAt = (api: string, more: FirstCallOptions = { isAfterTag: true }) =>
  firstCall({ publicToken: 'public-token-test-bench', baseUrl: api, ...more })

/** The same, for a page with the form of a configuration. */
export const firstCallOf = (config: Journey['config'], api: string) =>
  firstCallAt(api, { config: config as FirstCallOptions['config'], hasForm: true, isAfterTag: true })

const own = { kind: 'ours', files: { 'embed/': embed }, provider: true, methods: 'all seven' } as const

/** The part of a journey that the script tag contains. */
type ScreenSource = Pick<Journey, 'config' | 'language'>

const tag = (journey: ScreenSource, api: string) =>
  snippetOf(
    journey,
    {
      publicToken: 'public-token-test-bench',
      element: '#login',
      base: 'embed/',
      baseUrl: api,
      firstCall: firstCallOf(journey.config, api),
    },
    chunks,
  )

const bySnippet = (id: string, name: string, journey: ScreenSource): Contestant => ({
  ...own,
  id,
  name,
  page: ({ api }) => hostPage({ head: tag(journey, api), language: journey.language }),
})

/** Each journey, with the snippet that Latchkey prints for it. */
export const latchkeyJourneys: Contestant[] = journeys.map((journey) => ({
  ...bySnippet(`latchkey-${journey.id}`, 'Latchkey, snippet', journey),
  journey: journey.id,
  controls: journey.controls,
}))

/** Journeys whose form the bench also measures as part of the page's HTML. */
const prerenderedJourneys = journeys.filter(({ id }) => ['link', 'google-link', 'password', 'email-code', 'sms-code'].includes(id))

/** A page with the form of a configuration in its HTML. */
export const pageWithForm =
  (config: Journey['config']) =>
  ({ api }: { api: string }) =>
    hostPage({
      login: snippet(
        {
          publicToken: 'public-token-test-bench',
          element: '#login',
          base: 'embed/',
          baseUrl: api,
          config,
          prerendered: prerender({ config: config as PrerenderOptions['config'] }),
          firstCall: firstCallOf(config, api),
        },
        chunks,
      ),
    })

/** Each of them, with the snippet that `latchkey snippet --prerender` prints. */
export const prerenderedForms: Contestant[] = prerenderedJourneys.map(({ id, config, controls }) => ({
  ...own,
  id: `prerendered-${id}`,
  name: 'Latchkey, in the page',
  journey: id,
  controls,
  prerendered: true,
  page: pageWithForm(config),
}))

/** What these forms add to a page. */
export const weighForms = () =>
  prerenderedJourneys.map(({ id, config }) => {
    const { html, style, script } = prerender({ config: config as PrerenderOptions['config'] })
    const page = brotli(Buffer.from(style + html)).length
    return { journey: id, page, script: brotli(Buffer.from(style + html + script)).length - page }
  })

/** The first journey without the snippet's preload links. */
export const bare: Contestant = {
  ...own,
  id: 'latchkey-bare',
  name: 'Latchkey, bare script tag',
  page: ({ api }) => hostPage({ head: tag(journeys[0]!, api).replace(/<link[^>]*>\s*/g, '') }),
}

/**
 * A page that contains `elements` and loads the module. `script` is the host's own code, which can
 * use `client`.
 */
const byScript = (id: string, name: string, elements: string, script: string): Contestant => ({
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

/** For the growth tables: one form with these providers. */
export const latchkeyProviders = (types: OAuthProvider[]) =>
  bySnippet(`latchkey-providers-${types.length}`, 'Latchkey', {
    config: { products: ['oauth'], oauthOptions: { providers: types.map((type) => ({ type })) } },
  })

/** For the growth tables: `count` forms on one page. */
export const latchkeyWidgets = (count: number) =>
  byScript(
    `latchkey-widgets-${count}`,
    'Latchkey',
    Array.from({ length: count }, (_, at) => `<div id="login-${at}"></div>`).join(''),
    `for (let at = 0; at < ${count}; at++) client.mountLogin({ elementId: '#login-' + at, config: { products: ['emailMagicLinks'] } })`,
  )

/** For the growth tables: logs in as a visitor with `count` passkeys, and opens their list. */
export const latchkeyPasskeys = (count: number): Contestant => ({
  ...byScript(
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
  controls: { item: count },
})
