/**
 * Tests a host with a bundler: `latchkey/react` on real React, and the drop-in `latchkey/compat`,
 * from the built files.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  alertOf,
  codes,
  gone,
  LINKS,
  OPEN_LINK,
  SEND_CODE,
  SEND_LINK,
  until,
  VERIFY,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Visitor,
} from './visitors.ts'
import { bundle, bundledOnce, hostOf as page } from './reactHost.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

const application = `
  import { StrictMode, useState, version } from 'react'
  import { createRoot } from 'react-dom/client'
  import { LatchkeyClient, Login } from 'latchkey/react'

  const { publicToken, customBaseUrl, config, authenticateByUrl } = window.setUp
  const client = new LatchkeyClient(publicToken, { customBaseUrl })
  Object.assign(window, { client, version, events: [] })

  function App() {
    const [count, setCount] = useState(0)
    const [shown, setShown] = useState(true)
    return (
      <>
        <button onClick={() => setCount(count + 1)}>Rendered {count}</button>
        <button onClick={() => setShown(!shown)}>Toggle</button>
        {/* props that are new objects at every rendering, as hosts write them */}
        {shown && <Login client={client} config={{ ...config }} styles={{}} authenticateByUrl={authenticateByUrl}
          strings={{ 'login.title': 'Welcome ' + count }} callbacks={{ onEvent: ({ type }) => window.events.push(type + count) }} />}
      </>
    )
  }
  createRoot(document.querySelector('#app')).render(<StrictMode><App /></StrictMode>)
