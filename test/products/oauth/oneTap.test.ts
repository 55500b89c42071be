/** Tests Google One Tap on Main, with stand-ins for Google's script and the provider's frame. */
import '../../harness/everyFramework.ts'
import { closeAll, idle, open, type Login } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageState } from '../../../src/browser/pageState.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import { fr } from '../../../src/strings/fr.ts'
import type { OAuthProviderConfig, Product } from '../../../src/ui/host/config.ts'
import { oauth } from '../../../src/widget/firstScreenChunks.ts'
import { oauthCalls } from '../../../src/widget/laterChunks.ts'

const test = suite('One Tap')

const google = {
  prompts: 0,
  canceled: 0,
  options: {} as any,
  /** Sends a moment of the prompt, as Google does. */
  say(moment: 'Displayed' | 'NotDisplayed' | 'SkippedMoment' | 'DismissedMoment', reason?: string) {
    const get = moment.replace('Moment', '')
    google.tell({ [`is${moment}`]: () => true, [`get${get}Reason`]: () => reason })
  },
  tell: (_: object) => {},
}
const id = {
  initialize: (options: object) => {
    google.options = options
  },
  prompt: (tell: typeof google.tell) => {
    google.prompts++
    google.tell = tell
  },
  cancel: () => {
    google.canceled++
  },
}
Object.assign(globalThis, { google: { accounts: { id } } })

/** The frame's answer to each method. Without one, it does not answer. */
let answers: Record<string, object | undefined> = {}
const frames = new Set<EventTarget>()
const create = document.createElement.bind(document)
Document.prototype.createElement = ((name: string, ...more: []) => {
  const element = create(name, ...more)
  if (name !== 'iframe') return element
  // An element that loads nothing.
  const frame = create('div')
  frames.add(frame)
  const contentWindow = {
    postMessage({ method }: { method: string }, _: string, [port]: [MessagePort]) {
      if (answers[method]) port.postMessage(answers[method])
    },
  }
  queueMicrotask(() => frame.dispatchEvent(new Event('load')))
  return Object.assign(frame, { contentWindow })
}) as never

const started = { success: true, payload: { googleClientId: 'client', oauthCallbackId: 'callback' } }

test.before(async () => {
  await oauth.load()
  await (await oauthCalls.load()).oneTap.load()
})
test.before.each(() => {
  Object.assign(google, { prompts: 0, canceled: 0, options: {}, tell: () => {} })
  answers = { oneTapStart: started }
  pageState().scripts = new Map([['https://accounts.google.com/gsi/client', Promise.resolve()]])
})
let clock: Clock | undefined
test.after.each(async () => {
  clock?.uninstall()
  clock = undefined
  await closeAll()
  // Preact ends effects shortly after it has unmounted.
  await settled()
})

const prompted = (position?: OAuthProviderConfig['position'], { products = ['oauth', 'emailMagicLinks'] as Product[], ...more } = {}) =>
  open({ config: { products, oauthOptions: { providers: [{ type: 'google', one_tap: true, position, ...more }, { type: 'apple' }] } } })
const button = ({ find }: Login) => find('#oauth-google')
const area = ({ find }: Login) => find('.lk-one-tap')
const asked = () => until(() => google.prompts, 'the prompt')

for (const closed of ['user_cancel', 'tap_outside'])
  test(`embedded: pending at 47 px, shown instead of the button, closed (${closed}): the button`, async () => {
    const login = await prompted('embedded')
    await asked()
    assert.is(area(login)!.style.height, '47px')
    assert.ok(area(login)!.querySelector('[role=status]'))
    assert.is(button(login), null)
    assert.ok(login.find('#oauth-apple'))
    assert.is(google.options.prompt_parent_id, 'google-parent-prompt')
    assert.ok(login.find('#google-parent-prompt'))
    google.say('Displayed')
    await until(() => !area(login)!.querySelector('[role=status]'), 'no spinner any more')
    assert.is(button(login), null)
    google.say('SkippedMoment', closed)
    await until(() => button(login), 'the button')
    assert.is(area(login), null)
    assert.equal(login.errors, [])
  })

