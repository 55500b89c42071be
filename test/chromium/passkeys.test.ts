/**
 * Tests passkeys in a real browser with its virtual authenticator: creating, renaming and deleting
 * them; logging in with the button and by autofill; faults; by keyboard.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addAuthenticator } from '../harness/authenticator.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  alertOf,
  drawn,
  hostPage,
  pressCounts,
  PUBLIC_TOKEN,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Arrive,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const START = 'POST /webauthn/authenticate/start/primary'
const FINISH = 'POST /webauthn/authenticate'
const BUTTON = { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }
const AUTOFILL = { products: ['emailMagicLinks', 'passkeys'] }

/** A host's page with this script, which can use `client`. */
const page = (script: string, provider: string) =>
  hostPage(
    `<main><h1>A host</h1><div id="login"></div><div id="other"></div></main><script type="module">
    import { LatchkeyClient } from '/embed/widget.js'
    const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
    const heard = []
    const callbacks = { onEvent: ({ type }) => heard.push(type), onError: (error) => heard.push(error.code || error.message) }
    Object.assign(window, { client, told: heard, callbacks })
    ${script}
  </script>`,
  )
const mount = (config: object) =>
  `window.mounted = client.mountLogin({ elementId: '#login', config: ${JSON.stringify(config)}, callbacks })`

visiting('a page whose Permissions-Policy forbids passkeys offers none, and the console names the header', async (arrive) => {
  for (const [feature, offered] of [
    ['publickey-credentials-get=()', [0, 1]],
    ['publickey-credentials-create=()', [1, 0]],
    ['publickey-credentials-get=(self), publickey-credentials-create=(self)', [1, 1]],
  ] as const) {
    const {
      page: tab,
      site,
      leave,
      idle,
    } = await arrive({
      path: null,
      html: (_, provider) => page(`${mount(BUTTON)}; client.mountPasskeyRegistration({ elementId: '#other', callbacks })`, provider),
      headers: { 'permissions-policy': feature },
      expected: /Permissions-Policy/,
    })
    const lines: string[] = []
    tab.on('console', (line) => void lines.push(line.text()))
    await tab.goto(site)
    await visible(widget(tab).phone)
    await idle()
    const able = await tab.evaluate(async () => {
      const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      return ['get', 'create'].map((action) => Number(featurePolicy.allowsFeature(`publickey-credentials-${action}`)))
    })
    assert.equal(able, offered, 'the browser has read the header')
    assert.is(await tab.locator('#login').getByRole('button', { name: 'Login with a Passkey' }).count(), offered[0], feature)
    const named = lines.filter((text) => text.includes('Permissions-Policy forbids publickey-credentials-'))
    assert.is(named.length, 2 - offered[0] - offered[1], lines.join())
    await leave()
  }
})

interface Device {
  /** Sets whether somebody touches the device when it asks. */
  present: (yes: boolean) => Promise<unknown>
  verified: (yes: boolean) => Promise<unknown>
  /**
   * Sets whether it says in what it signs that nobody has touched it, and that it has verified
   * nobody, as when a browser creates a passkey by itself.
   */
  untouched: (yes: boolean) => Promise<unknown>
  credentials: () => Promise<{ credentialId: string; userName?: string; userDisplayName?: string }[]>
  /** Adds a passkey of this user that the provider does not know. */
  add: (userId: string) => Promise<unknown>
}

