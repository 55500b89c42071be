/**
 * Tests Google One Tap through the provider's frame of services
 * (docs/internals/protocol.md#google-one-tap).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { placeOf, promptOptions, type OneTapPosition } from '../../../src/client/oneTap/oneTapPrompt.ts'
import { answers } from '../answers.ts'
import { openBrowser, PT, rejection, settle, until } from '../fakeBrowser.ts'

for (const [position, withFedcm, without] of [
  [undefined, 'floating', 'floating'],
  ['floating', 'floating', 'floating'],
  ['embedded', 'floating', 'embedded'],
  ['floatingOrEmbedded', 'floating', 'embedded'],
  ['embeddedOnly', 'nowhere', 'embedded'],
  ['forceLegacyEmbedded', 'embedded', 'embedded'],
] as [OneTapPosition | undefined, string, string][]) {
  test(`${position}: ${withFedcm} with FedCM, ${without} without`, () =>
    assert.equal([placeOf(position, true), placeOf(position, false)], [withFedcm, without]))
}

test('the options of the prompt', () => {
  const common = { client_id: 'c', auto_select: false, context: 'use', itp_support: true }
  assert.equal(promptOptions('c', 'floating'), { ...common, use_fedcm_for_prompt: true, cancel_on_tap_outside: true })
  assert.equal(promptOptions('c', 'floating', 'floating', false), { ...common, use_fedcm_for_prompt: true, cancel_on_tap_outside: false })
  assert.equal(promptOptions('c', 'embedded', 'forceLegacyEmbedded', true), {
    ...common,
    use_fedcm_for_prompt: false,
    cancel_on_tap_outside: false,
    prompt_parent_id: 'google-parent-prompt',
  })
})

type Service = (request: any) => object | undefined
const FRAME = 'https://js.stytch.com/clientside-services/index.html'
const started = () => ({
  success: true,
  payload: { requestId: 'r', googleClientId: 'google-client', stytchCsrfToken: 's', oauthCallbackId: 'callback-1' },
})

/**
 * A page with the provider's frame and Google's script, which behave as given, and a record of what
 * happened.
 */
const open = (services: Record<string, Service>, { options = {}, fedcm = false, script = true, fake = false } = {}) => {
  const browser = openBrowser({ network: answers(), fake })
  const left: string[] = []
  const tab = browser.open({ left })
  const { document } = tab.window
  const frames: { src: string; gone: boolean; referrerPolicy?: string }[] = []
  const asked: { method: string; request: unknown; origin: string }[] = []
  const loaded: string[] = []
  const policies: string[] = []
  const google = { options: {} as any, tell: undefined as undefined | ((moment: object) => void) }
  const create = document.createElement.bind(document)
  const createElement = (name: string) => {
    if (name !== 'iframe') return create(name)
    const frame = {
      src: '',
      gone: false,
      style: {},
      remove() {
        frame.gone = true
      },
      addEventListener: (_: string, act: () => void) => queueMicrotask(act),
      contentWindow: {
        postMessage({ method, args: [request] }: { method: string; args: unknown[] }, origin: string, [port]: [MessagePort]) {
          asked.push({ method, request, origin })
          const answer = services[method]?.(request)
          if (answer) port.postMessage(answer)
        },
      },
    }
    frames.push(frame)
    return frame
  }
  Object.assign(tab.documentPrototype, { createElement })
  document.body.append = () => {}
  document.head.append = ((element: HTMLScriptElement) => {
    loaded.push(element.src)
    policies.push(element.referrerPolicy)
    queueMicrotask(() => {
      if (!script) return element.onerror!('blocked')
      const id = {
        initialize: (given: object) => {
          google.options = given
        },
        prompt: (tell: (moment: object) => void) => {
          google.tell = tell
        },
      }
      Object.assign(tab.window, { google: { accounts: { id } } })
      element.onload!({} as never)
    })
  }) as never
  if (fedcm) Object.assign(tab.window, { IdentityCredential: class {} })
  return { client: tab.client(options), browser, tab, frames, asked, loaded, policies, google, left }
}

/** Waits for the prompt, sends it a moment, and returns the outcome. */
const tell = async ({ google }: ReturnType<typeof open>, moment: object) => (await until(() => google.tell, 'the prompt'))(moment)

test('one log-in: frame, script, prompt, account, redirect', async () => {
  const page = open({
    oneTapStart: started,
    oneTapSubmit: () => ({ success: true, payload: { redirect_url: 'https://app.example.com/done?token=t' } }),
  })
  const { client, frames, asked, loaded, policies, google, left } = page
  const starting = client.oauth.googleOneTap.start({ login_redirect_url: 'https://a.test/l', signup_redirect_url: 'https://a.test/s' })
  await tell(page, { isDisplayed: () => true, isNotDisplayed: () => false, isSkippedMoment: () => false, isDismissedMoment: () => false })
  assert.equal(await starting, { success: true })
  assert.equal(loaded, ['https://accounts.google.com/gsi/client'])
  assert.is(google.options.client_id, 'google-client')
  google.options.callback({ credential: 'id-token' })
  await until(() => left.length, 'the way out')
  await settle()
  assert.equal(asked, [
    { method: 'oneTapStart', request: { publicToken: PT }, origin: 'https://js.stytch.com' },
    {
      method: 'oneTapSubmit',
      origin: 'https://js.stytch.com',
      request: {
        publicToken: PT,
        idToken: 'id-token',
        oauthCallbackID: 'callback-1',
        loginRedirectURL: 'https://a.test/l',
        signupRedirectURL: 'https://a.test/s',
      },
    },
  ])
  assert.equal(left, ['https://app.example.com/done?token=t'])
  assert.equal(
    frames.map(({ src, gone }) => [src, gone]),
    [[FRAME, true]],
  )
  assert.equal([...policies, ...frames.map(({ referrerPolicy }) => referrerPolicy)], ['strict-origin', 'strict-origin'])
})

