/**
 * The log-ins: what a visitor does after the first screen, or without one. The bench times each
 * from one moment to another, on Latchkey and beside it.
 */

import type { SeedClient } from '../src/tools/emulator/index.ts'

/** `querySelector`, also in open shadow roots. */
export type Find = (selector: string) => HTMLInputElement | undefined

/** What Node does before a visit is measured. */
export interface Preparation {
  /** A page of the profile that is measured, on a fast network. */
  page: import('playwright-core').Page
  emulator: import('../src/tools/emulator/index.ts').Emulator
  /** The contestant's page. */
  url: string
}

export interface LogIn {
  /** Identifies its results, and the contestants that take part. */
  id: string
  /** From where to where, for tables. */
  name: string
  /**
   * Gets ready what the visit needs, and resolves with the URL to open. Default: the contestant's
   * page.
   */
  prepare?: (preparation: Preparation) => Promise<string>
  /** Part of the path of the call that the visitor waits for. */
  call?: string
  /**
   * An expression that is true in the page once the visitor can act. It can use `find`, which is
   * `querySelector` that looks into open shadow roots, too.
   */
  ready?: string
  /** Runs in the page once it is ready: what the visitor does first. */
  turn?: (find: Find) => Promise<unknown>
  /**
   * Runs in the page then: what the visitor does. The time counts from here. Default: it counts
   * from the navigation.
   */
  act?: (find: Find) => void
  /** An expression that is true in the page once the visitor is there. */
  done: string
  /**
   * Maximum time until the call leaves, until its answer has come (`answered`), until `done`, or
   * from the answer until `done` (`drawn`): a multiple of `base`, which is `done` of a contestant
   * of the log-ins or the time until the first screen of another one, or ms.
   */
  goal: { what: 'call' | 'answered' | 'done' | 'drawn'; base?: string; atMost: number }
}

const EMAIL = 'ada@example.com'
export const PASSWORD = 'vRIQomL!faE2S44s'

/** The one user of the log-ins. */
export const user = { emails: [{ email: EMAIL }], password: PASSWORD }

/** The app that asks for consent, and its request. */
export const app: SeedClient = {
  client_id: 'bench-app',
  client_name: 'An app',
  client_type: 'third_party_public',
  redirect_uris: ['https://app.example.test/cb'],
}
const request = { client_id: 'bench-app', redirect_uri: 'https://app.example.test/cb', response_type: 'code', scope: 'openid', state: 's' }
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const withQuery = (url: string, query: Record<string, string>) => `${url}&${new URLSearchParams(query)}`

const signedIn = `document.cookie.includes('stytch_session=')`
const drawnButton = (text: string) =>
  `[...document.querySelectorAll('button')].some((button) => button.textContent === '${text}' && button.checkVisibility())`
const emailField = `find('input[type=email]')`

/**
 * Fills the form in and submits it in the next task, as a password manager does. Some forms read
 * what they render, which they do in between.
 */
const enter = (find: Find) => {
  const field = find('input[type=email]')!
  // React reads a value that was set like this
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'ada@example.com')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  setTimeout(() => field.form!.requestSubmit())
}

/** Types for a second: the time itself is what this log-in has ahead of the others. */
const type = async (find: Find) => {
  const field = find('input[type=email]')!
  field.focus()
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise((resolve) => setTimeout(resolve, 1000))
}

/** Signs in on the contestant's page, with the client that it has as `window.client`. */
const signIn = async ({ page, url }: Preparation) => {
  await page.goto(url)
  await page.waitForFunction(() => 'client' in window)
  await page.evaluate(
    ([email, password]) => (window as any).client.passwords.authenticate({ email, password, session_duration_minutes: 30 }),
    [EMAIL, PASSWORD],
  )
}

const askForLink = async ({ emulator, url }: Preparation) => {
  const { origin, searchParams } = new URL(url)
  const answer = await emulator.fetch(
    new Request(`${searchParams.get('api')}/v1/magic_links/email/login_or_create`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, login_magic_link_url: origin, signup_magic_link_url: origin }),
    }),
  )
  if (!answer.ok) throw new Error(await answer.text())
  const token = new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')!
  return withQuery(url, { stytch_token_type: 'magic_links', token })
}

/** Goes to Google and comes back to `url`, where the visit begins. */
const goToGoogle = async ({ page, emulator, url }: Preparation) => {
  const start = url.replace(/\/[^/]*\/\?/, '/log-in-google-latchkey/?')
  emulator.project({ default_redirect_url: new URL('/nothing', url).href })
  // the site answers buttons that leave the page with nothing
  await page.route(/\/oauth\/google\/start/, async (route) => {
    const answer = await emulator.fetch(new Request(route.request().url()))
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() })
  })
  await page.goto(start)
  await page.getByRole('button', { name: 'Google' }).click()
  await page.getByLabel('Someone else').fill(EMAIL)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/nothing?*')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const { searchParams } = new URL(page.url())
  return withQuery(url, { stytch_token_type: 'oauth', token: searchParams.get('token')! })
}

export const logIns: LogIn[] = [
  {
    id: 'link',
    name: 'link opened, to a session',
    prepare: askForLink,
    call: '/magic_links/authenticate',
    done: signedIn,
    goal: { what: 'answered', base: 'log-in-link-headless', atMost: 0.75 },
  },
  {
    id: 'google',
    name: 'back from Google, to a session',
    prepare: goToGoogle,
    call: '/oauth/authenticate',
    done: signedIn,
    goal: { what: 'answered', base: 'log-in-google-headless', atMost: 0.75 },
  },
  {
    id: 'reset',
    name: 'link for a new password, to its form',
    prepare: async ({ url }) => withQuery(url, { stytch_token_type: 'reset_password', token: 'bench' }),
    done: `document.querySelector('input[type=password]')?.checkVisibility()`,
    goal: { what: 'done', base: 'latchkey-password', atMost: 1.15 },
  },
  {
    id: 'consent',
    name: 'page for consent, to the question',
    prepare: async (preparation) => {
      await signIn(preparation)
      return withQuery(preparation.url, { ...request, code_challenge: challenge, code_challenge_method: 'S256' })
    },
    call: '/authorize/start',
    done: drawnButton('Allow'),
    goal: { what: 'done', base: 'log-in-consent-headless', atMost: 1 },
  },
  ...(['link', 'code'] as const).flatMap((product): LogIn[] => [
    {
      id: `enter-${product}`,
      name: `Enter as soon as the form for a ${product} can be used, to the call`,
      call: '/login_or_create',
      ready: emailField,
      act: enter,
      done: `!${emailField}`,
      goal: { what: 'call', atMost: 200 },
    },
    {
      id: `typed-${product}`,
      name: `Enter a second later, to the next screen behind the answer (${product})`,
      call: '/login_or_create',
      ready: emailField,
      turn: type,
      act: enter,
      done: `!${emailField}`,
      goal: { what: 'drawn', atMost: 50 },
    },
  ]),
  {
    id: 'session',
    name: 'page with a session, to the user',
    prepare: async (preparation) => (await signIn(preparation), preparation.url),
    done: `window.client?.user.getSync()`,
    goal: { what: 'done', base: 'log-in-session-headless', atMost: 1.15 },
  },
  {
    id: 'again',
    name: 'second visit with the cache of the first, to the form',
    prepare: async ({ page, url }) => {
      await page.goto(url)
      await page.locator('input[type=email]').waitFor()
      return url
    },
    done: `${emailField}?.checkVisibility()`,
    goal: { what: 'done', base: 'log-in-again-first', atMost: 0.75 },
  },
]