/** A visitor whose device keeps passkeys. With `registered`, it has one that signs them in. */
const arriveWith = async (
  arrive: Arrive,
  config: object,
  registered: boolean,
  more: Arrangement = {},
): Promise<Visitor & { device: Device }> => {
  const visitor = await arrive({
    html: (_, provider) => page('', provider),
    pages: (_, provider) => ({
      '/login': { html: page(mount(config), provider) },
      '/two': { html: page(`${mount(config)}; client.mountLogin({ elementId: '#other', config: ${JSON.stringify(config)} })`, provider) },
      '/passkeys': {
        html: page(`window.mounted = client.mountPasskeyRegistration({ elementId: '#login', config: {}, callbacks })`, provider),
      },
    }),
    ...more,
  })
  visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'vRIQomL!faE2S44s' }] })
  const { protocol, authenticatorId } = await addAuthenticator(visitor.page)
  const device: Device = {
    present: (enabled) => protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verified: (isUserVerified) => protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    untouched: (yes) => protocol.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBadUP: yes, isBadUV: yes }),
    credentials: async () => (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    async add(userId) {
      const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const credential = {
        credentialId: Buffer.from('unknown').toString('base64'),
        isResidentCredential: true,
        rpId: 'localhost',
        privateKey: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64'),
        userHandle: Buffer.from(userId).toString('base64'),
        signCount: 0,
      }
      await protocol.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
  const arrived = { ...visitor, device }
  if (registered) {
    await logIn(arrived)
    await visitor.page.evaluate(async () => {
      const { client } = window as any
      await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
      await client.session.revoke()
    })
  }
  return arrived
}

/** Signs the visitor in by other means, on the current page. */
const logIn = ({ page }: Visitor) =>
  page.evaluate(async (email) => {
    const { client } = window as any
    await client.passwords.authenticate({ email, password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 })
  }, EMAIL)

const goTo = ({ page, site }: Visitor, path: string) => page.goto(site + path)
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const told = ({ page }: Visitor): Promise<string[]> => page.evaluate(() => (window as any).told)
const names = ({ page }: Visitor) =>
  page.getByRole('textbox', { name: 'Name' }).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const registrations = (visitor: Visitor) =>
  visitor.page.evaluate(async () => (await (window as any).client.user.get()).webauthn_registrations.map(({ name }: any) => name))
const loggedIn = ({ page }: Visitor) => visible(page.getByText('Your Passkey has been successfully authenticated.'))

const toPasskeys = async (visitor: Visitor, registered = false) => {
  if (!registered) await logIn(visitor)
  await goTo(visitor, '/passkeys')
  await visible(button(visitor, 'Create a Passkey'))
}

visiting('creates a passkey by keyboard alone, renames it, creates no second one on this device, deletes it', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, false)
  const { page, device } = visitor
  await toPasskeys(visitor)
  const { keyboard } = page
  await button(visitor, 'Create a Passkey').focus()
  await keyboard.press('Enter')
  await visible(page.getByRole('heading', { name: 'Passkey successfully created!' }))
  await visible(page.locator('h2:focus'))
  await until(async () => (await names(visitor)).join() === 'Passkey 1', 'the list')
  await visible(page.getByText(/^New Chrome on \w+$/))
  assert.is((await device.credentials()).length, 1)

  // Past the title, which has the focus, to the first icon.
  await keyboard.press('Tab')
  assert.ok(await button(visitor, 'Rename: Passkey 1').evaluate((element) => element === document.activeElement))
  await keyboard.press('Enter')
  await until(() => page.locator('input:focus').count(), 'the field has the focus')
  assert.ok(await button(visitor, 'Done').isDisabled())
  await keyboard.type('My laptop')
  await keyboard.press('Enter')
  await until(async () => (await names(visitor)).join() === 'My laptop', 'the new name')
  assert.equal(await registrations(visitor), ['My laptop'])

  await button(visitor, 'Set up another Passkey').click()
  await button(visitor, 'Create a Passkey').click()
  assert.match(await alertOf(page), /^The Passkey cannot be created as it seems to be already registered\./)
  await button(visitor, 'Skip').click()

  await button(visitor, /^Delete: My laptop/).click()
  await visible(page.getByText('Once deleted, the passkey cannot be restored.'))
  await button(visitor, 'Cancel').focus()
  await keyboard.press('Enter')
  await until(
    () =>
      page
        .getByText('Once deleted')
        .count()
        .then((count) => !count),
    'the warning is gone',
  )
  assert.ok(await button(visitor, /^Delete: My laptop/).evaluate((element) => element === document.activeElement))
  await keyboard.press('Enter')
  // past the icon, to the button that names the passkey
  await keyboard.press('Tab')
  assert.ok(await button(visitor, 'Delete “My laptop”').evaluate((element) => element === document.activeElement))
  await keyboard.press('Escape')
  assert.ok(await button(visitor, /^Delete: My laptop/).evaluate((element) => element === document.activeElement))
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await pressCounts(button(visitor, 'Delete “My laptop”'))
  await keyboard.press('Enter')
  await visible(page.getByText('You have no passkeys yet.'))
  await until(async () => !(await registrations(visitor)).length, 'the deletion')
  // The browser has been notified, if it supports that, and no longer offers the passkey.
  if (await page.evaluate(() => 'signalUnknownCredential' in PublicKeyCredential)) {
    await until(async () => !(await device.credentials()).length, 'the device has forgotten it')
  }
  await button(visitor, 'Done').click()
  assert.equal(await told(visitor), ['PASSKEY_REGISTER', 'passkey_registered', 'PASSKEY_SKIP', 'PASSKEY_DONE'])
})

