/**
 * Tests mounting, updating and unmounting (docs/decisions/README.md#elements-and-ids-of-a-mount,
 * docs/decisions/README.md#the-widget-works-in-any-host-page).
 */
import '../harness/everyFramework.ts'
import { closeAll, idle, newClient, newParent, open, provider, reported, sent } from '../harness/login.ts'
import { screenIn, settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageState } from '../../src/browser/pageState.ts'
import { coreKey } from '../../src/client/core.ts'
import { kit } from '../../src/widget/firstScreenChunks.ts'
import { mount } from '../../src/widget/mount.tsx'

const test = suite('mount')
test.after.each(closeAll)

const TITLE = 'Sign up or log in'
const EMAIL = '#email-input'

const toConfirmation = async (login: Awaited<ReturnType<typeof open>>) => {
  await login.type('input', 'ada@example.com')
  await login.press('Continue with email')
  await login.see('Check your email')
}

test("a selector that matches nothing throws the provider's error", () => {
  assert.throws(
    () => newClient().mountLogin({ elementId: '#nowhere' }),
    (error: Error) =>
      error.message ===
      'The selector you specified (#nowhere) applies to no DOM elements that are currently on the page. ' +
        'Make sure the element exists on the page before calling mountLogin().',
  )
})

test('mounts into the element of a selector, after its content', async () => {
  const parent = newParent()
  parent.id = 'log-in'
  parent.append('Welcome')
  const client = newClient()
  const handle = client.mountLogin({ elementId: '#log-in' })
  await until(() => parent.querySelector('form'), 'a form')
  assert.is(parent.firstChild!.textContent, 'Welcome')
  const element = parent.lastElementChild as HTMLElement
  assert.equal([element.tagName, element.dataset.latchkey], ['DIV', 'mountLogin'])
  handle.unmount()
  assert.is(parent.textContent, 'Welcome')
})

test('mounting again updates the widget, and the visitor stays on the screen', async () => {
  const login = await open({ strings: { 'emailConfirmation.title': 'Vorher' }, styles: { colors: { primary: 'red' } } }).then(
    async (login) => {
      await login.type(EMAIL, 'ada@example.com')
      await login.press('Continue with email')
      await login.see('Vorher')
      return login
    },
  )
  const { client, parent, handle } = login
  const again = client.mountLogin({ elementId: parent, strings: { 'emailConfirmation.title': 'Nachher' } })
  assert.is(again, handle)
  await login.see('Nachher')
  assert.is(parent.children.length, 1)
  await login.see('An email was sent to ada@example.com.')
})

test('mounting again replaces all props: those that it leaves out are gone', async () => {
  const told: string[] = []
  const { client, parent, see, type, press } = await open({
    strings: { 'login.title': 'Vorher' },
    styles: { colors: { primary: 'red' } },
    callbacks: { onEvent: ({ type }) => void told.push(type) },
  })
  await see('Vorher')
  client.mountLogin({ elementId: parent })
  await see(TITLE)
  assert.is(parent.querySelector<HTMLElement>('.lk')!.parentElement!.style.getPropertyValue('--lk-colors-primary'), '')
  await type(EMAIL, 'ada@example.com')
  await press('Continue with email')
  await see('Check your email')
  assert.equal(told, [])
})

test('a copy of a widget, as in saved and cloned pages, is replaced by the real one', async () => {
  const { client, parent } = await open()
  const page = parent.cloneNode(true) as HTMLElement
  parent.replaceWith(page)
  client.mountLogin({ elementId: page })
  const screen = screenIn(page)
  await screen.see(TITLE)
  await settled()
  assert.is(page.querySelectorAll('[data-latchkey]').length, 1)
  await screen.type('input', 'ada@example.com')
  await screen.press('Continue with email')
  await screen.see('Check your email')
  page.remove()
})

test('a call that is under way reports to the current listeners', async () => {
  const heard: string[] = []
  const listen = (name: string) => ({
    onEvent: ({ type }: { type: string }) => {
      heard.push(`${name} ${type}`)
    },
  })
  provider.faults([{ route: 'POST /magic_links/email/login_or_create', hold: 'the link' }])
  const login = await open({ callbacks: listen('before') })
  await login.type('input', 'ada@example.com')
  await login.press('Continue with email')
  await until(() => sent('POST /magic_links/email/login_or_create').length, 'the call')
  login.handle.update({ callbacks: listen('after') })
  // React renders a moment later.
  await settled()
  provider.release('the link')
  await login.see('Check your email')
  assert.equal(heard, ['after MAGIC_LINK_LOGIN_OR_CREATE'])
})

