/**
 * Walks through the playground's third-party app, its agent and the host's consent page, all served
 * by the released program.
 */
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OutboxMessage, RecordedRequest } from '../../src/tools/emulator/index.ts'
import { en } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { gone, pressCounts, until, visible, widget } from './visitors.ts'

let stop: () => void
let url: string

test.before(async () => {
  ;({ url, stop } = await startPlayground())
})

test.after(async () => {
  await closeBrowser()
  stop()
})

const control = async <Result>(method: string, name: string): Promise<Result> =>
  (await fetch(`${url}/_emulator/${name}`, { method })).json() as Promise<Result>

test.before.each(() => control('POST', 'reset'))

/**
 * Returns a function for tests that begin at this page. They fail if a page logs a warning or an
 * error.
 */
const beginsAt = (path: string) => (name: string, run: (page: Page) => Promise<void>) =>
  test(name, async () => {
    const { page, complaints } = await visit({ viewport: { width: 1000, height: 900 } })
    try {
      await page.goto(`${url}/${path}/`)
      await run(page)
      assert.equal(
        complaints.filter((text) => !/^Failed to load resource/.test(text)),
        [],
        'the page complained',
      )
    } finally {
      await page.context().close()
    }
  })

const atTheApp = beginsAt('app')
const atTheAgent = beginsAt('agent')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const signInAtHost = async (page: Page) => {
  await button(page, 'Sign in with the host').click()
  await page.waitForURL('**/consent/?**')
}

/** Logs in with an emailed link, which leads back to the app's request. */
const byMail = async (page: Page) => {
  await widget(page).email.fill('ada@example.com')
  await widget(page).continueWithEmail.click()
  const link = await until(async () => (await control<OutboxMessage[]>('GET', 'outbox')).at(-1)?.url, 'a mail')
  await page.goto(link)
}

/** Removes an app in the account, by a question with its name. */
const remove = async (page: Page, name: string) => {
  await button(page, `Remove: ${name}`).click()
  await visible(page.getByText(`Remove ${name}?`))
  await button(page, en['button.remove']).click()
  await gone(button(page, `Remove: ${name}`))
}

const signedIn = (page: Page) => visible(page.getByText('Hello, ada@example.com.'))

atTheApp('a visitor without a session logs in, returns to the same request and allows it, and the app checks the tokens', async (page) => {
  await signInAtHost(page)
  const asked = new URL(page.url()).search
  await byMail(page)
  await visible(page.getByRole('heading', { name: 'Sunny Notes wants to use your' }))
  assert.is(new URL(page.url()).search, asked)
  await visible(page.getByText('Read your notes'))
  await button(page, 'Allow').click()
  await signedIn(page)
  await visible(page.getByText('You have granted: openid, email, notes:read.'))
  assert.is(await page.locator('.checks li').count(), 4)
  await page.getByText('Claims of the id token').click()
  await visible(page.getByText('"aud"'))
  assert.is(new URL(page.url()).search, '')
  const exchanges = (await control<RecordedRequest[]>('GET', 'requests')).filter(({ path }) => path === '/v1/oauth2/token')
  assert.ok(exchanges.length <= 1)

  // Logs out at the host, who shows no question, because the id token says whose session it is.
  await button(page, 'Log out').click()
  await visible(page.getByText('You are logged out, here and at the host.'))
  const before = (await control<RecordedRequest[]>('GET', 'requests')).length
  await page.goto(`${url}/consent/`)
  await visible(page.getByRole('heading', { name: 'No app has asked yet' }))
  await visible(widget(page).email)
  const requested = async () => (await control<RecordedRequest[]>('GET', 'requests')).slice(before).map(({ path }) => path)
  // The log is sent last, and no call that needs a session comes before it.
  const paths = await until(async () => ((await requested()).some((path) => path.endsWith('/events')) ? requested() : undefined), 'the log')
  assert.equal(
    paths.filter((path) => !/\/(projects\/bootstrap|events)\b/.test(path)),
    [],
  )
})

atTheApp('the app lists the calls that it makes, as they happen', async (page) => {
  const calls = page.getByRole('region', { name: 'Calls' })
  await visible(calls.getByText('Nothing has happened yet.'))
  await signInAtHost(page)
  await byMail(page)
  await button(page, 'Allow').click()
  await signedIn(page)
  /** Status, method and path, without the time. */
  const lines = async () => (await calls.locator('.line').allInnerTexts()).map((line) => line.split('\n').slice(0, 2).join(' '))
  // Newest first. The emulator's own routes are no calls of the provider.
  const made = ['200 GET /.well-known/jwks.json', '200 POST /v1/oauth2/token']
  assert.equal(await lines(), made)
  await page.goto(`${url}/app/`)
  // The app asks the emulator before it shows anything.
  await visible(button(page, 'Sign in with the host'))
  assert.equal(await lines(), made, 'they outlive the page')
  await calls.getByRole('button', { name: 'Clear' }).click()
  await visible(calls.getByText('Nothing has happened yet.'))
  assert.equal(await lines(), [])
})