visiting('logs in with the button: one ceremony for a double click, and a sentence for a refusal', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, true, { project: { webauthn_user_verification: 'required' } })
  const { page } = visitor
  await goTo(visitor, '/login')
  await visitor.device.verified(false)
  await button(visitor, 'Login with a Passkey').click()
  assert.is(await alertOf(page), 'Unknown error occurred during passkey authentication. Please try again.')
  await visitor.device.verified(true)
  await button(visitor, 'Login with a Passkey').dblclick()
  await loggedIn(visitor)
  assert.is(visitor.sent(START).length, 2)
  assert.is(visitor.sent(FINISH).length, 1)
  assert.ok(await visitor.session())
  await until(async () => (await told(visitor)).length > 2, 'the events')
  assert.equal((await told(visitor)).slice(1), ['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
})

for (const enableShadowDOM of sample([false, true])) {
  visiting(`logs in by autofill${enableShadowDOM ? ' in a shadow root' : ''}, without a button`, async (arrive) => {
    const visitor = await arriveWith(arrive, { ...AUTOFILL, enableShadowDOM }, true)
    const { page, device } = visitor
    await device.present(false)
    await goTo(visitor, '/login')
    await until(() => visitor.sent(START).length, 'the wait')
    await visitor.idle()
    assert.is(await button(visitor, 'Login with a Passkey').count(), 0)
    assert.match((await widget(page).email.getAttribute('autocomplete'))!, /webauthn/)
    assert.is(visitor.sent(FINISH).length, 0)
    // Nobody can pick from a list that is not drawn. Instead, the device answers a request that
    // begins when somebody is present.
    await device.present(true)
    await page.reload()
    await loggedIn(visitor)
    assert.is(visitor.sent(FINISH).length, 1)
    // The last event is sent after the first frame of its screen.
    await until(async () => (await told(visitor)).length > 1, 'both events')
    assert.equal(await told(visitor), ['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  })
}

visitingInAll("a press of the host's own button replaces the waiting autofill with its prompt", async (arrive) => {
  const visitor = await arriveWith(arrive, AUTOFILL, true)
  const { page, device } = visitor
  await device.present(false)
  await goTo(visitor, '/login')
  await until(() => visitor.sent(START).length, 'the wait')
  await visitor.idle()
  await device.present(true)
  const outcome = await page.evaluate(() =>
    (window as any).client.webauthn.authenticate({ session_duration_minutes: 30 }).then(
      ({ status_code }: any) => status_code,
      (error: Error) => String(error),
    ),
  )
  // Whichever was first has signed in, and the other never shows an error.
  assert.ok(outcome === 200 || (await visitor.session()), outcome)
  assert.is(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0)
})

visitingInAll('two widgets on a page show no error, and one of them signs in', async (arrive) => {
  const visitor = await arriveWith(arrive, AUTOFILL, true)
  const { page, device } = visitor
  await device.present(false)
  await goTo(visitor, '/two')
  await until(() => visitor.sent(START).length === 2, 'both have begun')
  await visitor.idle()
  assert.is(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0)
  assert.equal(await told(visitor), [])
  await device.present(true)
  // The widget that gave way starts again when the visitor turns to it.
  await page.locator('#login input').focus()
  await visitor.idle()
  if (visitor.sent(START).length === 2) await page.locator('#other input').focus()
  await loggedIn(visitor)
  assert.is(await page.getByText('Your Passkey has been successfully authenticated.').count(), 1)
  assert.is(visitor.sent(FINISH).length, 1)
})

visitingInAll('with a hundred passkeys the buttons stay within reach, and the list scrolls', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, false, { profile: { viewport: { width: 320, height: 640 } } })
  const { page } = visitor
  const many = Array.from({ length: 100 }, (_, at) => ({
    webauthn_registration_id: `webauthn-registration-test-${at}`,
    domain: 'localhost',
    name: `Passkey ${at}`,
  }))
  await logIn(visitor)
  const user = await page.evaluate(() => (window as any).client.user.get())
  visitor.emulator.faults([{ route: 'GET /users/me', status: 200, body: { data: { ...user, webauthn_registrations: many } } }])
  await goTo(visitor, '/passkeys')
  await button(visitor, 'Skip').click()
  await until(async () => (await names(visitor)).length === 100, 'the list')
  const done = (await button(visitor, 'Done').boundingBox())!
  assert.ok(done.y + done.height < 640, `Done ends at ${done.y + done.height}`)
  const another = (await button(visitor, 'Set up another Passkey').boundingBox())!
  assert.ok(another.y + another.height < done.y)
  // the question makes the row higher, and is in view all the same
  await button(visitor, 'Delete: Passkey 4').click()
  const cancel = (await button(visitor, 'Cancel').boundingBox())!
  const list = (await page.getByRole('list', { name: 'Existing Passkeys' }).boundingBox())!
  assert.ok(cancel.y > list.y && cancel.y + cancel.height <= list.y + list.height, `Cancel ends at ${cancel.y + cancel.height}`)
  await button(visitor, 'Cancel').click()
  await button(visitor, 'Rename: Passkey 99').scrollIntoViewIfNeeded()
  await button(visitor, 'Rename: Passkey 99').click()
  await visible(page.locator('input:focus'))
  assert.is(await page.evaluate(() => document.scrollingElement!.scrollWidth), 320)
})

visitingInAll('a name looks like text until it is edited, also under forced colors', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, true)
  const { page } = visitor
  await page.emulateMedia({ forcedColors: 'active' })
  await logIn(visitor)
  await toPasskeys(visitor, true)
  await button(visitor, 'Skip').click()
  const name = page.getByRole('textbox', { name: 'Name' })
  const looks = () =>
    name.evaluate((input) => {
      for (const animation of document.getAnimations()) animation.finish()
      const { borderTopWidth, outlineStyle, boxShadow, color, font } = getComputedStyle(input)
      const around = getComputedStyle(input.parentElement!)
      return { borderTopWidth, outlineStyle, boxShadow, likeText: color === around.color && font === around.font }
    })
  const text = { borderTopWidth: '0px', outlineStyle: 'none', boxShadow: 'none', likeText: true }
  assert.equal(await looks(), text)
  await name.click()
  assert.equal(await looks(), text)
  await button(visitor, /^Rename/).click()
  await visible(page.locator('input:focus:not(:read-only)'))
  const { borderTopWidth, outlineStyle } = await looks()
  assert.equal([borderTopWidth, outlineStyle], ['1px', 'solid'])
})