test('a second client at the same place updates the widget too', async () => {
  const { parent, see } = await open()
  newClient().mountLogin({ elementId: parent, strings: { 'login.title': 'Another' } })
  await see('Another')
  assert.is(parent.children.length, 1)
})

test('update keeps props that it does not name, the screen and the input', async () => {
  const { handle, type, find, see, parent } = await open({ styles: { colors: { primary: 'red' } }, strings: { 'login.title': 'Anmelden' } })
  await type(EMAIL, 'ada@exa')
  handle.update({ styles: { colors: { primary: 'blue' }, hideHeaderText: false } })
  await settled()
  await see('Anmelden')
  assert.is(find<HTMLInputElement>(EMAIL)!.value, 'ada@exa')
  assert.is(parent.querySelector<HTMLElement>('.lk')!.parentElement!.style.getPropertyValue('--lk-colors-primary'), 'blue')
  handle.update({ strings: {} })
  await see(TITLE)
  handle.update({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  await until(() => find(EMAIL), 'the form of the code')
})

test('null counts as absent, for the options of a client and for the props of a mount', async () => {
  const none = null as never
  const client = newClient({ cookieOptions: none, endpointOptions: none, endpoints: none, dfppaUrl: none, nonce: none, timeout: none })
  const login = await open({
    client,
    config: { products: none, emailMagicLinksOptions: none, sessionOptions: none, enableShadowDOM: none },
    styles: { colors: none, logo: none, colorScheme: none },
    strings: { 'login.title': none },
  })
  await login.see(TITLE)
  login.client.mountLogin({ elementId: login.parent, config: none, styles: none, strings: none, callbacks: none })
  await toConfirmation(login)
  assert.equal(reported, [])
})

test('removing the language leaves no empty `lang`, which would mean an unknown one', async () => {
  const { handle, parent, see } = await open({ strings: { lang: 'de', dir: 'ltr', 'login.title': 'Anmelden' } })
  const section = parent.querySelector('.lk')!
  assert.is(section.getAttribute('lang'), 'de')
  handle.update({ strings: {} })
  await see(TITLE)
  assert.not(section.hasAttribute('lang'))
  handle.update({ strings: { lang: 'fr' } })
  await until(() => section.getAttribute('lang') === 'fr', 'the next language')
})

test('DOM events of the widget carry a plain copy', async () => {
  const { client, type, press, see, heard, events, errors } = await open({
    config: { products: ['otp'], otpOptions: { methods: ['email'] } },
  })
  provider.faults([
    { route: 'POST /otps/email/login_or_create', status: 500, times: 1, body: { error_type: 'odd', error_message: 'Odd.' } },
  ])
  await type(EMAIL, 'ada@example.com')
  await press('Continue with email')
  await see('Odd.')
  await press('Continue with email')
  await see('Enter passcode')
  await type('input', (await until(() => provider.outbox().at(-1), 'a message')).code!)
  await see('Success!')
  await idle()
  assert.equal(
    heard.map(({ type }) => type),
    ['latchkey:error', 'latchkey:event', 'latchkey:event', 'latchkey:event'],
  )
  // In the page's own realm, and with nothing that JSON cannot hold: no function, no error, no
  // class.
  for (const { detail } of heard) {
    assert.equal(detail, JSON.parse(JSON.stringify(detail)))
    assert.is(Object.getPrototypeOf(detail), Object.prototype)
  }
  assert.instance(errors[0], Error)
  assert.is(heard[0]!.detail.message, (errors[0] as Error).message)
  assert.is(heard[0]!.detail.error_type, 'odd')
  const signedIn = heard.find(({ detail }) => detail.type === 'OTP_AUTHENTICATE')!.detail.data
  const told = events.find(({ type }) => type === 'OTP_AUTHENTICATE')!.data as { user: { roles: string[] }; session_token: string }
  assert.type(told.session_token, 'string')
  assert.not('session_token' in signedIn)
  // A page's script that changes it affects nobody else.
  signedIn.user.roles.push('admin')
  assert.not(told.user.roles.includes('admin'))
  assert.not(client.user.getSync()!.roles.includes('admin'))
})

test('a window that a test removes while the widget is mounted causes no error', async () => {
  const login = await open()
  await login.type(EMAIL, 'ada@example.com')
  const taken = ['requestAnimationFrame', 'cancelAnimationFrame'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const,
  )
  for (const [name] of taken) Reflect.deleteProperty(globalThis, name)
  try {
    await login.press('Continue with email')
    await login.see('Check your email')
    newClient()
  } finally {
    for (const [name, descriptor] of taken) Object.defineProperty(globalThis, name, descriptor)
  }
})

test("rendering does not write to its arguments: the host's consent options come by context", async () => {
  const client = newClient()
  const core = client[coreKey]
  const place = Object.freeze({ name: 'IDPConsent', step: 'preflight', client } as const)
  const given = Object.freeze({ getIDPConsentManifest: () => [], strings: Object.freeze({ 'error.title': 'Frozen' }) })
  const parent = newParent()
  const widget = mount('mountIdentityProvider', parent, 'div', { core, start: () => place, props: given })
  await screenIn(parent).see('Frozen')
  widget.unmount()
  core.destroy()
  assert.equal(reported, [])
})

test('unmount leaves nothing, and can be called again', async () => {
  const { handle, parent } = await open()
  handle.unmount()
  assert.is(parent.innerHTML, '')
  handle.unmount()
  handle.update({ strings: { 'login.title': 'Late' } })
  await settled()
  assert.is(parent.innerHTML, '')
  assert.equal(reported, [])
})

test('a widget that is removed while the code for later screens is on its way: nothing is thrown', async () => {
  const { find, handle } = await open()
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  process.once('unhandledRejection', note)
  find(EMAIL)!.focus()
  handle.unmount()
  await kit.load()
  await idle()
  process.off('unhandledRejection', note)
  assert.equal(thrown, [])
})

test('after unmount the same place can be mounted again', async () => {
  const { handle, client, parent } = await open()
  handle.unmount()
  const { see, find } = await open({ client, parent })
  await see(TITLE)
  assert.ok(find(EMAIL))
})

test('leaving the document ends the widget, and everything that it has started', async () => {
  provider.faults([{ route: 'POST /magic_links/email/login_or_create', hold: 'the link' }])
  const outer = newParent()
  const parent = outer.appendChild(document.createElement('div'))
  const { type, press, events, errors } = await open({ parent })
  await type(EMAIL, 'ada@example.com')
  await press('Continue with email')
  await until(() => sent('POST /magic_links/email/login_or_create').length, 'the call')
  assert.is(pageState().widgets.size, 1)
  outer.remove()
  await until(() => pageState().widgets.size === 0, 'the end')
  assert.is(parent.innerHTML, '')
  provider.release('the link')
  await idle()
  assert.equal([...events, ...errors, ...reported], [])
})

test('so does leaving it inside a shadow root, or with the host of one', async () => {
  for (const leave of [(_host: HTMLElement, inside: HTMLElement) => inside.remove(), (host: HTMLElement) => host.remove()]) {
    const host = newParent()
    const inside = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
    await open({ parent: inside })
    assert.is(pageState().widgets.size, 1)
    leave(host, inside)
    await until(() => pageState().widgets.size === 0, 'the end')
    await closeAll()
  }
})

test('a synchronous move within the document ends nothing', async () => {
  const { parent, see } = await open()
  const elsewhere = newParent()
  elsewhere.append(parent)
  await settled()
  assert.is(pageState().widgets.size, 1)
  await see(TITLE)
})

test('an element that is not yet in the document can be mounted into', async () => {
  const parent = document.createElement('div')
  const { see, find } = await open({ parent })
  parent.append('more')
  await settled()
  document.body.append(parent)
  await settled()
  await see(TITLE)
  assert.ok(find(EMAIL))
})

test('enableShadowDOM: an open shadow root, with the styles in it and not in the document', async () => {
  const before = document.adoptedStyleSheets.length
  const { root, parent, find, type, press, see, heard } = await open({ config: { enableShadowDOM: true } })
  assert.ok(root instanceof ShadowRoot)
  assert.is((parent.lastElementChild as HTMLElement).shadowRoot, root)
  assert.ok(find(EMAIL))
  assert.not(document.querySelector(EMAIL))
  assert.ok(root.adoptedStyleSheets.length > 0)
  assert.is(document.adoptedStyleSheets.length, before)
  await type(EMAIL, 'ada@example.com')
  await press('Continue with email')
  await see('Check your email')
  // Composed, so that the page receives it.
  assert.equal(
    heard.map(({ type }) => type),
    ['latchkey:event'],
  )
})

test('a document adopts each sheet once, for any number of widgets', async () => {
  await open()
  const sheets = document.adoptedStyleSheets.length
  await open()
  await open()
  assert.is(document.adoptedStyleSheets.length, sheets)
})

test('the first widget has the stable ids, later ones have suffixes, and a free number is reused', async () => {
  const client = newClient()
  const [first, second, third] = [await open({ client }), await open({ client }), await open({ client })]
  const ids = () => [...document.querySelectorAll('input')].map(({ id }) => id)
  assert.equal(ids(), ['email-input', 'email-input-2', 'email-input-3'])
  second.handle.unmount()
  await open({ client })
  assert.equal(ids(), ['email-input', 'email-input-3', 'email-input-2'])
  first.handle.unmount()
  third.handle.unmount()
  await open({ client })
  assert.equal(ids(), ['email-input-2', 'email-input'])
  const all = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  assert.is(new Set(all).size, all.length)
  for (const label of document.querySelectorAll('label')) assert.ok(document.getElementById(label.htmlFor))
})

test('two widgets share no state', async () => {
  const client = newClient()
  const [one, other] = [await open({ client }), await open({ client, strings: { 'login.title': 'The other' } })]
  await toConfirmation(one)
  await other.see('The other')
  assert.is(other.find<HTMLInputElement>('input')!.value, '')
  assert.equal([one.events.length, other.events.length], [1, 0])
})

test('a copy of a widget that is unmounted before its code has come goes without an error', async () => {
  const { client, parent, handle } = await open()
  const page = parent.cloneNode(true) as HTMLElement
  handle.unmount()
  parent.replaceWith(page)
  let isTaken = false
  Object.assign(page.lastElementChild!, { latchkey: () => (isTaken = true) })
  client.mountLogin({ elementId: page }).unmount()
  await settled()
  assert.equal([page.innerHTML, isTaken], ['', false])
})

test('a hundred mounts and unmounts leave nothing behind', async () => {
  const client = newClient()
  const parent = newParent()
  const sheets = document.adoptedStyleSheets.length
  const { listeners } = client[coreKey].status
  for (let turn = 0; turn < 100; turn++) client.mountLogin({ elementId: parent }).unmount()
  await settled()
  assert.is(parent.innerHTML, '')
  assert.is(pageState().widgets.size, 0)
  assert.is(listeners.size, 0)
  assert.ok(document.adoptedStyleSheets.length <= sheets + 1)
})

test('clobbered globals do not affect it', async () => {
  document.body.innerHTML = '<form id="login"><input name="querySelector"><input id="root"></form>'
  const { see, find } = await open()
  await see(TITLE)
  assert.ok(find(EMAIL))
})

test('additions to Object.prototype and Array.prototype do not affect it', async () => {
  const extras: [object, string][] = [
    [Object.prototype, 'extra'],
    [Array.prototype, 'last'],
  ]
  for (const [prototype, name] of extras)
    Object.defineProperty(prototype, name, { value: 'x', enumerable: true, configurable: true, writable: true })
  try {
    const { type, press, see, parent } = await open({ styles: { colors: { primary: 'red' } } })
    assert.is(parent.querySelector<HTMLElement>('.lk')!.parentElement!.style.getPropertyValue('--lk-colors-primary'), 'red')
    await type(EMAIL, 'ada')
    await press('Continue with email')
    await see('Email format is invalid.')
  } finally {
    for (const [prototype, name] of extras) delete (prototype as Record<string, unknown>)[name]
  }
})

for (const inFront of [
  () => document.createElement('p'),
  () => document.createElementNS('http://www.w3.org/2000/svg', 'svg'),
  () => document.createElement('grammarly-extension'),
]) {
  test(`a second mount renders the same widget again, whatever stands in front of it by then: ${inFront().localName}`, async () => {
    const parent = newParent()
    const client = newClient()
    await open({ client, parent })
    const field = parent.querySelector('input')!
    parent.prepend(inFront(), inFront())
    await open({ client, parent })
    assert.is(parent.querySelectorAll('form').length, 1)
    assert.is(parent.querySelector('input'), field)
    assert.is(parent.children.length, 3)
  })
}

test.run()