atTheApp('the consent page without a request says what it waits for, and offers a log-in that leads back to it', async (page) => {
  await page.goto(`${url}/consent/`)
  await visible(page.getByText('An app sends people here when they sign in'))
  await visible(page.getByRole('link', { name: 'Start at the third-party app' }))
  await byMail(page)
  await visible(page.getByRole('heading', { name: en['account.title'] }))
  assert.is(await widget(page).email.count(), 0)
  assert.is(new URL(page.url()).pathname, '/consent/')
  await visible(page.getByText('You are signed in, so only the question is left.'))
})

atTheApp('an app with prompt=none gets no log-in form', async (page) => {
  const query = new URLSearchParams({ client_id: 'none-needed', redirect_uri: `${url}/app/`, prompt: 'none' })
  await page.goto(`${url}/consent/?${query}`)
  await visible(page.getByText(enPlain['idpConsent.noActiveSession']))
  assert.is(await widget(page).email.count(), 0)
})

atTheApp('a log-out that names the app only by its id token is not taken for a visit to the account', async (page) => {
  const hint = `x.${btoa(JSON.stringify({ aud: 'connected-app-test-sunny-notes' }))}.y`
  const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: `${url}/app/` })
  await page.goto(`${url}/consent/`)
  await byMail(page)
  await visible(page.getByRole('heading', { name: en['account.title'] }))
  await page.goto(`${url}/consent/?${query}`)
  await visible(page.getByRole('heading', { name: 'Log out?' }))
  assert.is(await page.getByRole('heading', { name: en['account.title'] }).count(), 0)
})

atTheApp('a code logs in without leaving the page', async (page) => {
  await signInAtHost(page)
  await page.getByRole('tab', { name: 'Text' }).click()
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  const code = await until(async () => (await control<OutboxMessage[]>('GET', 'outbox')).at(-1)?.code, 'a code')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type(code)
  await visible(button(page, 'Allow'))
})

atTheApp('deny, remembered consent, and an app whose consent is revoked', async (page) => {
  await signInAtHost(page)
  await byMail(page)
  await button(page, 'Deny').click()
  await visible(page.getByText('You have not let Sunny Notes in.'))
  await signInAtHost(page)
  await button(page, 'Allow').click()
  await signedIn(page)
  // The same request again shows no question.
  await page.goto(`${url}/app/`)
  await button(page, 'Sign in with the host').click()
  await signedIn(page)
  await page.goto(`${url}/consent/`)
  await remove(page, 'Sunny Notes')
  await page.goto(`${url}/app/`)
  await signInAtHost(page)
  await visible(button(page, 'Allow'))
})

atTheApp('an answer with the wrong state, or to no request, is refused', async (page) => {
  await page.goto(`${url}/app/?code=stolen&state=x`)
  await visible(page.getByRole('alert').filter({ hasText: 'This tab has begun no sign-in' }))
  await page.evaluate(() => sessionStorage.setItem('sunny-notes', JSON.stringify({ state: 'a', nonce: 'b', verifier: 'c'.repeat(43) })))
  await page.goto(`${url}/app/?code=stolen&state=x`)
  await visible(page.getByRole('alert').filter({ hasText: 'state' }))
})

/** What axe finds on a page, light and dark, and whether it fits into 320 px. */
const look = async (page: Page, what: string) => {
  // Messages appear with an animation, and buttons change their color with one.
  const settled = () =>
    page.waitForFunction(() => document.getAnimations().every(({ effect }) => effect!.getComputedTiming().endTime === Infinity))
  await page.emulateMedia({ colorScheme: 'light' })
  await settled()
  assert.equal(await findingsOfAxe(page), [], `${what}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled()
  assert.equal(await findingsOfAxe(page, COLORS), [], `${what}, dark`)
  await page.setViewportSize({ width: 320, height: 700 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${what} at 320 px`)
  const shots = process.env.LATCHKEY_SHOTS
  if (shots) await page.screenshot({ path: `${shots}/app-${what}-320.png`, fullPage: true })
  await page.setViewportSize({ width: 1000, height: 900 })
  if (shots) await page.screenshot({ path: `${shots}/app-${what}.png`, fullPage: true })
}