const PASSWORD = 'vRIQomL!faE2S44s'
const UPGRADE = { products: ['passwords', 'passkeys'], passkeyOptions: { upgrade: true } }
const CREATED = 'A Passkey was created for you. Next time, you can log in with your fingerprint, face or screen lock.'
const REGISTER = 'POST /webauthn/register'

/**
 * Notes how the page asks for passkeys. With `unasked`, a request that no headless Chromium can
 * serve, for a passkey without a question, reaches the device as an ordinary one.
 */
const listening = (unasked: boolean) => (page: import('playwright-core').Page) =>
  page.addInitScript((unasked) => {
    const asked: string[] = []
    Object.assign(window, { asked })
    for (const kind of ['create', 'get'] as const) {
      const real = navigator.credentials[kind].bind(navigator.credentials)
      navigator.credentials[kind] = (options: any) => {
        const { mediation, uiMode, ...rest } = options
        const challenge = String(new Uint8Array(options.publicKey.challenge))
        asked.push(`${kind} ${mediation ?? uiMode ?? 'prompt'} ${challenge}`)
        return real(unasked && kind === 'create' ? rest : options) as any
      }
    }
  }, unasked)
const asked = ({ page }: Visitor): Promise<string[]> => page.evaluate(() => (window as any).asked)
const kinds = async (visitor: Visitor) => (await asked(visitor)).map((one) => one.split(' ').slice(0, 2).join(' '))

