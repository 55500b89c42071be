/**
 * Tests what a visitor sees when the provider, the network or the host's page fails
 * (docs/decisions/README.md#a-fault-never-leaves-a-dead-screen).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { inAll, sample } from '../harness/everything.ts'
import { mounted, timeIsUp, TIMEOUT, untimed, visiting, widget, words } from './troubles.ts'
import {
  alertOf,
  BOOTSTRAP,
  codes,
  drawn,
  each,
  inCode,
  LINKS,
  paced,
  SEND_CODE,
  SEND_LINK,
  slowTimers,
  until,
  VERIFY,
  visible,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const visitingInAll = inAll(visiting)

const EMAIL = 'ada@example.com'
const UNREACHABLE = words['error.unreachable']

const atCode = async (visitor: Visitor) => {
  const { email, continueWithEmail, codeAwaited } = widget(visitor.page)
  await email.fill(EMAIL)
  await continueWithEmail.click()
  await visible(codeAwaited)
  return (await visitor.message()).code!
}

const atLink = async (visitor: Visitor) => {
  await visitor.page.goto(visitor.site)
  await widget(visitor.page).email.fill(EMAIL)
  await widget(visitor.page).continueWithEmail.click()
  await visible(widget(visitor.page).checkYourEmail)
  return (await visitor.message(visitor.emulator.outbox().length)).url!
}

/** Opens the page again as a new visitor, except for what is `stored`. */
const startAgain = async ({ page, site }: Visitor, stored: Record<string, string> = {}) => {
  await page.context().clearCookies()
  await page.evaluate((stored) => {
    localStorage.clear()
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, stored)
  await page.goto(site)
}

visitingInAll('settings that arrive after 10 s: the form works within 5 s, with PKCE', async (arrive) => {
  // The time that a call waits for its settings. It is the only one of these below 5 s.
  const [patience, limit] = [4000, 20_000]
  const visitor = await arrive({ faults: [{ route: BOOTSTRAP, hold: 'the settings' }], first: untimed(patience, limit) })
  const { page } = visitor
  const { email, continueWithEmail, checkYourEmail } = widget(page)
  await email.fill(EMAIL)
  await continueWithEmail.click()
  await until(() => visitor.emulator.requests().some(({ path }) => path.includes('/bootstrap/')), 'the settings are asked for')
  await drawn(page)
  assert.is(visitor.sent(SEND_LINK).length, 0)
  await timeIsUp(page, patience)
  await visible(checkYourEmail)
  assert.ok(visitor.sent(SEND_LINK)[0].code_challenge)
  assert.is(visitor.emulator.release('the settings'), 1)
  await visitor.idle()
  await visible(checkYourEmail)
  assert.is(visitor.sent(SEND_LINK).length, 1)
})

/** A signed-in visitor on the way to their list of passkeys, which `GET /users/me` loads. */
const toPasskeys = (config: object = {}): Arrangement => ({
  html: inCode(
    {},
    { mount: 'mountPasskeyRegistration', config, strings: words },
    `await client.passwords.create({ email: '${EMAIL}', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })`,
  ),
})
const ME = 'GET /users/me'

visiting('Try again gets a new answer, not the cached one of a captive portal', async (arrive) => {
  const { page, emulator, sent } = await arrive(toPasskeys())
  const portal = { status: 200, body: '<!doctype html><p>Wi-Fi log-in', headers: { 'cache-control': 'public, max-age=600' } }
  emulator.faults([{ route: ME, times: 1, ...portal }])
  await page.getByRole('button', { name: words['button.skip'] }).click()
  assert.ok((await alertOf(page)).includes(words['error.invalidJson']))
  await widget(page).tryAgain.click()
  await visible(page.getByText(words['passkey.none']))
  assert.is(sent(ME).length, 2)
})

visitingInAll(
  "the provider gets the page's origin as referrer, but not its URL, even if the page sends its URL to everybody",
  async (arrive) => {
    const { page, emulator, site, idle } = await arrive({
      config: LINKS,
      headers: { 'referrer-policy': 'unsafe-url' },
      path: '/?private=1',
    })
    const { email, continueWithEmail, checkYourEmail } = widget(page)
    await email.fill(EMAIL)
    await continueWithEmail.click()
    await visible(checkYourEmail)
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until(() => emulator.events().length, 'the log')
    await idle()
    const told = emulator.requests().map(({ path, headers }) => [path.replace(/.*\//, ''), headers.referer])
    assert.ok(told.length >= 3)
    assert.equal(
      told,
      told.map(([path]) => [path, `${site}/`]),
    )
  },
)

visiting('without a network, a call says so, what was typed stays, and the next try works', async (arrive) => {
  const visitor = await arrive({ config: LINKS })
  const { email, continueWithEmail, checkYourEmail } = widget(visitor.page)
  await email.fill(EMAIL)
  await visitor.page.context().setOffline(true)
  await continueWithEmail.click()
  assert.is(await alertOf(visitor.page), words['error.offline'])
  assert.equal([await email.inputValue(), await email.getAttribute('aria-invalid')], [EMAIL, 'false'])
  await visitor.page.context().setOffline(false)
  await continueWithEmail.click()
  await visible(checkYourEmail)
})

const missing = async (page: Page, name: string) => {
  const pattern = `**/c/${name}*.js*`
  await page.context().route(pattern, (route) => route.fulfill({ status: 404 }))
  return () => page.context().unroute(pattern)
}

visiting('a method whose file cannot be loaded says so, the other method works, and Try again loads it', async (arrive) => {
  const visitor = await arrive({ path: null, config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms'] } } })
  const { page } = visitor
  const back = await missing(page, 'otp')
  await page.goto(visitor.site)
  assert.is(await alertOf(page), UNREACHABLE)
  await page.getByRole('tab', { name: words['tab.email'] }).click()
  await widget(page).email.fill(EMAIL)
  await page.getByRole('tab', { name: words['tab.text'] }).click()
  await widget(page).tryAgain.click()
  assert.is(await alertOf(page), UNREACHABLE)
  await back()
  await widget(page).tryAgain.click()
  assert.ok(await page.evaluate(() => document.activeElement!.matches('.lk')), 'the focus stays in the widget')
  await visible(widget(page).phone)
  await page.getByRole('tab', { name: words['tab.email'] }).click()
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
})

/** The chunks that a flow needs, and how its screen lets the visitor retry. */
const flows: {
  name: string
  chunks: string[]
  config: object
  start: (visitor: Visitor) => Promise<unknown>
  end: (page: Page) => Locator
}[] = [
  {
    name: 'requesting a link',
    chunks: ['engine', 'kit', 'emailMagicLinks'],
    config: LINKS,
    start: ({ page, site }) =>
      page
        .goto(site)
        .then(() => widget(page).email.fill(EMAIL))
        .then(() => widget(page).continueWithEmail.click()),
    end: (page) => widget(page).checkYourEmail,
  },
  {
    name: 'requesting a code',
    chunks: ['engine', 'methods', 'otp', 'kit', 'otpScreens'],
    config: codes('email'),
    start: async ({ page, site }) => {
      await page.goto(site)
      await Promise.race([widget(page).email.waitFor(), widget(page).tryAgain.waitFor()])
      if (await widget(page).tryAgain.isVisible()) return
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
    },
    end: (page) => widget(page).enterPasscode,
  },
  {
    name: 'arriving by a link',
    chunks: ['engine', 'kit', 'urlLogIn', 'emailMagicLinks'],
    config: LINKS,
    start: ({ page, emulator }) => page.goto(emulator.outbox().at(-1)!.url!),
    end: (page) => widget(page).success,
  },
]

for (const [at, { name, chunks, config, start, end }] of flows.entries()) {
  ;(at === 0 ? visiting : visitingInAll)(
    `${name} without one of the files shows a sentence, and works again once the file can be loaded`,
    async (arrive) => {
      const visitor = await arrive({ config })
      const { page } = visitor
      for (const chunk of chunks) {
        await startAgain(visitor)
        if (name === 'arriving by a link') await atLink(visitor)
        const back = await missing(page, chunk)
        await start(visitor)
        assert.is(await alertOf(page), UNREACHABLE, chunk)
        await back()
        const { tryAgain, continueWithEmail, email } = widget(page)
        if (await tryAgain.isVisible()) await tryAgain.click()
        else await continueWithEmail.click()
        // Without these two, the form itself was missing.
        if (['methods', 'otp'].includes(chunk)) {
          await email.fill(EMAIL)
          await continueWithEmail.click()
        }
        await visible(end(page))
      }
    },
  )
}

visitingInAll('a number is sent with its dial code if the parser cannot be loaded', async (arrive) => {
  const visitor = await arrive({ path: null, config: codes('sms') })
  const { page } = visitor
  await missing(page, 'numbers')
  await page.goto(visitor.site)
  await widget(page).phone.fill('213 373 4253')
  await widget(page).continueWithText.click()
  await visible(widget(page).enterPasscode)
  assert.is(visitor.sent(SEND_CODE.replace('*', 'sms'))[0].phone_number, '+12133734253')
})

const thrice = (button: Locator) =>
  button.evaluate((button: HTMLElement) => {
    for (let click = 0; click < 3; click += 1) button.click()
  })

const impatience: Record<string, (page: Page, button: Locator) => Promise<unknown>> = {
  'a double click': (_, button) => button.dblclick({ force: true }),
  'Enter and a click': async (page, button) => {
    await page.keyboard.press('Enter')
    await button.click({ force: true })
  },
  'three fast clicks': (_, button) => thrice(button),
}

visiting('impatience sends one request', async (arrive) => {
  const [link, code] = await Promise.all([arrive(), arrive({ config: codes('email'), first: slowTimers(2000) })])
  const sendCode = SEND_CODE.replace('*', 'email')
  /**
   * The visitor does this while waiting for the answer. Then the answer arrives and shows. There is
   * only one request.
   */
  const once = async (visitor: Visitor, route: string, how: string, press: () => Promise<unknown>, seen: Locator) => {
    const before = visitor.sent(route).length
    visitor.emulator.faults([{ route, hold: 'the answer' }])
    await press()
    await until(() => visitor.sent(route).length > before, `${route} is sent`)
    await drawn(visitor.page)
    visitor.emulator.faults([])
    visitor.emulator.release('the answer')
    await visible(seen)
    await visitor.idle()
    assert.is(visitor.sent(route).length - before, 1, `${how}: ${route}`)
  }
  for (const [how, press] of sample(Object.entries(impatience).reverse())) {
    await startAgain(link)
    await widget(link.page).email.fill(EMAIL)
    await once(link, SEND_LINK, how, () => press(link.page, widget(link.page).continueWithEmail), widget(link.page).checkYourEmail)

    await startAgain(code)
    const { email, continueWithEmail, enterPasscode, resend, success } = widget(code.page)
    await email.fill(EMAIL)
    await once(code, sendCode, how, () => press(code.page, continueWithEmail), enterPasscode)
    if (how === 'Enter and a click') await resend.focus()
    await once(code, sendCode, how, () => press(code.page, resend), code.page.getByRole('button', { name: words['passcode.codeSent'] }))
    await widget(code.page).code.focus()
    const typed = async () => {
      await code.page.keyboard.type(code.emulator.outbox().at(-1)!.code!)
      await code.page.keyboard.press('Enter')
      await code.page.keyboard.press('Enter')
    }
    await once(code, VERIFY, how, typed, success)
  }
})

/** Requests of the page that are under way, except the log's. */
const underWay = (page: Page) => {
  const open = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) open.add(request.url())
  })
  page.on('requestfinished', (request) => open.delete(request.url()))
  page.on('requestfailed', (request) => open.delete(request.url()))
  return open
}

visiting('leaving the screen during a call cancels it, and nothing follows', async (arrive) => {
  const visitor = await arrive({ config: codes('email') })
  const { page } = visitor
  const open = underWay(page)
  const code = await atCode(visitor)
  visitor.emulator.faults([{ route: VERIFY, hold: 'the answer' }])
  await page.keyboard.type(code)
  await visible(page.getByText(words['formField.passcode.status.verifying']))
  await until(() => visitor.sent(VERIFY).length, 'the call is under way')
  await widget(page).back.click()
  await visible(widget(page).main)
  await until(() => open.size === 0, 'no request is left')
  visitor.emulator.release('the answer')
  await visitor.idle()
  await visible(widget(page).main)
  assert.is(await widget(page).email.inputValue(), EMAIL)
  assert.equal(
    (await visitor.heard()).map(({ detail }) => detail.type),
    ['OTP_LOGIN_OR_CREATE'],
  )
  assert.is(await visitor.session(), undefined)
})

type Host = { mounted: { unmount: () => void; update: (props: object) => void }; client: any; props: any; reported: string[] }

const leaving: Record<string, (page: Page) => Promise<unknown>> = {
  'unmount()': (page) => page.evaluate(() => (window as unknown as Host).mounted.unmount()),
  'the host removing the element': (page) => page.evaluate(() => document.querySelector('#login')!.remove()),
  'the host emptying the element': (page) => page.evaluate(() => document.querySelector('#login')!.replaceChildren()),
}

for (const [how, leave] of Object.entries(leaving)) {
  ;(how === 'unmount()' ? visiting : visitingInAll)(`${how} during a call: nothing follows, and no request is left`, async (arrive) => {
    const visitor = await arrive(
      mounted(LINKS, {
        pages: (tag, provider) => ({
          '/codes': { html: inCode({ timeout: TIMEOUT }, { config: codes('email'), strings: words })(tag, provider) },
        }),
      }),
    )
    const { page, emulator, site } = visitor
    const open = underWay(page)
    const ask = async () => {
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
    }
    const steps = [
      { path: '/', route: SEND_LINK, start: ask },
      { path: '/codes', route: SEND_CODE.replace('*', 'email'), start: ask },
      { path: '/codes', route: VERIFY, start: async () => page.keyboard.type(await atCode(visitor)) },
    ]
    for (const { path, route, start } of steps) {
      await page.goto(site + path)
      emulator.faults([{ route, hold: 'the answer' }])
      const sent = visitor.sent(route).length
      await start()
      await until(() => visitor.sent(route).length > sent, 'the call is under way')
      const before = await visitor.heard()
      await leave(page)
      assert.is(await page.locator('[data-latchkey]').count(), 0, route)
      await until(() => open.size === 0, 'no request is left')
      emulator.release('the answer')
      await visitor.idle()
      assert.equal(await visitor.heard(), before, route)
      assert.is(await visitor.session(), undefined, route)
      assert.is(await page.locator('[data-latchkey]').count(), 0, route)
    }
  })
}

visitingInAll('100 mounts and unmounts leave no timer, listener or node behind', async (arrive) => {
  const visitor = await arrive({
    html: inCode({}, { config: codes('email'), strings: words }),
    first: (page) =>
      page.addInitScript(() => {
        const timers = new Set<unknown>()
        Object.assign(window, { timers })
        for (const kind of ['Timeout', 'Interval'] as const) {
          const set = window[`set${kind}`] as (act: () => void, ms?: number) => number
          const clear = window[`clear${kind}`]
          Object.assign(window, {
            [`set${kind}`](act: () => void, ms?: number) {
              const timer = set(() => {
                if (kind === 'Timeout') timers.delete(timer)
                act()
              }, ms)
              timers.add(timer)
              return timer
            },
            [`clear${kind}`](timer: number) {
              timers.delete(timer)
              clear(timer)
            },
          })
        }
      }),
  })
  const { page } = visitor
  await atCode(visitor)
  const devtools = await page.context().newCDPSession(page)
  const timers = () => page.evaluate(() => (window as unknown as { timers: Set<unknown> }).timers.size)
  const count = async () => {
    // The log has been sent, and nothing else is left to do.
    await until(async () => (await timers()) === 0, 'no timer is left')
    await visitor.idle()
    await devtools.send('HeapProfiler.collectGarbage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    return { nodes, jsEventListeners, timers: await timers() }
  }
  await page.evaluate(() => (window as unknown as Host).mounted.unmount())
  const cycle = () =>
    page.evaluate(async () => {
      const { client, props } = window as unknown as Host
      const mounted = client.mountLogin(props)
      // The first frame, and the work that follows it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      mounted.unmount()
    })
  await cycle()
  const before = await count()
  for (let at = 0; at < 100; at += 1) await cycle()
  const after = await count()
  // A few of Chromium's own come and go, but leaks of a hundred widgets would be thousands.
  assert.ok(after.jsEventListeners - before.jsEventListeners < 10, JSON.stringify({ before, after }))
  assert.ok(after.nodes - before.nodes < 50, JSON.stringify({ before, after }))
})

visitingInAll("a host's callback that throws is reported once, and the visitor notices nothing", async (arrive) => {
  const visitor = await arrive({
    html: inCode(
      {},
      { config: codes('email'), strings: words },
      `
      props.callbacks = { onEvent: ({ type }) => { throw new Error('host: ' + type) }, onError: () => { throw new Error('host: error') } }
      client.onStateChange(() => { throw new Error('host: state') })
    `,
    ),
    expected: /host: /,
  })
  const { page } = visitor
  await widget(page).email.fill('ada')
  await widget(page).continueWithEmail.click()
  await alertOf(page)
  await page.keyboard.type(await atCode(visitor))
  await visible(widget(page).success)
  assert.ok(await visitor.session())
  const complaints = () => visitor.complaints.filter((text) => text.includes('host: '))
  await until(() => complaints().length >= 5, 'what the callbacks threw is reported')
  await visitor.idle()
  const uncaught = complaints()
  assert.equal(uncaught.map((text) => text.replace(/^.*host: /, '')).sort(), [
    'AUTHENTICATE_FLOW_COMPLETE',
    'OTP_AUTHENTICATE',
    'OTP_LOGIN_OR_CREATE',
    'error',
    'state',
  ])
})

visiting("nobody notices that the log's endpoint is down or blocked", async (arrive) => {
  await each(['blocked', 'down', 'slow'], async (how) => {
    const visitor = await arrive({
      config: codes('email'),
      path: null,
      faults: [{ route: 'POST /events', ...(how === 'down' ? { status: 500, body: 'no' } : { hold: 'the log' }) }],
      first: async (page) => {
        // The time for which the log collects events.
        await paced(800, 800, 1 / 100)(page)
        if (how === 'blocked') await page.route('**/sdk/v1/events', (route) => route.abort('blockedbyclient'))
      },
    })
    const { page } = visitor
    const ending = { blocked: 'requestfailed', down: 'requestfinished', slow: 'request' }[how] as 'request'
    const noted = page.waitForEvent(ending, (request) => request.url().endsWith('/events') && request.method() === 'POST')
    await page.goto(visitor.site)
    const code = await atCode(visitor)
    await noted
    await page.keyboard.type(code)
    await visible(widget(page).success)
    assert.equal(
      (await visitor.heard()).filter(({ type }) => type === 'latchkey:error'),
      [],
    )
  })
})

test.run()