atTheApp('axe finds nothing on the app and the consent page, and nothing is cut off at 320 px', async (page) => {
  await visible(button(page, 'Sign in with the host'))
  await look(page, 'the app')
  await signInAtHost(page)
  await visible(widget(page).email)
  await look(page, 'log-in')
  await byMail(page)
  await pressCounts(button(page, 'Allow'))
  await look(page, 'consent')
  await button(page, 'Allow').click()
  await signedIn(page)
  await look(page, 'signed in')
  await page.goto(`${url}/consent/`)
  await visible(button(page, 'Remove: Sunny Notes'))
  await look(page, 'apps')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/consent/`)
  await visible(widget(page).email)
  await look(page, 'nothing asked')
})

/** The row of a tool. */
const row = (page: Page, name: string) => page.locator('.tools li', { has: page.getByText(name, { exact: true }) })

/** Has the agent call a tool, and returns what came of it. */
const callTool = async (page: Page, name: string) => {
  const called = page.getByRole('region', { name: 'Calls' }).getByText(`tools/call ${name}`, { exact: true })
  const before = await called.count()
  await button(page, `Call ${name}`).click()
  await until(async () => (await called.count()) > before, 'the call')
  return row(page, name).getByRole('status').innerText()
}

const currentStep = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]').allInnerTexts()

atTheAgent('an agent asks for two tools, and can call the one that it gets until its access ends in the account', async (page) => {
  await visible(button(page, 'Let it ask'))
  assert.equal(await currentStep(page), ['It asks, you choose'])
  assert.is(await button(page, 'Call list_events').count(), 0)
  await button(page, 'Let it ask').click()
  await page.waitForURL('**/consent/?**')
  assert.is(new URL(page.url()).searchParams.get('resource'), 'https://calendar.example/mcp')
  await byMail(page)
  await visible(page.getByText('calendar.example', { exact: true }))
  await page.getByRole('checkbox', { name: 'Add events to your calendar' }).uncheck()
  await button(page, 'Allow').click()

  await visible(row(page, 'list_events').getByText('Allowed', { exact: true }))
  await visible(row(page, 'add_event').getByText('Left out', { exact: true }))
  assert.is(new URL(page.url()).search, '')
  assert.equal(await currentStep(page), ['It calls both tools'])
  assert.match(await callTool(page, 'list_events'), 'Dentist')
  assert.match(await callTool(page, 'add_event'), 'Refused: the token lacks calendar:write.')
  assert.equal(await currentStep(page), ['You end its access'])

  await page.getByRole('link', { name: 'Open your account' }).click()
  await page.locator('summary').click()
  await visible(page.getByText('See your calendar', { exact: true }))
  assert.is(await page.getByText('Add events to your calendar').count(), 0, 'the account says what the agent may do, and nothing else')
  await remove(page, 'Almanac')
  await page.goto(`${url}/agent/`)
  await visible(row(page, 'list_events'))
  assert.equal(await currentStep(page), ['You end its access'], 'what it has done outlives the page')
  assert.match(await callTool(page, 'list_events'), 'Refused: the token is no longer valid.')
  assert.equal(await currentStep(page), [])
  assert.is(await page.locator('.steps .done').count(), 4)

  await button(page, 'Let it ask again').click()
  await visible(button(page, 'Allow'))
  assert.is(await page.getByRole('checkbox', { checked: true }).count(), 2)
})

atTheAgent('a visitor who lets the agent in by keyboard alone, with everything, sees it do everything', async (page) => {
  const focusOn = async (name: string | RegExp) => {
    const control = page.getByRole('button', { name, exact: true }).or(page.getByRole('checkbox', { name }))
    await until(async () => {
      await page.keyboard.press('Tab')
      return control.evaluate((element) => element === document.activeElement)
    }, String(name))
  }
  await focusOn('Let it ask')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/consent/?**')
  await byMail(page)
  await pressCounts(button(page, 'Allow'))
  await focusOn('See your calendar')
  await page.keyboard.press('Space')
  await focusOn('Add events to your calendar')
  await page.keyboard.press('Space')
  await until(() => button(page, 'Allow').isDisabled(), 'nothing is left to allow')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await focusOn('Allow')
  await pressCounts(button(page, 'Allow'))
  await page.keyboard.press('Enter')
  await visible(row(page, 'add_event').getByText('Allowed', { exact: true }))
  await focusOn('Call add_event')
  await page.keyboard.press('Enter')
  await visible(row(page, 'add_event').getByText('Added: water the plants at 18:00.'))
})

atTheAgent('an agent that is not let in says so, as does one with the answer to another request', async (page) => {
  await button(page, 'Let it ask').click()
  await page.waitForURL('**/consent/?**')
  await byMail(page)
  await button(page, 'Deny').click()
  await visible(page.getByRole('alert').filter({ hasText: 'You have not let the agent in.' }))
  assert.is(await button(page, 'Call list_events').count(), 0)
  await page.goto(`${url}/agent/?code=stolen&state=x`)
  await visible(page.getByRole('alert').filter({ hasText: 'This tab has not asked' }))
})

atTheAgent('axe finds nothing on the page of the agent, and nothing is cut off at 320 px', async (page) => {
  await visible(button(page, 'Let it ask'))
  await look(page, 'agent')
  await button(page, 'Let it ask').click()
  await page.waitForURL('**/consent/?**')
  await byMail(page)
  // it takes a color when the visitor has seen the question
  await visible(page.locator('.lk-primary:not([aria-disabled=true])'))
  await look(page, 'agent-consent')
  await page.getByRole('checkbox', { name: 'Add events to your calendar' }).uncheck()
  await button(page, 'Allow').click()
  await visible(row(page, 'list_events'))
  await callTool(page, 'list_events')
  await callTool(page, 'add_event')
  await look(page, 'agent-called')
  await control('POST', 'reset')
  await button(page, 'Call list_events').click()
  await visible(page.getByRole('alert'))
  await look(page, 'agent-forgotten')
})

test.run()