test("floating: no area, and the button, with the host's option for taps outside", async () => {
  const login = await prompted(undefined, { cancel_on_tap_outside: false } as object)
  await asked()
  assert.is(area(login), null)
  assert.ok(button(login))
  assert.equal([google.options.prompt_parent_id, google.options.cancel_on_tap_outside], [undefined, false])
})

test("a host's new render does not prompt again, and unmounting removes the prompt", async () => {
  const login = await prompted('embedded')
  await asked()
  login.handle.update({ styles: { colorScheme: 'dark' } })
  await idle()
  assert.is(google.prompts, 1)
  login.handle.unmount()
  await until(() => google.canceled, 'the prompt is taken away')
  assert.is(google.canceled, 1)
  assert.is(document.getElementById('google-parent-prompt'), null)
  google.say('SkippedMoment', 'user_cancel')
  await settled()
})

test('two widgets: there is one prompt per page, and the other widget has its button', async () => {
  await prompted('embedded')
  await asked()
  const second = await prompted('embedded')
  await until(() => second.find('#oauth-google-2'), 'the button of the second')
  assert.is(google.prompts, 1)
})

for (const [reason, says] of [
  ['unregistered_origin', /origin is not allowed/],
  ['invalid_client', /client id/],
  ['missing_client_id', /client id/],
] as const) {
  test(`${reason}: shown to the developer with a test token, and reported to the host`, async () => {
    const login = await prompted('embedded')
    await asked()
    google.say('NotDisplayed', reason)
    await until(() => button(login), 'the button')
    assert.match(login.text(), says)
    assert.is(login.errors.length, 1)
  })
}

for (const [what, answer, says] of [
  ['no Google client', { success: true, payload: { googleClientId: '', oauthCallbackId: 'c' } }, /no OAuth client/],
  [
    'no redirect URLs',
    { success: false, error: { error_type: 'no_login_redirect_urls_set', error_message: 'x', status_code: 400 } },
    /redirect URLs/,
  ],
  [
    "the provider's default client",
    { success: false, error: { error_type: 'default_provider_not_allowed', error_message: 'x', status_code: 400 } },
    /default Google client/,
  ],
] as const) {
  test(`${what}: the same`, async () => {
    answers = { oneTapStart: answer }
    const login = await prompted('embedded')
    await until(() => button(login), 'the button')
    assert.match(login.text(), says)
    assert.is(login.errors.length, 1)
  })
}

test('with a live token, the visitor reads nothing about the set-up, and the host gets an error', async () => {
  const client = new LatchkeyClient('public-token-live-1', { customBaseUrl: 'http://provider.test' })
  const config = {
    products: ['oauth'] as const,
    oauthOptions: { providers: [{ type: 'google', one_tap: true, position: 'embedded' as const }] },
  }
  const login = await open({ client, config })
  await asked()
  google.say('NotDisplayed', 'unregistered_origin')
  await until(() => button(login), 'the button')
  assert.not.match(login.text(), 'One Tap')
  assert.is(login.errors.length, 1)
})

test('for a visitor whom Google does not know, neither visitor nor host gets an error', async () => {
  const login = await prompted('embedded')
  await asked()
  google.say('NotDisplayed', 'opt_out_or_no_session')
  await until(() => button(login), 'the button')
  assert.equal(login.errors, [])
})

test('a refused account: a sentence, an error for the host, and the button', async () => {
  answers.oneTapSubmit = { success: false, error: { error_type: 'oauth_flow_callback_error', error_message: 'x', status_code: 400 } }
  const login = await prompted('embedded')
  await asked()
  google.options.callback({ credential: 'id-token' })
  await login.see('An error was encountered in the callback of the OAuth flow. Please try again.')
  assert.ok(button(login))
  assert.is(login.errors.length, 1)
})

