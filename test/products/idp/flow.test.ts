/**
 * Tests the consent screens as components: what they do by themselves, and when the session changes
 * meanwhile. What they show and refuse: screens.test.ts.
 */
import '../../harness/everyFramework.ts'
import { provider, sent } from '../../harness/login.ts'
import { en } from '../../../src/strings/en.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { settled, until } from '../../harness/screen.ts'
import { coreKey } from '../../../src/client/core.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import { START, SUBMIT, REVOKE, CALLBACK, EMPTY, signedIn, at, authorize, show, another, prepare } from './setUp.ts'

const test = suite('consent as a component')
prepare(test)

test('no consent required: submits by itself, without claiming consent', async () => {
  const client = await signedIn()
  authorize()
  provider.faults([
    { route: START, status: 200, body: { data: { consent_required: false, client: {}, scope_results: [] } } },
    { route: SUBMIT, ...EMPTY },
  ])
  const { see, events, button } = show(client)
  await see('Success!')
  assert.not(button('Allow'))
  assert.equal(
    sent(SUBMIT).map(({ consent_granted }) => consent_granted),
    [false],
  )
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'])
})

for (const [method, isRefused] of [
  ['plain', true],
  ['s256', true],
  ['S256 ', true],
  ['S256', false],
  ['', false],
] as const)
  test(`code_challenge_method=${method} ${isRefused ? 'goes back to the app as an error' : 'is asked about as before'}`, async () => {
    const client = await signedIn()
    authorize({ code_challenge_method: method, state: 'a+b c' })
    const { see, errors, events } = show(client)
    if (!isRefused) return void (await see('Verify your identity'))
    await until(() => location.href.startsWith(CALLBACK), 'the way back')
    const { error, error_description, state, code } = Object.fromEntries(new URL(location.href).searchParams)
    assert.equal([error, error_description, state, code], ['invalid_request', 'code_challenge_method must be S256', 'a+b c', undefined])
    assert.equal([errors.map(({ error_type }) => error_type), events], [['invalid_request'], ['OAUTH_AUTHORIZE_FLOW_START']])
    assert.equal(sent(SUBMIT), [])
  })

test('a code_challenge_method is judged only for a URL that the app has', async () => {
  const client = await signedIn()
  authorize({ code_challenge_method: 'plain', redirect_uri: 'https://elsewhere.example/' })
  const { errors } = show(client)
  await until(() => errors.length, 'the refusal')
  assert.is(errors[0].error_type, 'connected_app_invalid_redirect_url')
  assert.match(location.href, '/consent?')
})

test('log-out: Yes ends the session even if the provider refuses', async () => {
  const client = await signedIn()
  at({ post_logout_redirect_uri: CALLBACK })
  const { press, errors } = show(client)
  provider.faults([{ route: REVOKE, status: 500, body: 'x' }])
  await press('Yes')
  await until(() => !client.session.getSync(), 'the session is over')
  assert.equal(errors, [])
})

for (const [when, inTime] of [
  ['after the question is there', true],
  ['while the question is drawn', false],
] as const) {
  test(`another session replaces the current one, ${when}: the question shows again for it, and a press for the earlier one has no effect`, async () => {
    const client = await signedIn()
    authorize()
    const { see, press, button, events } = show(client)
    await see('Verify your identity')
    if (inTime) await settled()
    const asked = button('Allow')!
    const session = await another(client)
    if (inTime) asked.click()
    await until(() => sent(START).length === 2, 'another question')
    await see('Verify your identity')
    assert.equal([client.session.getSync()!.session_id, sent(SUBMIT)], [session, []])
    provider.faults([{ route: SUBMIT, ...EMPTY }])
    await press('Allow')
    await see('Success!')
    assert.is(sent(SUBMIT).length, 1)
    assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'])
  })
}

test('a consent counts for the session that it was shown to, also where the page does not see the cookie', async () => {
  provider.project({ backend: true })
  const client = await signedIn(undefined, new LatchkeyClient({ backend: 'http://provider.test' }))
  authorize()
  const { see, press } = show(client, { strings: en })
  await see('Verify your identity')
  const { session, user } = client[coreKey].status.now
  const bobs = { session: { ...session, session_id: 'bobs-session', user_id: 'bob' }, user: { ...user, user_id: 'bob' }, user_id: 'bob' }
  const body = { data: { status_code: 200, request_id: 'a', session_token: '', session_jwt: '', ...bobs } }
  // the server's answer of the last second counts
  const { now } = Date
  Date.now = () => now() + 2000
  try {
    provider.faults([{ route: 'POST /sessions/authenticate', status: 200, body }])
    await press('Allow')
    await until(() => sent(START).length === 2, 'the question for the other session')
    assert.equal(sent(SUBMIT), [])
  } finally {
    Date.now = now
  }
})

test('if another session arrives while the host makes its list, the list is made again', async () => {
  const client = await signedIn()
  authorize()
  let lists = 0
  const { see } = show(client, {
    getIDPConsentManifest: async () => {
      if (!lists++) await another(client)
      return [{ header: `List ${lists}`, items: ['One'] }]
    },
  })
  await see('List 2')
  assert.equal([sent(START).length, lists], [2, 2])
})

test("a check that keeps the session, or changes the same user's data, leaves the question as it is", async () => {
  const client = await signedIn()
  authorize()
  const { see, button } = show(client)
  await see('Verify your identity')
  const asked = button('Allow')!
  await client.session.authenticate({ session_duration_minutes: 60 })
  await client.user.update({ name: { first_name: 'Ada' } })
  await settled()
  assert.is(button('Allow'), asked)
  assert.is(sent(START).length, 1)
})

test.run()