`

/**
 * A host that suspends, with more content of its own around the widget, which React hides until the
 * page's `comes` is called.
 */
const suspending = `
  import { lazy, Suspense, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { LatchkeyClient, LatchkeyProvider, Login, useUser } from 'latchkey/react'

  const { publicToken, customBaseUrl, config, authenticateByUrl } = window.setUp
  const client = new LatchkeyClient(publicToken, { customBaseUrl })
  window.events = []
  const late = (text) => lazy(() => new Promise((done) => { window.comes = () => done({ default: () => <p>{text}</p> }) }))
  const [Dashboard, Aside] = [late('Dashboard'), late('Aside')]

  function App() {
    const { user } = useUser()
    const [aside, show] = useState(false)
    return (
      <>
        <button onClick={() => show(true)}>More</button>
        <Suspense fallback={<p>One moment</p>}>
          <Login config={config} authenticateByUrl={authenticateByUrl} callbacks={{ onEvent: ({ type }) => window.events.push(type) }} />
          {user && <Dashboard />}
          {aside && <Aside />}
        </Suspense>
      </>
    )
  }
  createRoot(document.querySelector('#app')).render(<LatchkeyProvider client={client}><App /></LatchkeyProvider>)
`

const suspendingVersions = { 'React 19': bundledOnce(suspending), 'React 18': bundledOnce(suspending, 'react-18') }

/** The React versions that hosts use. */
const versions = { 'React 19': bundledOnce(application), 'React 18': bundledOnce(application, 'react-18') }

const asDropIn = bundle(`
  import { StytchUIClient, Products, OTPMethods, StytchEventType } from 'latchkey/compat'

  const { publicToken, customBaseUrl, config } = window.setUp
  const client = new StytchUIClient(publicToken, { customBaseUrl })
  window.events = []
  window.names = [Products.otp, OTPMethods.Email, StytchEventType.OTPsAuthenticate]
  window.client = client
  window.mount = (strings) => client.mountLogin({
    elementId: '#app', config, strings, callbacks: { onEvent: ({ type, data }) => window.events.push([type, Object.keys(data)]) },
  })
  window.mount()
`)

/**
 * Returns the events that the page has received, once there are `count`: a screen emits one after
 * it has been painted.
 */
const events = (visitor: Visitor, count: number) =>
  until(async () => {
    const received = await visitor.page.evaluate(() => (window as unknown as { events: unknown[] }).events)
    return received.length >= count ? received : undefined
  }, `${count} events`)

/** The widget stays hidden, whatever happens meanwhile, until the host's content has loaded. */
const hiddenUntilThere = async ({ page, idle }: Visitor, text: string, meanwhile = () => {}) => {
  await visible(page.getByText('One moment'))
  assert.not(await page.locator('.lk').isVisible())
  meanwhile()
  await idle()
  assert.not(await page.locator('.lk').isVisible())
  await page.evaluate(() => (window as unknown as { comes: () => void }).comes())
  await visible(page.getByText(text))
}

for (const [name, files] of Object.entries(suspendingVersions)) {
  visitingInAll(`on ${name}, hidden while the host loads content for the signed-in user`, async (arrive) => {
    const visitor = await arrive(page(await files(), { config: codes('email') }))
    const { page: tab } = visitor
    await widget(tab).email.fill(EMAIL)
    await widget(tab).continueWithEmail.click()
    await visible(widget(tab).codeAwaited)
    await tab.keyboard.type((await visitor.message()).code!)
    await hiddenUntilThere(visitor, 'Dashboard')
    await visible(widget(tab).success)
    assert.equal(await events(visitor, 3), ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })

  visitingInAll(`on ${name}, hidden during a call, and with a link that is being spent`, async (arrive) => {
    const visitor = await arrive({
      ...page(await files(), { config: LINKS, authenticateByUrl: true }),
      faults: [{ route: SEND_LINK, hold: 'mail' }],
    })
    const { page: tab } = visitor
    await widget(tab).email.fill(EMAIL)
    await widget(tab).continueWithEmail.click()
    await until(() => visitor.sent(SEND_LINK).length, 'the call')
    await tab.getByRole('button', { name: 'More' }).click()
    // The answer arrives while the widget is hidden.
    await hiddenUntilThere(visitor, 'Aside', () => visitor.emulator.release('mail'))
    await visible(widget(tab).checkYourEmail)
    await tab.goto((await visitor.message()).url!)
    await hiddenUntilThere(visitor, 'Dashboard')
    await visible(widget(tab).success)
    assert.equal(await events(visitor, 1), ['AUTHENTICATE_FLOW_COMPLETE'])
  })
}

for (const [name, files] of sample(Object.entries(versions))) {
  visiting(`on ${name}, under StrictMode: a sign-in by code keeps its state when the host renders`, async (arrive) => {
    const visitor = await arrive(page(await files(), { config: codes('sms') }))
    const { page: tab } = visitor
    const { phone, continueWithText, codeAwaited, enterPasscode, code, success } = widget(tab)
    await visible(tab.getByRole('heading', { name: 'Welcome 0' }))
    await phone.pressSequentially('21337')
    await tab.getByRole('button', { name: 'Rendered 0' }).click()
    await visible(tab.getByRole('heading', { name: 'Welcome 1' }))
    assert.is(await phone.inputValue(), '(213) 37')
    await phone.press('End')
    await phone.pressSequentially('34253')
    await continueWithText.click()
    await visible(codeAwaited)
    await tab.keyboard.type('12')
    await tab.getByRole('button', { name: 'Rendered 1' }).click()
    await visible(tab.getByRole('button', { name: 'Rendered 2' }))
    await visible(enterPasscode)
    assert.is(await code.inputValue(), '12')
    await code.fill((await visitor.message()).code!)
    await visible(success)
    assert.ok(await visitor.session())
    assert.match(await tab.evaluate(() => (window as any).version), name.slice(-2))
    assert.is(visitor.sent(SEND_CODE.replace('*', 'sms')).length, 1)
    assert.is(visitor.sent(VERIFY).length, 1)
    assert.equal(await events(visitor, 3), ['OTP_LOGIN_OR_CREATE1', 'OTP_AUTHENTICATE2', 'AUTHENTICATE_FLOW_COMPLETE2'])
    // On the host's own React, with nothing left when it unmounts.
    await tab.getByRole('button', { name: 'Toggle' }).click()
    await gone(tab.locator('.lk'))
    await tab.getByRole('button', { name: 'Toggle' }).click()
    await visible(phone)
  })

  visitingInAll(`on ${name}, under StrictMode: a link is spent once, and the component says so`, async (arrive) => {
    const visitor = await arrive({
      ...page(await files(), { config: LINKS, authenticateByUrl: true }),
      project: { pkce_required_for_email_magic_links: true },
    })
    const { page: tab } = visitor
    await widget(tab).email.fill(EMAIL)
    await tab.keyboard.press('Enter')
    await visible(widget(tab).checkYourEmail)
    await tab.goto((await visitor.message()).url!)
    await visible(widget(tab).success)
    await visible(tab.getByText('You have successfully logged in.'))
    await visitor.idle()
    assert.is(visitor.sent(OPEN_LINK).length, 1)
    assert.not.match(tab.url(), 'token')
    assert.equal(await events(visitor, 1), ['AUTHENTICATE_FLOW_COMPLETE0'])
  })

  visitingInAll(
    `on ${name}, under StrictMode: the log-in link of a reset mail is spent once, and a reload does not spend it again`,
    async (arrive) => {
      const visitor = await arrive(page(await files(), { config: { products: ['passwords'] }, authenticateByUrl: true }))
      const { page: tab } = visitor
      visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'Fjord-violin-walnut-72' }] })
      await tab.evaluate(
        async (email) => void (await (window as any).client.passwords.resetByEmailStart({ email, login_redirect_url: location.href })),
        EMAIL,
      )
      await tab.goto(/https?:\S+stytch_token_type=login/.exec((await visitor.message()).text)![0])
      await visible(widget(tab).success)
      assert.not.match(tab.url(), 'token')
      await tab.reload()
      await visible(widget(tab).email)
      await visitor.idle()
      assert.is(visitor.sent(OPEN_LINK).length, 1)
      assert.ok(await visitor.session())
    },
  )

  visitingInAll(`on ${name}: an error, an answer that arrives after unmount, and a wrong code`, async (arrive) => {
    const visitor = await arrive({
      ...page(await files(), { config: codes('email') }),
      // Like a host whose own fetch ignores signals.
      first: (page) =>
        page.addInitScript(() => {
          const { fetch } = window
          window.fetch = (input, init) => fetch(input, { ...init, signal: undefined })
        }),
    })
    const { page: tab } = visitor
    const { email, continueWithEmail, codeAwaited, code } = widget(tab)
    visitor.emulator.faults([{ route: SEND_CODE, status: 502, body: '<html>', times: 1 }])
    await email.fill(EMAIL)
    await continueWithEmail.click()
    assert.is(await alertOf(tab), 'Invalid response from our servers.')
    visitor.emulator.faults([{ route: SEND_CODE, hold: 'late', times: 1 }])
    await continueWithEmail.click()
    await until(() => visitor.sent(SEND_CODE.replace('*', 'email')).length === 2, 'the second call')
    await tab.getByRole('button', { name: 'Toggle' }).click()
    await gone(tab.locator('.lk'))
    assert.is(visitor.emulator.release('late'), 1)
    await visitor.idle()
    assert.equal(await events(visitor, 0), [])
    await tab.getByRole('button', { name: 'Toggle' }).click()
    await email.fill(EMAIL)
    await continueWithEmail.click()
    await visible(codeAwaited)
    const right = (await visitor.message(2)).code!
    await tab.keyboard.type(right === '000000' ? '000001' : '000000')
    assert.is(await alertOf(tab), 'Invalid passcode, please try again.')
    await code.fill(right)
    await visible(widget(tab).success)
  })
}

visiting("the drop-in has the provider's names, tag and messages, and mounting again keeps the visitor's screen", async (arrive) => {
  const visitor = await arrive(page(await asDropIn, { config: codes('email') }))
  const { page: tab } = visitor
  await visible(widget(tab).email)
  assert.is(await tab.locator('#app > stytch-ui').count(), 1)
  assert.equal(await tab.evaluate(() => (window as unknown as { names: string[] }).names), ['otp', 'email', 'OTP_AUTHENTICATE'])
  await widget(tab).email.fill(EMAIL)
  await tab.keyboard.press('Enter')
  await visible(widget(tab).codeAwaited)
  await tab.evaluate(() => (window as any).mount({ 'passcode.title': 'Your code, please' }))
  await visible(tab.getByRole('heading', { name: 'Your code, please' }))
  assert.is(await tab.locator('stytch-ui').count(), 1)
  await widget(tab).code.fill((await visitor.message()).code!)
  await visible(widget(tab).success)
  const heard = (await events(visitor, 3)) as [string, string[]][]
  assert.equal(
    heard.map(([type]) => type),
    ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  // The callback gets the tokens, but the page's event does not.
  for (const name of ['session_token', 'session_jwt', 'session', 'user']) assert.ok(heard[1]![1].includes(name), name)
  // docs/decisions/README.md#the-providers-name-appears-only-in-the-drop-in-entries
  const message = await tab.evaluate(() =>
    (window as any).client.otps.authenticate(7, 'x', { session_duration_minutes: 30 }).catch((error: Error) => error.message),
  )
  assert.is(message, 'Invalid call to stytch.otps.authenticate\nCode must be a string.')
})

test.run()
