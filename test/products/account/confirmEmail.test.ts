/**
 * Tests a visitor whose host's own server wants their email address confirmed before they create a
 * passkey or let an app in: they confirm it in place, and what they wanted goes on.
 */
import { en } from '../../../src/strings/en.ts'
import type { StyleConfig } from '../../../src/ui/host/config.ts'
import type { Strings } from '../../../src/widget/messages.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import type { WidgetEvent } from '../../../src/ui/host/events.ts'
import { mail, newParent, open, provider, sent, idle } from '../../harness/login.ts'
import { screenIn, settled, until, type Screen } from '../../harness/screen.ts'
import '../../harness/everyFramework.ts'
import { device, EMAIL, password, prepare } from './setUp.ts'

prepare(test)

const TITLE = 'Confirm your email address'
const CODE = 'POST /otps/email/send/secondary'
const noCodes = {
  route: CODE,
  status: 404,
  body: { status_code: 404, error_type: 'route_not_found', error_message: 'There is no such route.' },
}

/** A visitor who has signed up with a password, which proves nothing. */
const signUp = async () => {
  provider.project({ backend: true })
  const login = await open({ client: new LatchkeyClient({ backend: 'http://provider.test' }) })
  await login.client.passwords.create({ email: EMAIL, password, session_duration_minutes: 30 })
  return login
}
type Visitor = Awaited<ReturnType<typeof signUp>>

interface Journey {
  /** Mounts what the visitor uses. */
  mount: (client: LatchkeyClient, props: { elementId: HTMLElement; callbacks: object; strings: Strings; styles: StyleConfig }) => unknown
  /** The button that the server refuses; none if that is what the page begins with. */
  press?: string
  ends: (screen: Screen) => Promise<unknown>
}

const appRequest = () => {
  const redirect_uri = 'https://notes.example/cb'
  provider.seed({
    clients: [{ client_id: 'app-1', client_name: 'Sunny Notes', client_type: 'third_party', redirect_uris: [redirect_uri] }],
  })
  const query = new URLSearchParams({ client_id: 'app-1', redirect_uri, response_type: 'code', scope: 'openid', state: 's' })
  history.replaceState(null, '', `/consent?${query}`)
}

const hasPasskey = async () => {
  await until(() => device.passkeys.length, 'the passkey')
}
const journeys: Record<string, Journey> = {
  'a passkey': {
    mount: (client, props) => client.mountPasskeyRegistration(props),
    press: 'Create a Passkey',
    ends: async ({ see }) => {
      await hasPasskey()
      await see('Passkey successfully created!')
    },
  },
  'a passkey in the account': {
    mount: (client, props) => client.mountAccount(props),
    press: 'Create a Passkey',
    ends: hasPasskey,
  },
  consent: {
    mount(client, props) {
      appRequest()
      return client.mountIdentityProvider(props)
    },
    ends: ({ see }) => see('Sunny Notes'),
  },
}

const arrive = async ({ client }: Visitor, { mount }: Journey) => {
  const elementId = newParent()
  const events: WidgetEvent[] = []
  const errors: unknown[] = []
  mount(client, {
    elementId,
    strings: en,
    styles: { look: 'classic' },
    callbacks: { onEvent: (event: WidgetEvent) => events.push(event), onError: (error: unknown) => errors.push(error) },
  })
  const screen = screenIn(elementId)
  await until(screen.text, 'a screen')
  await settled()
  return { ...screen, events, errors }
}

