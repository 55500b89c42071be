/**
 * Checks how a log-in goes on after, or without, its first screen: which files the page asks for,
 * in which round trips, before the call leaves or the next screen shows. The names of the files
 * come from src/widget/loading.ts. A file that is asked for after something that did not have to
 * come first is one round trip too many.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { forCalls, loadingOf } from '../../src/widget/loading.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { APP, CHALLENGE, policy } from '../../src/tools/states/states.ts'
import { chunks } from './embedChunks.ts'
import { filesIn, intercepted, tripsOfVisit, tripsUntil } from './roundTrips.ts'
import {
  drawn,
  hostPage,
  BOOTSTRAP,
  inCode,
  OPEN_LINK,
  patientLoader,
  PUBLIC_TOKEN,
  SEND_CODE,
  SEND_LINK,
  until,
  VERIFY,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'

const LINK = { products: ['emailMagicLinks'] }
const GOOGLE = { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }
const EMAIL_CODE = { products: ['otp'], otpOptions: { methods: ['email'] } }
const PASSWORDS = { products: ['passwords'] }

/** The files of these names, with all that they import, without those of `before`. */
const filesOf = (names: readonly string[], before: readonly string[] = []): string[] =>
  [...new Set(names.flatMap((name) => [chunks[name]!.file, ...chunks[name]!.imports]))].filter((file) => !before.includes(file)).sort()

/** What a page with the snippet of a configuration asks for first. */
const firstOf = (config: object) => filesOf(['embed', ...loadingOf(config).first])

/** A page with the snippet of a configuration. */
const withSnippet = (config: object, more: Arrangement = {}): Arrangement => ({
  path: null,
  async first(page) {
    await patientLoader(page)
    await intercepted(page)
  },
  html: (_, provider) =>
    hostPage(`<div id="login"></div>${snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider }, chunks)}`),
  ...more,
})

/** Whether the page has asked for this route of the provider. */
const asksFor = (route: string) => {
  const path = new RegExp(`^/sdk/v1${route.split(' ')[1]!.replace(/\*|:\w+/, '[\\w-]+')}$`)
  return (asked: string[]) => asked.some((one) => path.test(one))
}

/** The files of each round trip, without trips that fetch none. */
const filesOfTrips = (trips: string[][]) => trips.map(filesIn).filter((files) => files.length > 0)

/** Asks for a link in another tab, and returns its URL with the token. */
const askForLink = async (visitor: Visitor) => {
  const tab = await visitor.tab()
  await widget(tab).email.fill(EMAIL)
  await widget(tab).continueWithEmail.click()
  const { url } = await visitor.message()
  await tab.close()
  return url!
}

visiting('a link is opened: all files of its log-in are asked for at once, two files deep', async (arrive) => {
  const visitor = await arrive(withSnippet(LINK))
  const trips = await tripsOfVisit(visitor.page, await askForLink(visitor), asksFor(OPEN_LINK))
  const first = firstOf(LINK)
  assert.equal(filesOfTrips(trips), [first, filesOf(loadingOf(LINK).token.magic_links!, first)])
  assert.is(trips.length, 3)
  await visible(widget(visitor.page).success)
  assert.ok(await visitor.session())
})

visitingInAll('a link is opened on a page in French: its call waits for no words', async (arrive) => {
  const visitor = await arrive({
    ...withSnippet(LINK),
    html: (_, provider) =>
      hostPage(
        `<div id="login"></div>${snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config: LINK, language: 'fr', baseUrl: provider }, chunks)}`,
      ),
  })
  const { page, site } = visitor
  const trips = await tripsOfVisit(page, `${site}/?stytch_token_type=magic_links&token=abc`, asksFor(OPEN_LINK))
  assert.is(trips.length, 3)
  const first = filesOf(['embed', ...loadingOf(LINK, 'fr').first])
  assert.equal(trips.map(filesIn), [[], first, filesOf(loadingOf(LINK).token.magic_links!, first)])
})