const byPassword = async (visitor: Visitor) => {
  const { page } = visitor
  await goTo(visitor, '/login')
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await page.locator('#password-input').fill(PASSWORD)
  await button(visitor, 'Continue').click()
  await visible(page.getByRole('heading', { name: 'Success!' }))
}

visitingInAll(
  'after a log-in by password the device gets a passkey without a question, the visitor is told, and it signs in',
  async (arrive) => {
    const project = { webauthn_user_presence: 'to_log_in' } as const
    const visitor = await arriveWith(arrive, UPGRADE, false, { project, first: listening(true) })
    const { page, device } = visitor
    // until then the field must not find a passkey
    await device.present(false)
    await device.untouched(true)
    await goTo(visitor, '/login')
    await visitor.idle()
    await device.present(true)
    await byPassword(visitor)
    const line = page.getByRole('status').filter({ hasText: CREATED })
    await visible(line)
    await until(async () => (await told(visitor)).length > 2, 'the events')
    assert.equal(await told(visitor), ['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE', 'PASSKEY_REGISTER'])
    assert.is((await device.credentials()).length, 1)
    assert.is((await kinds(visitor)).at(-1), 'create conditional')
    await drawn(page)
    assert.equal(await findingsOfAxe(page), [])

    // without a touch it signs nobody in
    const logIn = () =>
      page.evaluate(() =>
        (window as any).client.webauthn.authenticate({ session_duration_minutes: 30 }).then(
          () => 'signed in',
          ({ error_type }: any) => error_type,
        ),
      )
    assert.is(await logIn(), 'unable_to_auth_webauthn_registration')
    await device.untouched(false)
    assert.is(await logIn(), 'signed in')
  },
)

visitingInAll(
  'a provider that wants a touch refuses that passkey: the device forgets it, and the visitor reads nothing',
  async (arrive) => {
    const visitor = await arriveWith(arrive, UPGRADE, false, { first: listening(true), expected: /401/ })
    const { page, device } = visitor
    await device.untouched(true)
    await byPassword(visitor)
    await until(() => visitor.sent(REGISTER).length, 'the refusal')
    await until(async () => !(await device.credentials()).length, 'the device has forgotten it')
    await visitor.idle()
    assert.equal(await told(visitor), ['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
    assert.is(await page.getByText(CREATED).count(), 0)
  },
)

visitingInAll('an attempt that Chromium never answers delays nothing, ends for a prompt, and ends by itself after 5 s', async (arrive) => {
  const visitor = await arriveWith(arrive, UPGRADE, false, { first: async (page) => (await page.clock.install(), listening(false)(page)) })
  const { page } = visitor
  await byPassword(visitor)
  await until(async () => (await kinds(visitor)).includes('create conditional'), 'the attempt')
  assert.equal(await told(visitor), ['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  const register = () =>
    page.evaluate(() => (window as any).client.webauthn.register({ is_passkey: true }).then(({ status_code }: any) => status_code, String))
  assert.is(await register(), 200)
  assert.is(await page.getByText(CREATED).count(), 0)

  const upgrading = page.evaluate(() => (window as any).client.webauthn.upgrade())
  await until(async () => (await kinds(visitor)).filter((kind) => kind === 'create conditional').length === 2, 'the second attempt')
  await page.clock.runFor(5000)
  assert.is(await upgrading, null)
  assert.is(await page.evaluate(() => (window as any).client.webauthn.authenticate({ session_duration_minutes: 30 }).then(() => 1)), 1)
})

visitingInAll('the button signs in with what the device has, without a prompt for anything else', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, true, { first: listening(false) })
  await goTo(visitor, '/login')
  await button(visitor, 'Login with a Passkey').click()
  await loggedIn(visitor)
  assert.equal(await kinds(visitor), ['get immediate'])
})

visitingInAll('with nothing on the device the button prompts at once, with the same challenge, and then prompts first', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, false, { first: listening(false) })
  await goTo(visitor, '/login')
  await button(visitor, 'Login with a Passkey').click()
  await alertOf(visitor.page)
  assert.equal(await kinds(visitor), ['get immediate', 'get prompt'])
  const [first, second] = (await asked(visitor)).map((one) => one.split(' ')[2])
  assert.is(first, second)
  assert.is(visitor.sent(START).length, 1)
  await button(visitor, 'Login with a Passkey').click()
  await until(async () => (await kinds(visitor)).length > 2, 'the second press')
  assert.equal((await kinds(visitor)).slice(2), ['get prompt'])
})

