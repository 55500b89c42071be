/**
 * Checks every call against test/wire/calls.json, which was recorded from the provider's own SDK.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { calls } from '../wire/recordedCalls.ts'
import { answers, auth, ok, user } from './answers.ts'
import { methodOf } from './b2b/member.ts'
import { openBrowser, settle } from './fakeBrowser.ts'

for (const { call, args, signed_in, request } of calls) {
  const name = `${call}(${JSON.stringify(args).slice(1, -1)})${signed_in ? ', signed in' : ''}`
  test(name, async () => {
    const browser = openBrowser({ network: answers() })
    const client = browser.open().client()
    if (signed_in) await client.otps.authenticate('000000', 'method-test-0', { session_duration_minutes: 60 })
    await settle()
    browser.sent.length = 0
    await methodOf(client, call)(...args)
    assert.equal(
      browser.calls().map(({ method, path, body }) => ({ method, path, body: body ?? null })),
      [request],
    )
  })
}

test('the table is complete', () => assert.ok(calls.length >= 48))

test('a send call is secondary exactly while somebody is signed in', async () => {
  const browser = openBrowser({ network: answers() })
  const client = browser.open().client()
  const factors = async () => {
    await client.otps.email.send('ada@example.com')
    await client.otps.sms.send('+14155550100')
    await client.otps.whatsapp.send('+14155550100')
    await client.magicLinks.email.send('ada@example.com')
    return browser.sent
      .filter(({ path }) => path.includes('/send/'))
      .slice(-4)
      .map(({ path }) => path.split('/').at(-1))
  }
  assert.equal(await factors(), Array(4).fill('primary'))
  await client.otps.authenticate('000000', 'method-test-0', { session_duration_minutes: 60 })
  assert.equal(await factors(), Array(4).fill('secondary'))
  await client.session.revoke()
  assert.equal(await factors(), Array(4).fill('primary'))
})

test('__user stays internal', async () => {
  const browser = openBrowser({
    network: answers({
      'POST /otps/authenticate': () => ok({ ...auth(), __user: user('user-test-2') }),
      'POST /sessions/authenticate': () => ok({ ...auth(), __user: user('user-test-2') }),
    }),
  })
  const client = browser.open().client()
  assert.not('__user' in (await client.otps.authenticate('1', 'm', { session_duration_minutes: 60 })))
  assert.not('__user' in (await client.session.authenticate()))
  assert.is(client.user.getSync()?.user_id, 'user-test-1')
})

test.run()