for (const [what, journey] of Object.entries(journeys)) {
  const refused = async () => {
    const visitor = await signUp()
    const screen = await arrive(visitor, journey)
    if (journey.press) await screen.press(journey.press)
    await screen.see(TITLE)
    await screen.see(EMAIL)
    return { visitor, screen }
  }

  test(`${what}: a code confirms the address, and the visitor goes on`, async () => {
    const { screen } = await refused()
    assert.equal(screen.errors, [])
    await screen.press('Send an email')
    await screen.see('Enter passcode')
    await screen.type('input[autocomplete=one-time-code]', '000000')
    await screen.see('Invalid passcode')
    await screen.type('input[autocomplete=one-time-code]', (await mail()).code!)
    await journey.ends(screen)
    assert.equal(
      sent(CODE).map(({ email }) => email),
      [EMAIL],
    )
  })

  test(`${what}: a fast double press sends one email, and one that cannot be sent can be sent again`, async () => {
    const { screen } = await refused()
    provider.faults([{ route: CODE, drop: true, times: 1 }])
    await screen.press('Send an email')
    await screen.see('Unable to contact our servers.')
    const { length } = sent(CODE)
    const button = screen.button('Send an email')!
    button.click()
    button.click()
    await screen.see('Enter passcode')
    assert.is(sent(CODE).length, length + 1)
  })

  for (const opened of ['here, by Continue', 'in another tab'] as const) {
    test(`${what}: without codes, a link confirms it, opened ${opened}`, async () => {
      const { screen, visitor } = await refused()
      provider.faults([noCodes])
      await screen.press('Send an email')
      await screen.see('We have sent a link')
      const { url } = await mail()
      assert.is(new URL(url!).pathname, location.pathname)
      if (opened === 'in another tab') {
        // shares the session, as another tab does by storage
        await visitor.client.magicLinks.authenticate(new URL(url!).searchParams.get('token')!, { session_duration_minutes: 30 })
      } else {
        provider.faults([noCodes, { route: 'GET /users/me', drop: true, times: 1 }])
        await screen.press('Continue')
        await screen.see('Unable to contact our servers.')
        await screen.press('Continue')
        await screen.see('Your address is not confirmed yet.')
        await fetch('http://provider.test/sdk/v1/magic_links/authenticate', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-SDK-Client': '{}' },
          body: JSON.stringify({ token: new URL(url!).searchParams.get('token'), session_duration_minutes: 30 }),
        })
        await screen.press('Continue')
      }
      await journey.ends(screen)
    })
  }

  test(`${what}: a page without the log-in form spends the link, without a press where it began`, async () => {
    const { screen } = await refused()
    provider.faults([noCodes])
    await screen.press('Send an email')
    await screen.see('We have sent a link')
    const { url } = await mail()
    const next = new URL(url!)
    // another page of this browser: the first one is gone
    document.body.replaceChildren()
    await settled()
    const visitor = { client: new LatchkeyClient({ backend: 'http://provider.test' }) } as Visitor
    const page = await arrive(visitor, {
      ...journey,
      mount(client, props) {
        if (what === 'consent') appRequest()
        history.replaceState(
          null,
          '',
          location.pathname + location.search + (location.search ? '&' : '?') + next.searchParams.toString().replace(/^.*?(?=token=)/, ''),
        )
        return what === 'consent' ? client.mountIdentityProvider(props) : journey.mount(client, props)
      },
    })
    await until(
      () => sent('POST /magic_links/authenticate').length,
      () => 'the call ' + page.text() + location.href,
    )
    await until(() => !location.search.includes('token='), 'a URL without the token')
    if (journey.press) {
      await page.press(journey.press)
    }
    await journey.ends(page)
  })
}

for (const what of ['a passkey', 'a passkey in the account'] as const) {
  test(`${what}: back leads to where the visitor came from, and nothing goes on by itself`, async () => {
    const screen = await arrive(await signUp(), journeys[what]!)
    await screen.press('Create a Passkey')
    await screen.see(TITLE)
    await screen.press('Back')
    await until(() => screen.button('Create a Passkey'), 'the button')
    await idle()
    assert.equal([device.ceremonies.length, screen.errors], [0, []])
  })
}

test('a visitor who logs out meanwhile is led back', async () => {
  const visitor = await signUp()
  const screen = await arrive(visitor, journeys['a passkey']!)
  await screen.press('Create a Passkey')
  await screen.see(TITLE)
  await visitor.client.session.revoke()
  await screen.see('Cannot use PasskeyRegistration component')
})

test('where the browser wants another press for the passkey, the button has the focus and nothing is said', async () => {
  const visitor = await signUp()
  const screen = await arrive(visitor, journeys['a passkey']!)
  await screen.press('Create a Passkey')
  await screen.press('Send an email')
  await screen.see('Enter passcode')
  device.next.push({ fails: 'NotAllowedError' })
  await screen.type('input[autocomplete=one-time-code]', (await mail()).code!)
  await until(() => screen.button('Create a Passkey'), 'the button')
  await idle()
  assert.is(document.activeElement, screen.button('Create a Passkey'))
  assert.equal([screen.find('[role=alert]')?.textContent ?? '', screen.errors], ['', []])
})

test.run()