visitingInAll('back from Google: all files of the log-in are asked for at once, two files deep', async (arrive) => {
  const visitor = await arrive(withSnippet(GOOGLE))
  const { page, site } = visitor
  visitor.emulator.project({ default_redirect_url: `${site}/nothing` })
  await page.goto(site)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByLabel('Someone else').fill(EMAIL)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/nothing?*')
  const url = page.url().replace('/nothing', '/')
  const trips = await tripsOfVisit(page, url, asksFor('POST /oauth/authenticate'))
  const first = firstOf(GOOGLE)
  assert.equal(filesOfTrips(trips), [first, filesOf(loadingOf(GOOGLE).token.oauth!, first)])
  assert.is(trips.length, 3)
  await visible(widget(page).success)
})

visitingInAll('a link for a new password: the files of its form are asked for at once', async (arrive) => {
  const visitor = await arrive(withSnippet(PASSWORDS))
  const { page, site } = visitor
  const isUsable = () => page.locator('input[type=password]').isVisible()
  const trips = await tripsOfVisit(page, `${site}/?stytch_token_type=reset_password&token=abc`, isUsable)
  const first = firstOf(PASSWORDS)
  assert.equal(filesOfTrips(trips), [first, filesOf(loadingOf(PASSWORDS).token.reset_password!, first)])
  assert.is(trips.length, 3)
})

