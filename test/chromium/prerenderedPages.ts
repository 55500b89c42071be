/**
 * Pages with a form that the built `prerender` has rendered, for tests that decide when the widget
 * takes it over.
 */
import '../built/all.ts'
import type { Page, Route } from 'playwright-core'
import type { firstCall as FirstCall, prerender as Prerender, PrerenderOptions } from '../../src/prerender/index.tsx'
import { snippet, type SnippetOptions } from '../../src/tools/snippet/snippet.ts'
import { chunks } from './embedChunks.ts'
import { hostPage, PUBLIC_TOKEN, type Arrangement } from './visitors.ts'

export const { firstCall, prerender } = (await import(new URL('../../dist/prerender/index.js', import.meta.url).href)) as {
  firstCall: typeof FirstCall
  prerender: typeof Prerender
}

/** What a page says twice: to `prerender`, and to the widget. */
export type Settings = PrerenderOptions & { when?: SnippetOptions['when'] }

/**
 * The snippet with the form. `other` changes what the form was rendered from, so that it differs
 * from what the widget shows.
 */
export const prerenderedSnippet = (settings: Settings, provider: string, element = '#login', other: PrerenderOptions = {}): string => {
  const { config, styles, strings, language, nonce, when } = settings
  return snippet(
    {
      publicToken: PUBLIC_TOKEN,
      element,
      config: config as object,
      styles,
      strings: strings as Record<string, string>,
      language,
      nonce,
      when,
      baseUrl: provider,
      prerendered: prerender({ ...settings, ...other }),
    },
    chunks,
  )
}

/**
 * A page with a prerendered form and nothing that moves it. `change` changes the snippet, as a host
 * or a proxy may.
 */
export const prerenderedPage = (settings: Settings, change = (html: string) => html, other?: PrerenderOptions): Arrangement => ({
  path: null,
  html: (_, provider) =>
    hostPage(`<main><h1>A host</h1>${change(prerenderedSnippet(settings, provider, '#login', other))}<p>Below</p></main>`),
})

/**
 * Translates the buttons of a page as browsers do: Chromium wraps texts, the others change them in
 * place.
 */
export const translateButtons = (page: Page, way: 'wrapped' | 'in place') =>
  page.evaluate((way) => {
    for (const button of document.querySelectorAll('.lk button')) {
      const text = `${button.textContent} (traduit)`
      if (way === 'in place') button.firstChild!.nodeValue = text
      else button.replaceChildren(Object.assign(document.createElement('font'), { textContent: text }))
    }
  }, way)

/** Keeps a page's requests for some URLs waiting. Returns a function that lets them go on. */
export const holdRoute = async (page: Page, urls: string): Promise<() => void> => {
  const held: Route[] = []
  let isHeld = true
  await page.route(urls, (route) => (isHeld ? void held.push(route) : route.continue()))
  return () => {
    isHeld = false
    for (const route of held.splice(0)) void route.continue()
  }
}

/** Keeps the page's requests for the widget waiting. Returns a function that lets them go on. */
export const holdWidget = (page: Page) => holdRoute(page, '**/embed/widget.js*')

/** Resolves when the widget has taken over every prerendered form of the page. */
export const taken = (page: Page) =>
  page.waitForFunction(() => {
    const forms = [...document.querySelectorAll('[data-latchkey]')].map((element) => (element.shadowRoot ?? element).querySelector('.lk'))
    return forms.length > 0 && forms.every((form) => form && !form.closest('[data-prerendered]'))
  })
