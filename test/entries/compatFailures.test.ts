/**
 * Checks the errors that hosts of the drop-in get in rejections, throws and `onError`: the
 * provider's own classes, or the browser's own error.
 */
import { closeAll, idle, newParent, provider } from '../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../src/tools/playground/softwarePasskeys.ts'
import { screenIn, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import * as b2b from '../../src/entries/compat/b2b/headless.ts'
import * as headless from '../../src/entries/compat/headless.ts'
import * as compat from '../../src/entries/compat/index.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import { de } from '../../src/strings/de.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('failures of the drop-in')

const options = { customBaseUrl: 'http://provider.test' }
const credentials = { email: 'ada@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 }
const duration = { session_duration_minutes: 30 }

type AnyClient = compat.StytchUIClient | headless.StytchHeadlessClient | LatchkeyClient | b2b.StytchB2BHeadlessClient
const clients: AnyClient[] = []
const made = <Client extends AnyClient>(client: Client): Client => {
  clients.push(client)
  return client
}
let tokens = 0
const ui = () => made(new compat.StytchUIClient(`public-token-test-failures-${++tokens}`, options))

let device: PasskeyDevice | undefined
test.after.each(async () => {
  device?.remove()
  device = undefined
  for (const client of clients.splice(0)) client[coreKey].destroy()
  await closeAll()
})

/** Mounts a screen and records what the host and the page receive. */
const heard = (mount: (to: { elementId: HTMLElement; callbacks: object }) => { unmount(): void }) => {
  const errors: any[] = []
  const told: any[] = []
  const parent = newParent()
  parent.addEventListener('latchkey:error', (event) => told.push((event as CustomEvent).detail))
  const { unmount } = mount({ elementId: parent, callbacks: { onError: (error: unknown) => errors.push(error) } })
  return { ...screenIn(parent), errors, told, unmount }
}

const NOBODY = 'There is no session currently available. Make sure the user is authenticated with a valid session.'

test('the consent screens: nobody is signed in', async () => {
  history.replaceState(null, '', '/consent?client_id=app&redirect_uri=http%3A%2F%2Flocalhost%2Fcb')
  const client = ui()
  const { see, errors, told, unmount } = heard((to) => client.mountIdentityProvider({ ...to, strings: de }))
  // The visitor reads their own language.
  await see(de['idpConsent.noActiveSession'])
  assert.is(errors.length, 1)
  assert.instance(errors[0], compat.NoCurrentSessionError)
  assert.equal(
    [errors[0].name, errors[0].message, told[0].name, told[0].message],
    ['NoCurrentSessionError', NOBODY, 'NoCurrentSessionError', NOBODY],
  )
  unmount()
})

for (const [query, param] of [
  ['redirect_uri=http%3A%2F%2Flocalhost%2Fcb', 'client_id'],
  ['client_id=app', 'redirect_uri'],
  ['post_logout_redirect_uri=http%3A%2F%2Flocalhost%2Fcb', 'client_id'],
] as const) {
  test(`the consent screens: ?${query} lacks ${param}`, async () => {
    history.replaceState(null, '', '/consent?' + query)
    const client = ui()
    const { see, errors, unmount } = heard((to) => client.mountIdentityProvider({ ...to, strings: de }))
    await see(de['idpConsent.missingParameter'].replace('{param}', param))
    assert.is(errors.length, 1)
    assert.instance(errors[0], compat.IDPOAuthFlowMissingParamError)
    assert.is(errors[0].message, `Required parameter is missing: ${param}. Please reach out to the application developer.`)
    unmount()
  })
}

test("without the drop-in, both errors have a stable code and the visitor's text", async () => {
  const client = made(new LatchkeyClient('public-token-test-failures-own', options))
  for (const [query, code, words] of [
    ['client_id=app&redirect_uri=http%3A%2F%2Flocalhost%2Fcb', 'no_current_session', de['idpConsent.noActiveSession']],
    ['client_id=app', 'idp_oauth_flow_missing_param', de['idpConsent.missingParameter'].replace('{param}', 'redirect_uri')],
  ]) {
    history.replaceState(null, '', '/consent?' + query)
    const { errors, unmount } = heard((to) => client.mountIdentityProvider({ ...to, strings: de }))
    await until(() => errors.length, 'onError')
    assert.equal([errors[0].code, errors[0].message], [code, words])
    unmount()
  }
})

for (const [entry, make] of [
  ['compat', ui],
  ['compat/headless', () => made(new headless.StytchHeadlessClient(`public-token-test-failures-${++tokens}`, options))],
] as const) {
  for (const name of ['NotAllowedError', 'SecurityError', 'InvalidStateError', 'ConstraintError']) {
    test(`${entry}: a passkey's ${name} is the browser's own`, async () => {
      device = installPasskeys()
      const client = make()
      await client.passwords.create(credentials)
      for (const ask of [() => client.webauthn.register({ is_passkey: true }), () => client.webauthn.authenticate(duration)]) {
        device.next.push({ fails: name })
        const error = await rejection(ask())
        assert.instance(error, DOMException)
        assert.equal([error.name, error.message], [name, 'The device says so.'])
      }
    })
  }

  test(`${entry}: a ceremony that the host aborts rejects with the browser's error`, async () => {
    device = installPasskeys()
    const client = make()
    for (const abort of ['before', 'during']) {
      const controller = new AbortController()
      device.next.push({ waits: new Promise(() => {}) })
      if (abort === 'before') controller.abort()
      const { signal } = controller
      const asking = rejection(client.webauthn.authenticate({ ...duration, signal }))
      if (abort === 'during') {
        await until(() => device!.ceremonies.length, 'the prompt')
        controller.abort()
      }
      const error = await asking
      assert.instance(error, DOMException, abort)
      assert.is(error.name, 'AbortError')
      device.next.length = 0
    }
  })

  test(`${entry}: an unreadable passkey answer stays an error of the client`, async () => {
    device = installPasskeys()
    const client = make()
    device.next.push({ gives: { id: 5 } })
    const error = await rejection(client.webauthn.authenticate(duration))
    assert.instance(error, compat.StytchSDKError)
    assert.is(error.code, 'passkey_unreadable')
  })

  test(`${entry}: updateSession throws the class of usage errors`, () => {
    const { session } = make()
    for (const wrong of [1, undefined, { session_token: 't', session_jwt: 5 }]) {
      try {
        session.updateSession(wrong as never)
        assert.unreachable()
      } catch (error: any) {
        assert.instance(error, compat.StytchSDKUsageError)
        assert.is(error.name, 'StytchSDKUsageError')
      }
    }
  })

  test(`${entry}: a client's members stay the same objects`, async () => {
    const client = make()
    assert.is(client.session, client.session)
    assert.is(client.session.getSync(), null)
    const stop = client.user.onChange(() => {})
    stop()
    assert.is(await client.rbac.isAuthorized('a', 'b'), false)
  })
}

test('the registration screen: the host gets the DOMException, and the visitor a sentence', async () => {
  device = installPasskeys()
  const client = ui()
  await client.passwords.create(credentials)
  device.next.push({ fails: 'NotAllowedError' })
  const { press, see, errors, told, unmount } = heard((to) =>
    client.mountPasskeyRegistration({ ...to, config: { products: ['passkeys'] } as never }),
  )
  await press('Create a Passkey')
  await until(() => errors.length, 'onError')
  await see('Your Passkey was not created.')
  assert.instance(errors[0], DOMException)
  assert.is(errors[0].name, 'NotAllowedError')
  assert.is(told[0].message, errors[0].message)
  unmount()
  await idle()
})

test('the log-in with a passkey: the same', async () => {
  device = installPasskeys()
  device.next.push({ fails: 'NotAllowedError' })
  const client = ui()
  const { press, errors, unmount } = heard((to) =>
    client.mountLogin({ ...to, config: { products: ['oauth', 'passkeys'], oauthOptions: { providers: [{ type: 'google' }] } } as never }),
  )
  await press('Login with a Passkey')
  await until(() => errors.length, 'onError')
  assert.equal([errors[0] instanceof DOMException, errors[0].name], [true, 'NotAllowedError'])
  unmount()
  await idle()
})

test("organizations: usage errors and refusals are the provider's, in every namespace", async () => {
  provider.project({ vertical: 'B2B' })
  const client = made(new b2b.StytchB2BHeadlessClient(`public-token-test-failures-${++tokens}`, options))
  assert.is(client.self, client.member)
  const wrong = await rejection(client.magicLinks.email.discovery.send({ email_address: 5 as never }))
  assert.instance(wrong, b2b.StytchSDKUsageError)
  provider.faults([{ route: '* /b2b/*', drop: true }])
  const lost = await rejection(client.sso.saml.createConnection({}))
  assert.instance(lost, b2b.StytchAPIUnreachableError)
  assert.is(lost.name, 'StytchAPIUnreachableError')
  assert.throws(
    () => client.session.updateSession({} as never),
    (error: Error) => error instanceof b2b.StytchSDKUsageError,
  )
})

test.run()