for (const [type, config] of sample([
  ['magic_links', LINK],
  ['oauth', GOOGLE],
  ['reset_password', PASSWORDS],
] as const))
  visiting(
    `the loader asks for what a token of type ${type} needs before the widget has come, and for nothing without one`,
    async (arrive) => {
      const visitor = await arrive(withSnippet(config))
      const { page, site } = visitor
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.route('**/embed/widget.js', () => {})
      const first = firstOf(config)
      await page.goto(`${site}/?stytch_token_type=${type}&token=abc`, { waitUntil: 'commit' })
      const wanted = [...first, ...filesOf(loadingOf(config).token[type]!, first)].sort()
      await until(() => filesIn(asked).length >= wanted.length, 'all files')
      assert.equal(filesIn(asked), wanted)
      asked.length = 0
      await page.goto(`${site}/?token=abc`, { waitUntil: 'commit' })
      await until(() => filesIn(asked).length >= first.length, 'the first screen')
      await drawn(page)
      assert.equal(filesIn(asked), first)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )

/**
 * A page that mounts something in code, with the client of the script tag. At /signin it signs the
 * visitor in.
 */
const inCodeOfTag = (mount: string, props: object = {}): Arrangement => ({
  path: null,
  html: (_, provider) =>
    hostPage(`<div id="place"></div><script src="/embed/embed.js" async></script><script type="module">
      await new Promise((done) => (window.latchkey ? done() : document.querySelector('script').addEventListener('load', done)))
      const { LatchkeyClient } = await window.latchkey
      const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
      client.${mount}(${JSON.stringify({ elementId: '#place', ...props })})
    </script>`),
  pages: (_, provider) => ({ '/signin': { html: inCode({}, {})(_, provider) } }),
})

const signIn = async ({ page, site, emulator }: Visitor) => {
  emulator.seed({
    policy,
    clients: [{ ...APP, redirect_uris: ['https://app.example/cb'] }],
    users: [{ emails: [{ email: EMAIL }], password: PASSWORD }],
  })
  await page.goto(`${site}/signin`)
  await page.evaluate(
    ([email, password]) =>
      (window as unknown as { client: import('../../src/entries/index.ts').LatchkeyClient }).client.passwords
        .authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
        .then(() => {}),
    [EMAIL, PASSWORD],
  )
}

visitingInAll('a page for consent: its code comes at once, and both calls leave side by side', async (arrive) => {
  const visitor = await arrive(inCodeOfTag('mountIdentityProvider'))
  await signIn(visitor)
  const { page, site } = visitor
  const query = new URLSearchParams({
    client_id: 'app-1',
    redirect_uri: 'https://app.example/cb',
    code_challenge: CHALLENGE,
    response_type: 'code',
    scope: 'openid',
  })
  const trips = await tripsOfVisit(page, `${site}/?${query}`, () => page.getByRole('button', { name: 'Allow' }).isVisible())
  assert.equal(filesOfTrips(trips), [['embed.js'], ['widget.js'], filesOf([...forCalls, 'idp'], ['widget.js'])])
  // the page, the loader, the widget, its chunks, the calls
  assert.is(trips.length, 5)
})

for (const [mount, name] of sample([
  ['mountAccount', 'account'],
  ['mountSecondFactor', 'secondFactor'],
  ['mountPasskeyRegistration', 'registration'],
] as const))
  visiting(`${mount}: what its calls need comes beside the kit`, async (arrive) => {
    const visitor = await arrive(inCodeOfTag(mount, mount === 'mountSecondFactor' ? { methods: ['sms_otp'] } : {}))
    await signIn(visitor)
    const { page, site } = visitor
    const trips = await tripsOfVisit(page, site, asksFor('POST /sessions/authenticate'))
    const second = filesOf(forCalls, ['widget.js'])
    assert.equal(filesOfTrips(trips), [['embed.js'], ['widget.js'], second])
    const rest = await tripsOfVisit(page, site, () => page.locator('.lk-card h2').isVisible())
    assert.equal(filesOfTrips(rest), [['embed.js'], ['widget.js'], second, filesOf([name], ['widget.js', ...second])])
  })

visitingInAll('a page with a session: the code that checks it comes beside the engine', async (arrive) => {
  const visitor = await arrive(withSnippet(LINK, { pages: (_, provider) => ({ '/signin': { html: inCode({}, {})(_, provider) } }) }))
  await signIn(visitor)
  const trips = await tripsOfVisit(visitor.page, visitor.site, asksFor('POST /sessions/authenticate'))
  assert.equal(filesOfTrips(trips), [firstOf(LINK), filesOf(['engine', 'laterEngine'], ['widget.js'])])
})

/** Types an address and presses Enter, as a password manager does, in one step. */
const enterAtOnce = (page: Page) =>
  page.evaluate((email) => {
    const field = document.querySelector<HTMLInputElement>('input[type=email]')!
    field.focus()
    field.value = email
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.form!.requestSubmit()
  }, EMAIL)

for (const [name, config, route] of sample([
  ['a link', LINK, SEND_LINK],
  ['a code', EMAIL_CODE, SEND_CODE],
] as const)) {
  visiting(`Enter as soon as the form for ${name} can be used: one round trip, in which all files come`, async (arrive) => {
    const visitor = await arrive(withSnippet(config))
    const { page, site } = visitor
    let pressed = false
    const trips = await tripsOfVisit(page, site, async (asked) => {
      if (!pressed && (await page.locator('input[type=email]').isVisible())) {
        pressed = true
        await enterAtOnce(page)
        await drawn(page)
        await drawn(page)
        return false
      }
      return asksFor(route)(asked)
    })
    const [first, { touch, next }] = [firstOf(config), loadingOf(config)]
    const needed = filesOf(['engine', ...touch], first)
    // the page, its first screen, what the call needs, and the settings of the project, which the
    // engine asks for; beside those, what the next screen needs
    assert.equal(trips.map(filesIn), [[], first, needed, filesOf(next, [...first, ...needed])])
    assert.ok(asksFor(BOOTSTRAP)(trips[3]!))
  })

  visiting(`Enter after a while in the form for ${name}: no file is asked for before the call`, async (arrive) => {
    const visitor = await arrive({ ...withSnippet(config), path: '/' })
    const { page } = visitor
    await widget(page).email.pressSequentially(EMAIL)
    await visitor.idle()
    const trips = await tripsUntil(page, () => page.keyboard.press('Enter'), asksFor(route))
    assert.equal(trips, [])
  })
}

visitingInAll('the next screen and the last one come without a file', async (arrive) => {
  const visitor = await arrive({ ...withSnippet(EMAIL_CODE), path: '/' })
  const { page } = visitor
  await widget(page).email.pressSequentially(EMAIL)
  await visitor.idle()
  const sent = await tripsUntil(
    page,
    () => page.keyboard.press('Enter'),
    () => widget(page).codeAwaited.isVisible(),
  )
  // the question about a typing error keeps no screen waiting
  const hint = filesOf(['integrity', 'addressHint'])
  assert.equal(
    filesOfTrips(sent)
      .flat()
      .filter((file) => !hint.includes(file)),
    [],
  )
  await visitor.idle()
  const { code } = await visitor.message()
  const verified = await tripsUntil(page, () => page.keyboard.type(code!), asksFor(VERIFY))
  await visible(widget(page).success)
  assert.equal(filesOfTrips(verified), [])
})

test.run()