for (const [what, answer] of [
  ['with a URL that is refused', { success: true, payload: { redirect_url: 'javascript:alert(1)' } }],
  ['without a type', { success: false, error: { message: 'x is not a function' } }],
  ['without a text', { success: false, error: { error_type: 'brand_new' } }],
] as const) {
  test(`a chosen account, answered ${what}: a sentence in the visitor's language`, async () => {
    answers.oneTapSubmit = answer
    const providers: OAuthProviderConfig[] = [{ type: 'google', one_tap: true, position: 'embedded' }]
    const login = await open({ strings: fr, config: { products: ['oauth'], oauthOptions: { providers } } })
    await asked()
    google.options.callback({ credential: 'id-token' })
    await until(() => login.find('[role=alert] .lk-message'), 'a sentence')
    assert.is(login.find('[role=alert] .lk-message')!.textContent, fr['error.unexpected'])
    assert.is(login.errors.length, 1)
  })
}

test('a chosen account: the spinner again until the page leaves, and the button after Back', async () => {
  const login = await prompted('embedded')
  await asked()
  google.say('Displayed')
  await until(() => !area(login)!.querySelector('[role=status]'), 'no spinner')
  google.options.callback({ credential: 'id-token' })
  await until(() => area(login)!.querySelector('[role=status]'), 'the spinner')
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await until(() => button(login), 'the button')
})

/** An embedded prompt that has not shown yet, a second after its start, with a stopped clock. */
async function pending() {
  const still = (clock = install({ toFake: ['setTimeout', 'clearTimeout'] }))
  const opening = prompted('embedded')
  await still.tickAsync(1000)
  const login = await opening
  await until(() => area(login), 'the area')
  return { login, still }
}

test('a prompt that is not there within 5 s is removed, so that no visitor waits longer for the button', async () => {
  answers = {}
  const { login, still } = await pending()
  await still.tickAsync(6000)
  await until(() => button(login), 'the button')
  assert.is(login.errors.length, 1)
})

for (const [what, happens, errors] of [
  ['the visitor chooses an account', () => google.options.callback({ credential: 'id-token' }), 0],
  ['the visitor closes the prompt', () => google.say('SkippedMoment', 'user_cancel'), 0],
  ['Google refuses the origin', () => google.say('NotDisplayed', 'unregistered_origin'), 1],
] as const) {
  test(`${what} in the moment in which the 5 s end: the host hears nothing about a prompt that could not load`, async () => {
    const { login, still } = await pending()
    await asked()
    happens()
    still.tick(5000)
    await still.tickAsync(1000)
    assert.is(login.errors.length, errors)
    login.errors.forEach((error) => assert.not.match(String((error as Error).message), 'too long'))
  })
}

test('a floating prompt that is the only method has no card until it is over', async () => {
  const config = { products: ['oauth'] as const, oauthOptions: { providers: [{ type: 'google', one_tap: true }] } }
  const login = await open({ config })
  await asked()
  assert.ok(login.find('.lk-alone'))
  assert.is(button(login), null)
  google.say('SkippedMoment', 'tap_outside')
  await until(() => button(login), 'the button')
  assert.is(login.find('.lk-alone'), null)
})

test("in a shadow root, the prompt is placed where Google's script finds it, shown in its place, and removed with it", async () => {
  const login = await open({
    config: {
      products: ['oauth', 'emailMagicLinks'],
      enableShadowDOM: true,
      oauthOptions: { providers: [{ type: 'google', one_tap: true, position: 'embedded' }] },
    },
  })
  await asked()
  const host = (login.root as ShadowRoot).host
  const prompt = document.getElementById('google-parent-prompt')!
  assert.is(prompt.parentElement, host)
  assert.ok(area(login)!.querySelector(`slot[name="${prompt.slot}"]`))
  login.handle.update({ config: { products: ['emailMagicLinks'], enableShadowDOM: true } })
  await until(() => !area(login), 'no room for it')
  await until(() => !prompt.isConnected, 'no prompt')
  assert.ok(host.isConnected)
})

test.run()