test('with FedCM, which does not report a displayed prompt, it counts as shown after a second of silence', async () => {
  const page = open({ oneTapStart: started }, { fedcm: true, fake: true })
  const outcomes: unknown[] = []
  let canceled = 0
  const onOneTapCancelled = () => {
    canceled++
  }
  void page.client.oauth.googleOneTap.start({ onOneTapCancelled }).then((outcome) => outcomes.push(outcome))
  await until(() => page.google.tell, 'the prompt')
  await page.browser.clock.tickAsync(999)
  assert.equal(outcomes, [])
  await page.browser.clock.tickAsync(1)
  assert.equal(outcomes, [{ success: true }])
  // Closed later: the visitor's action is reported, and the outcome stays.
  await tell(page, { isSkippedMoment: () => true, getSkippedReason: () => 'user_cancel' })
  assert.equal([canceled, page.frames[0]!.gone], [1, true])
})

test('with FedCM, a prompt that is reported as skipped within the second is not shown', async () => {
  const page = open({ oneTapStart: started }, { fedcm: true, fake: true })
  const starting = page.client.oauth.googleOneTap.start()
  await until(() => page.google.tell, 'the prompt')
  await page.browser.clock.tickAsync(999)
  await tell(page, { isSkippedMoment: () => true, getSkippedReason: () => 'auto_cancel' })
  assert.equal(await starting, { success: false, reason: 'auto_cancel' })
})

test('a chosen account ends the prompt silently, whatever Google calls that', async () => {
  const page = open({ oneTapStart: started })
  let canceled = 0
  const onOneTapCancelled = () => {
    canceled++
  }
  const starting = page.client.oauth.googleOneTap.start({ onOneTapCancelled })
  await until(() => page.google.tell, 'the prompt')
  page.google.options.callback({ credential: 'id-token' })
  await tell(page, { isDismissedMoment: () => true })
  assert.equal(await starting, { success: true })
  assert.equal([canceled, page.frames[0]!.gone], [0, false])
})

test("an error of the host's onOneTapCancelled changes nothing", async () => {
  const page = open({ oneTapStart: started })
  const onOneTapCancelled = () => {
    throw new Error('of the host')
  }
  const starting = page.client.oauth.googleOneTap.start({ onOneTapCancelled })
  await until(() => page.google.tell, 'the prompt')
  assert.throws(() => page.google.tell!({ isSkippedMoment: () => true, getSkippedReason: () => 'user_cancel' }), /of the host/)
  assert.equal(await starting, { success: false, reason: 'user_cancel' })
  assert.is(page.frames[0]!.gone, true)
})

for (const payload of [null, undefined, 'text', 7, [], {}, { googleClientId: null }, { googleClientId: '' }]) {
  test(`a frame that answers ${JSON.stringify(payload)} knows no client`, async () => {
    const { client, loaded, frames } = open({ oneTapStart: () => ({ success: true, payload }) })
    assert.equal(await client.oauth.googleOneTap.start(), { success: false, reason: 'oauth_config_not_found' })
    assert.equal([loaded, frames[0]!.gone], [[], true])
  })
}

for (const googleClientId of [7, {}, ['a'], { toString: 1 }]) {
  test(`a frame that names ${JSON.stringify(googleClientId)} as the client is an invalid answer`, async () => {
    const { client, loaded, frames } = open({ oneTapStart: () => ({ success: true, payload: { googleClientId } }) })
    const { code, message } = await rejection(client.oauth.googleOneTap.start())
    assert.equal([code, message], ['one_tap', 'One Tap could not load: Invalid response from our servers.'])
    assert.equal([loaded, frames[0]!.gone], [[], true])
  })
}

for (const payload of [null, 'text', {}, { redirect_url: 7 }, { redirect_url: ['https://a.test'] }, { redirect_url: { toString: 1 } }]) {
  test(`a frame that sends the visitor to ${JSON.stringify(payload)} does not redirect, and reports one error`, async () => {
    const page = open({ oneTapStart: started, oneTapSubmit: () => ({ success: true, payload }) })
    const starting = page.client.oauth.googleOneTap.start()
    await tell(page, { isDisplayed: () => true })
    await starting
    page.google.options.callback({ credential: 'id-token' })
    await until(() => page.tab.console.length, 'the warning')
    await settle()
    assert.match(page.tab.console.join(), /One Tap could not sign in: One Tap was answered with an address that is not http\(s\)\./)
    assert.equal(page.left, [])
  })
}

