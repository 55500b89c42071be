/**
 * Tests the second factor as a component: each way once, the focus, and the session that it
 * follows. The other cases: secondFactor.test.ts.
 */
import '../../harness/everyFramework.ts'
import { idle, mail, provider, sent } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import type { SecondFactorProps } from '../../../src/widget/publicTypes.ts'
import { phone, CODE, RECOVERY, CONFIRMED, APP, everything, appCode, ask, rows, prepare } from './setUp.ts'

const test = suite('the second factor as a component')
prepare(test)

test('the code of the authenticator app, once for a code that is filled in and submitted', async () => {
  const screen = await ask(everything, { config: { sessionOptions: { sessionDurationMinutes: 45 } } })
  await screen.see(APP)
  assert.is(screen.root.ownerDocument!.activeElement, screen.find(CODE))
  await screen.type(CODE, appCode())
  screen.find<HTMLFormElement>('form')?.requestSubmit()
  await screen.see(CONFIRMED)
  await until(() => screen.events.length > 1, 'the second event')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.is((screen.events[0]!.data as { method: string }).method, 'totp')
  assert.equal(
    sent('POST /totps/authenticate').map(({ session_duration_minutes }) => session_duration_minutes),
    [45],
  )
  assert.equal(screen.factors(), ['knowledge', 'authenticator_app'])
  assert.equal(screen.errors, [])
})

for (const methods of [['totp'], ['totp', 'sms']] as SecondFactorProps['methods'][]) {
  test(`the screen stays as it is while the proof of ${methods!.join(' or ')} is taken`, async () => {
    const screen = await ask({ ...everything, ...(methods![1] ? {} : { phone_numbers: [] }) }, { methods })
    await screen.see(APP)
    const shown = new Set<string>()
    const observer = new MutationObserver(() =>
      shown.add(
        screen
          .all('h2, p, button')
          .map(({ textContent }) => textContent)
          .join('|'),
      ),
    )
    observer.observe(screen.root, { childList: true, subtree: true, characterData: true })
    await screen.type(CODE, appCode())
    await screen.see(CONFIRMED)
    observer.disconnect()
    assert.not.ok(
      [...shown].some((text) => /Send code|no second way/.test(text)),
      [...shown].join('\n'),
    )
    assert.equal(screen.errors, [])
  })
}

test('a wrong code: a sentence, an empty field that has the focus, and the next code works', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  const right = appCode()
  await screen.type(CODE, right === '000000' ? '111111' : '000000')
  await screen.see('This is not the code that your app shows now.')
  const input = screen.find<HTMLInputElement>(CODE)!
  assert.is(input.value, '')
  assert.is(document.activeElement, input)
  await screen.type(CODE, right)
  await screen.see(CONFIRMED)
  assert.equal(
    screen.errors.map((error) => (error as { error_type: string }).error_type),
    ['unable_to_authenticate_totp'],
  )
})

test('a text message: only after a press, to a number of which the end alone shows; sent again, the new code counts', async () => {
  const screen = await ask({ phone_numbers: [{ phone_number: phone }] })
  await screen.see('We can text a code to your phone, ••••\u00a0123.'.replace('\u00a0', ' '))
  await idle()
  assert.is(provider.outbox().length, 0)
  assert.not.match(screen.root.textContent!, '0123')
  screen.button('Send code')!.click()
  screen.button('Send code')!.click()
  await screen.see('A 6-digit passcode was sent to you')
  assert.is(sent('POST /otps/sms/send/secondary').length, 1)
  const old = (await mail()).code!
  await screen.press('Resend code')
  await screen.see('Code sent')
  const { code } = await until(() => (provider.outbox().length > 1 ? provider.outbox().at(-1) : undefined), 'another message')
  if (old !== code) {
    await screen.type(CODE, old)
    await screen.see('Invalid passcode, please try again.')
  }
  await screen.type(CODE, code!)
  await screen.see(CONFIRMED)
  await until(() => screen.types().at(-1) === 'AUTHENTICATE_FLOW_COMPLETE', 'the last event')
  assert.equal(screen.types(), [
    'SECOND_FACTOR_SMS_SEND',
    'SECOND_FACTOR_SMS_SEND',
    'SECOND_FACTOR_AUTHENTICATE',
    'AUTHENTICATE_FLOW_COMPLETE',
  ])
  assert.equal(screen.factors(), ['knowledge', 'sms'])
})

test('a recovery code: a wrong one, then one that is used up, what that means, and on', async () => {
  const screen = await ask(everything, { methods: ['recoveryCode', 'totp'] })
  await screen.see('Enter one of the recovery codes')
  assert.equal(rows(screen), ['Authenticator app'])
  await screen.press('Continue')
  assert.is(sent('POST /totps/recover').length, 0)
  await screen.type(RECOVERY, 'wrong')
  await screen.press('Continue')
  await screen.see('This recovery code is wrong or was already used.')
  assert.is(document.activeElement, screen.find(RECOVERY))
  assert.is(screen.find<HTMLInputElement>(RECOVERY)!.value, 'wrong')
  await screen.type(RECOVERY, ' abcd-efgh ')
  screen.button('Continue')!.click()
  screen.button('Continue')!.click()
  await screen.see('This recovery code cannot be used again.')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE'])
  await screen.press('Continue')
  await screen.see(CONFIRMED)
  await until(() => screen.events.length > 1, 'the last event')
  assert.equal(screen.types(), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.equal(screen.factors(), ['knowledge', 'recovery_code'])
  const { totps } = await screen.client.totps.recoveryCodes()
  assert.equal(
    totps.map(({ verified, recovery_codes }) => [verified, recovery_codes]),
    [[true, ['ijkl-mnop']]],
  )
})

test('the visitor signs in between the first rendering and its effects', async () => {
  const screen = await ask(everything, {}, async (client) => {
    const core = client[coreKey]
    const { status } = core
    // the project's settings would render the widget again
    core.engine = () => new Promise(() => {})
    const { now, subscribe } = status
    status.now = {}
    status.subscribe = (listener) => {
      status.now = now
      return subscribe(listener)
    }
  })
  await screen.see(APP)
})

test('the visitor signs out, and reads that nobody is signed in', async () => {
  const screen = await ask(everything)
  await screen.see(APP)
  await screen.client.session.revoke()
  await screen.see('You are not logged in. Log in first.')
})

test('a text message that is refused: its rows say when, and a press sends nothing', async () => {
  const screen = await ask(everything)
  provider.faults([
    {
      route: 'POST /otps/*/send/*',
      status: 429,
      headers: { 'retry-after': '30' },
      body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' },
      times: 1,
    },
  ])
  const row = screen.all('.lk-row').find(({ textContent }) => textContent!.includes('Text message'))!
  row.click()
  await until(() => row.dataset.wait === 'Try again in 30 s', 'a row that waits')
  assert.is(row.getAttribute('aria-disabled'), 'true')
  row.click()
  await settled()
  assert.is(sent('POST /otps/sms/send/secondary').length, 1)
})

test.run()
