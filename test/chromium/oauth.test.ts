/**
 * Tests social sign-in in a real browser: to the sign-in provider and back with PKCE, faults on the
 * way, and Google's One Tap with the emulator's stand-in for its script.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { timeIsUp, untimed } from './troubles.ts'
import {
  alertOf,
  BOOTSTRAP,
  each,
  hostPage,
  inCode,
  paced,
  slowTimers,
  UNREACHABLE,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const AUTHENTICATE = 'POST /oauth/authenticate'
const social = (...types: string[]) => ({ products: ['oauth'], oauthOptions: { providers: types.map((type) => ({ type })) } })
const PKCE = { project: { pkce_required_for_oauth: true } }

const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const otherSide = (page: Page) => page.getByRole('heading', { name: 'Log in with' })
const allow = async (page: Page) => {
  await page.getByLabel('Someone else').fill(EMAIL)
  await page.getByRole('button', { name: 'Allow' }).click()
}
/**
 * A host's page without redirect URLs in its configuration, so that visitors return to the
 * project's default, which is this page.
 */
const here = (config: object): Arrangement => ({
  html: (tag) => hostPage(`<main><h1>A host</h1><div id="login"></div></main>${tag}`),
  config,
  ...PKCE,
})
/**
 * The script tag's configuration needs the host's URL, which is known only when the host is
 * serving.
 */
const arriveAt = async (arrive: (arrangement?: Arrangement) => Promise<Visitor>, arrangement: Arrangement, path = '/?a=%20b#c') => {
  const visitor = await arrive({ ...arrangement, path: null })
  visitor.emulator.project({ default_redirect_url: visitor.site + path })
  await visitor.page.goto(visitor.site + path)
  return visitor
}

visiting('signs in at the provider and returns with PKCE, and the token is spent once and leaves the URL', async (arrive) => {
  const visitor = await arriveAt(arrive, here(social('google', 'apple')))
  const { page } = visitor
  await google(page).click()
  await visible(otherSide(page))
  assert.match(new URL(page.url()).searchParams.get('code_challenge')!, /^[\w-]{43}$/)
  await allow(page)
  await visible(widget(page).success)
  assert.is(page.url(), `${visitor.site}/?a=%20b#c`)
  const [{ token, code_verifier, session_duration_minutes }, ...others] = visitor.sent(AUTHENTICATE)
  assert.equal([typeof token, session_duration_minutes, others.length], ['string', 30, 0])
  assert.match(code_verifier, /^[\w.~-]{43,128}$/)
  assert.ok(await visitor.session())
  assert.equal(
    (await visitor.heard()).map(({ detail }) => detail.type),
    ['AUTHENTICATE_FLOW_COMPLETE'],
  )
  await page.reload()
  await visible(google(page))
  assert.is(visitor.sent(AUTHENTICATE).length, 1)
})

for (const [what, link, error, text] of [
  ['denies', 'Deny', 'access_denied', 'Google: cancelled. Try again, or choose another way.'],
  ['gets an error', 'Fail, as if Google had an error', 'server_error', 'Google could not log you in. Try again, or choose another way.'],
] as const) {
  visitingInAll(`a visitor who ${what} returns to a form that says so and works`, async (arrive) => {
    const set = here({ ...social('google'), products: ['oauth', 'emailMagicLinks'] })
    const visitor = await arriveAt(arrive, { ...set, expected: /google did not log in: server_error/ })
    const { page } = visitor
    await google(page).click()
    await page.getByRole('link', { name: link }).click()
    await visible(page.getByRole('status').filter({ hasText: text }))
    await visible(widget(page).email)
    assert.is(page.url(), `${visitor.site}/?a=%20b#c`)
    assert.equal(
      (await visitor.heard()).map(({ detail: { type, data } }) => [type, data]),
      [['OAUTH_NOT_COMPLETED', { provider_type: 'google', error, error_description: '' }]],
    )
    assert.equal(await findingsOfAxe(page), [])
    assert.is(visitor.sent(AUTHENTICATE).length, 0)
    await page.reload()
    await visible(google(page))
    assert.is(await page.getByText(text).count(), 0)
    await google(page).click()
    await allow(page)
    await visible(widget(page).success)
  })
}

visitingInAll('a token that arrives in another browser is refused, with a sentence and a way on', async (arrive) => {
  const visitor = await arriveAt(arrive, here(social('google')))
  const { page } = visitor
  await google(page).click()
  await visible(otherSide(page))
  // Equivalent to another browser, because this one has forgotten everything.
  await page.context().addInitScript(() => [localStorage, sessionStorage].forEach((store) => store.clear()))
  await allow(page)
  // it has forgotten that it began this, too
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await visible(widget(page).wrong)
  assert.match(await alertOf(page), /another browser.*start again here/)
  assert.not(await visitor.session())
  await widget(page).tryAgain.click()
  await visible(google(page))
})