for (const [moment, reason, canceled] of [
  [{ isNotDisplayed: () => true, getNotDisplayedReason: () => 'opt_out_or_no_session' }, 'opt_out_or_no_session', 0],
  [{ isNotDisplayed: () => true }, 'unknown_reason', 0],
  [{ isSkippedMoment: () => true, getSkippedReason: () => 'user_cancel' }, 'user_cancel', 1],
  [{ isSkippedMoment: () => true, getSkippedReason: () => 'auto_cancel' }, 'auto_cancel', 0],
  [{ isSkippedMoment: () => true, getSkippedReason: () => undefined }, 'unknown_reason', 0],
  [{ isSkippedMoment: () => true }, 'unknown_reason', 0],
  [{ isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called' }, 'cancel_called', 0],
] as const) {
  test(`a prompt that is not shown, or closed: ${reason}${canceled ? ', canceled' : ''}`, async () => {
    const page = open({ oneTapStart: started })
    const { client, frames } = page
    let calls = 0
    const starting = client.oauth.googleOneTap.start({
      onOneTapCancelled: () => {
        calls++
      },
    })
    await tell(page, moment)
    assert.equal(await starting, { success: false, reason })
    assert.is(calls, canceled)
    assert.ok(frames[0]!.gone)
  })
}

test('a project without a Google client: oauth_config_not_found, without a call to Google', async () => {
  const { client, loaded } = open({ oneTapStart: () => ({ success: true, payload: { googleClientId: '' } }) })
  assert.equal(await client.oauth.googleOneTap.start(), { success: false, reason: 'oauth_config_not_found' })
  assert.equal(loaded, [])
})

for (const [name, services, more, message] of [
  [
    'the service refuses',
    {
      oneTapStart: () => ({
        success: false,
        error: { name: 'StytchAPIError', status_code: 400, error_type: 'invalid_origin', error_message: 'm', error_url: 'u' },
      }),
    },
    {},
    'One Tap could not load: invalid_origin',
  ],
  ['the service answers nonsense', { oneTapStart: () => ({ hello: 1 }) }, {}, /^One Tap could not load: /],
  ['the service never answers', {}, { options: { timeout: 20 } }, 'One Tap could not load: Unable to contact our servers.'],
  [
    'Google’s script is blocked',
    { oneTapStart: started },
    { script: false },
    'One Tap could not load: Could not load a script of accounts.google.com',
  ],
] as [string, Record<string, Service>, object, string | RegExp][]) {
  test(`${name}: a typed error, and no frame remains`, async () => {
    const { client, frames, tab } = open(services, more)
    const error = await rejection(client.oauth.googleOneTap.start())
    assert[typeof message === 'string' ? 'is' : 'match'](error.message, message as never)
    assert.is(error.code, 'one_tap')
    assert.instance(error, tab.latchkey.LatchkeySDKError)
    assert.ok(frames[0]!.gone)
  })
}

for (const redirect_url of ['javascript:alert(1)', 'data:text/html,x', 'blob:https://a/b', 'myapp://x', undefined]) {
  test(`the page does not go to ${redirect_url}`, async () => {
    const { client, asked, google, left } = open({
      oneTapStart: started,
      oneTapSubmit: () => ({ success: true, payload: { redirect_url } }),
    })
    void client.oauth.googleOneTap.start()
    await until(() => google.tell, 'the prompt')
    google.options.callback({ credential: 'id-token' })
    await until(() => asked.length === 2, 'the account')
    await settle()
    assert.equal(left, [])
  })
}

test('stand-ins for the frame and, in test projects, for Google', async () => {
  const endpoints = { clientsideServicesIframeURL: 'http://localhost:4100/frame/index.html', googleURL: 'http://localhost:4100/gsi.js' }
  const { client, frames, loaded, asked, google } = open({ oneTapStart: started }, { options: { endpoints } })
  void client.oauth.googleOneTap.start()
  await until(() => google.tell, 'the prompt')
  assert.equal(
    [frames[0]!.src, loaded[0], asked[0]!.origin],
    ['http://localhost:4100/frame/index.html', 'http://localhost:4100/gsi.js', 'http://localhost:4100'],
  )
})

for (const [name, moment, reason] of [
  ['skipped', { isSkippedMoment: () => true, getSkippedReason: () => 'tap_outside' }, 'tap_outside'],
  ['closed', { isDismissedMoment: () => true, getDismissedReason: () => 'flow_restarted' }, 'flow_restarted'],
  ["closed by a version of Google's script that gives no reason", { isDismissedMoment: () => true }, 'unknown_reason'],
] as const) {
  test(`a prompt that is ${name}, without a callback: ${reason}`, async () => {
    const page = open({ oneTapStart: started })
    const starting = page.client.oauth.googleOneTap.start()
    await tell(page, moment)
    assert.equal(await starting, { success: false, reason })
    assert.ok(page.frames[0]!.gone)
  })
}

test.run()