visitingInAll("a host's own button signs in without a page, or goes on to the log-in page", async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, false, { first: listening(false) })
  const { page } = visitor
  const press = () =>
    page.evaluate(() =>
      (window as any).client.webauthn
        .authenticateImmediately({ session_duration_minutes: 30 })
        .then((answer: any) => answer?.webauthn_registration_id.slice(0, 21) ?? null),
    )
  assert.is(await press(), null)
  assert.equal(await kinds(visitor), ['get immediate'])
  assert.is(await visitor.session(), undefined)
  await logIn(visitor)
  await page.evaluate(async () => {
    const { client } = window as any
    await client.webauthn.register({ is_passkey: true })
    await client.session.revoke()
  })
  assert.is(await press(), 'webauthn-registration')
  assert.ok(await visitor.session())
})

for (const registered of [true, false]) {
  visitingInAll(
    `after a log-in by password the device ${registered ? 'keeps a passkey that' : 'forgets a passkey that no longer'} signs in`,
    async (arrive) => {
      const first = (page: import('playwright-core').Page) =>
        page.addInitScript(() => {
          const real = PublicKeyCredential as any
          const signal = real.signalAllAcceptedCredentials.bind(real)
          real.signalAllAcceptedCredentials = (about: any) => signal(about).then(() => Object.assign(window, { accepted: about }))
        })
      const visitor = await arriveWith(arrive, { products: ['passwords', 'passkeys'] }, registered, { first })
      const { page, device, emulator } = visitor
      await device.present(false)
      const { user_id } = await emulator.signIn({ email: EMAIL })
      if (!registered) await device.add(user_id)
      const [before] = await device.credentials()
      await byPassword(visitor)
      await until(() => page.evaluate(() => 'accepted' in window), 'the browser has been told')
      const base64url = (text: string, from: BufferEncoding) => Buffer.from(text, from).toString('base64url')
      assert.equal(await page.evaluate(() => (window as any).accepted), {
        rpId: 'localhost',
        userId: base64url(user_id, 'utf8'),
        allAcceptedCredentialIds: registered ? [base64url(before!.credentialId, 'base64')] : [],
      })
      assert.is((await device.credentials()).length, registered ? 1 : 0)
    },
  )
}

visitingInAll('a new name of the user reaches the device', async (arrive) => {
  const visitor = await arriveWith(arrive, BUTTON, false)
  await logIn(visitor)
  await visitor.page.evaluate(async () => {
    const { client } = window as any
    await client.webauthn.register({ is_passkey: true })
    await client.user.update({ name: { first_name: 'Ada', last_name: 'Lovelace' } })
  })
  const shown = async () => (await visitor.device.credentials()).map(({ userName, userDisplayName }) => [userName, userDisplayName])
  await until(async () => String(await shown()) === `${EMAIL},Ada Lovelace`, 'the new name')
})

test.run()