visitingInAll('Back from the sign-in provider leads to a form that works, and a new proof key', async (arrive) => {
  const visitor = await arriveAt(arrive, here(social('google', 'github')))
  const { page } = visitor
  const challenges: (string | null)[] = []
  for (const name of ['Google', 'GitHub']) {
    await page.getByRole('button', { name: `Continue with ${name}` }).click()
    await visible(page.getByRole('heading', { name: `Log in with ${name}` }))
    challenges.push(new URL(page.url()).searchParams.get('code_challenge'))
    if (name === 'Google') await page.goBack()
  }
  assert.is(new Set(challenges).size, 2)
  await allow(page)
  await visible(widget(page).success)
})

visitingInAll('two tabs that sign in at the same time each have their own proof key', async (arrive) => {
  const visitor = await arriveAt(arrive, here(social('google')))
  const { page } = visitor
  const other = await visitor.tab('/?a=%20b#c')
  for (const tab of [page, other]) await google(tab).click()
  for (const tab of [page, other]) await visible(otherSide(tab))
  for (const tab of [page, other]) {
    await allow(tab)
    // somebody is signed in by now, and the page cannot know that it is the same person
    if (tab === other) await tab.getByRole('button', { name: 'Log in', exact: true }).click()
    await visible(widget(tab).success)
  }
})

visitingInAll('by keyboard alone, there and back', async (arrive) => {
  const visitor = await arriveAt(arrive, here({ ...social('google', 'apple'), products: ['oauth', 'emailMagicLinks'] }))
  const { page } = visitor
  const { keyboard } = page
  await visible(google(page))
  await keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement!.id), 'oauth-google')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await visible(page.getByRole('heading', { name: 'Log in with Apple' }))
  await page.getByLabel('Someone else').focus()
  await keyboard.type(EMAIL)
  await keyboard.press('Enter')
  await visible(widget(page).success)
  await visible(page.locator('h2:focus'))
})

visitingInAll('two clicks, three fast clicks, Enter and click: the page leaves once, and is busy until then', async (arrive) => {
  const visitor = await arriveAt(arrive, {
    ...here(social('google', 'apple')),
    faults: [{ route: BOOTSTRAP, hold: 'the settings' }],
    // The time that the redirect waits for the settings.
    first: slowTimers(4000),
  })
  const { page } = visitor
  let starts = 0
  page.on('request', (request) => {
    starts += Number(/\/oauth\/\w+\/start\?/.test(request.url()))
  })
  await google(page).click({ clickCount: 3 })
  assert.is(await google(page).getAttribute('aria-busy'), 'true')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue with Apple' }).click({ force: true })
  assert.is(starts, 0)
  await until(() => visitor.emulator.release('the settings'), 'the settings are asked for')
  await visible(page.getByRole('heading', { name: 'Log in with Google' }))
  assert.is(starts, 1)
})

visitingInAll('unavailable settings do not block the sign-in: within five seconds it leaves with a proof key', async (arrive) => {
  // The time that the redirect waits for its settings. It is the only one of these below five
  // seconds.
  const patience = 4000
  await each([{ drop: true }, { status: 502, body: '<h1>Bad gateway' }, { hold: 'no answer' }], async (fault) => {
    const first = untimed(patience)
    const visitor = await arriveAt(arrive, { ...here(social('google')), project: {}, faults: [{ route: BOOTSTRAP, ...fault }], first })
    await google(visitor.page).click()
    if (fault.hold) await timeIsUp(visitor.page, patience)
    await visible(otherSide(visitor.page))
    assert.ok(new URL(visitor.page.url()).searchParams.get('code_challenge'))
  })
})

visitingInAll('buttons that fail to load can be tried again, while the form keeps working', async (arrive) => {
  let broken = true
  const visitor = await arrive({
    config: { ...social('google'), products: ['oauth', 'emailMagicLinks'] },
    first: (page) => page.context().route('**/c/oauth.*.js*', (route) => (broken ? route.fulfill({ status: 404 }) : route.continue())),
  })
  const { page } = visitor
  assert.is(await alertOf(page), UNREACHABLE)
  await visible(widget(page).email)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await visible(google(page))
})

visitingInAll('logos beyond the four that load with the buttons share one file', async (arrive) => {
  const visitor = await arrive({ path: null, config: social('google', 'gitlab') })
  const { page } = visitor
  const files: string[] = []
  page.on('request', (request) => {
    files.push(/([^/]*)\.\w+\.js$/.exec(request.url())?.[1] ?? '')
  })
  await page.goto(visitor.site)
  await visible(page.locator('#oauth-gitlab path').first())
  assert.equal(
    files.filter((name) => /Logo/.test(name)),
    ['furtherLogos'],
  )
})

// Google One Tap

const noFedcm = (page: Page) => page.addInitScript(() => delete (window as { IdentityCredential?: unknown }).IdentityCredential)

/** A page with One Tap in this position; `more` are other products. */
const prompted = (position?: string, { fedcm = false, products = ['oauth', 'emailMagicLinks'], ...more }: any = {}): Arrangement => ({
  html: (tag, provider) =>
    inCode(
      { endpoints: { clientsideServicesIframeURL: `${provider}/clientside-services/index.html`, googleURL: `${provider}/gsi/client` } },
      {
        config: {
          products,
          oauthOptions: { providers: [{ type: 'google', one_tap: true, position }, { type: 'apple' }].slice(0, products.length) },
        },
        authenticateByUrl: true,
      },
      `props.config.oauthOptions.loginRedirectURL = props.config.oauthOptions.signupRedirectURL = location.origin + '/'
      window.errors = []
      props.config.enableShadowDOM = ${!!more.shadow}
      props.callbacks = { onError: (error) => errors.push(error.message) }`,
    )(tag, provider).replace('<div id="login"></div>', '<main><h1>A host</h1><div id="login"></div></main>'),
  ...more,
  first: async (page) => {
    if (!fedcm) await noFedcm(page)
    await more.first?.(page)
  },
})
const promptOf = (page: Page) => page.frameLocator('iframe[title^="Log in with Google"]')
const area = (page: Page) => page.locator('.lk-one-tap')
const errors = (page: Page) => page.evaluate(() => (window as unknown as { errors: string[] }).errors)

for (const shadow of sample([false, true])) {
  visiting(
    `One Tap, embedded${shadow ? ' in a shadow root' : ''}: 47 px and a spinner, then the prompt instead of the button, and the chosen account signs in`,
    async (arrive) => {
      const visitor = await arrive(
        prompted('embedded', { shadow, faults: [{ route: 'GET /gsi/status', hold: 'the prompt' }], first: slowTimers(5000) }),
      )
      const { page } = visitor
      await visible(area(page).getByRole('status'))
      assert.is((await area(page).boundingBox())!.height, 47)
      await until(() => visitor.emulator.release('the prompt'), 'the prompt is on its way')
      const choice = promptOf(page).getByRole('button', { name: 'Continue', exact: true })
      await visible(choice)
      await until(async () => (await area(page).boundingBox())!.height > 100, 'the area has the height of the prompt')
      assert.is(await area(page).getByRole('status').count(), 0)
      assert.is(await google(page).count(), 0)
      await visible(page.getByRole('button', { name: 'Continue with Apple' }))
      const [card, prompt] = [await page.locator('.lk-card').boundingBox(), await page.locator('iframe[title^="Log in"]').boundingBox()]
      assert.ok(prompt!.x >= card!.x && prompt!.x + prompt!.width <= card!.x + card!.width, 'the prompt is inside of the card')
      await promptOf(page).getByLabel('Someone else').fill(EMAIL)
      await choice.click()
      await visible(widget(page).success)
      assert.ok(await visitor.session())
    },
  )
}

visitingInAll('One Tap whose frame or script does not load: the ordinary button, and an error for the host', async (arrive) => {
  const frame = '**/clientside-services/service.js'
  await each(['**/gsi/client', frame], async (url) => {
    const visitor = await arrive(
      prompted('embedded', {
        first: async (page: Page) => {
          await page.context().route(url, (route) => route.abort())
          // The prompt's time limit: nothing else tells the page that a frame did not load.
          if (url === frame) await paced(5000, 5000, 1 / 20)(page)
        },
      }),
    )
    await visible(google(visitor.page))
    assert.is(await visitor.page.getByRole('alert').filter({ hasText: /./ }).count(), 0)
    assert.is((await errors(visitor.page)).length, 1)
  })
})

visitingInAll('One Tap floats with FedCM, and the button shows', async (arrive) => {
  const { page } = await arrive(prompted('floatingOrEmbedded', { fedcm: true }))
  await visible(google(page))
  await visible(promptOf(page).getByRole('button', { name: 'Close' }))
  assert.is(await page.locator('.lk iframe').count(), 0)
  assert.is(await area(page).count(), 0)
})

visitingInAll('One Tap forceLegacyEmbedded is embedded, even with FedCM', async (arrive) => {
  const { page } = await arrive(prompted('forceLegacyEmbedded', { fedcm: true }))
  await visible(page.locator('.lk iframe'))
  assert.is(await google(page).count(), 0)
})

visitingInAll('unmount removes the prompt, whether it shows or is still loading', async (arrive) => {
  for (const there of [true, false]) {
    const { page, emulator, idle, site } = await arrive(
      prompted('floating', { path: null, faults: there ? [] : [{ route: 'GET /gsi/status', hold: 'the prompt' }] }),
    )
    const onItsWay = page.waitForRequest(/\/gsi\/status/)
    await page.goto(site)
    await onItsWay
    if (there) await visible(promptOf(page).getByRole('button', { name: 'Close' }))
    await page.evaluate(() => (window as unknown as { mounted: { unmount(): void } }).mounted.unmount())
    emulator.faults([])
    emulator.release('the prompt')
    await idle()
    assert.is(await page.locator('iframe').count(), 0)
  }
})

test.run()
