/**
 * Tests the log-in with a password as a component: a whole flow, the focus, the field and its
 * pause. The other cases: logIn.test.ts.
 */
import '../../harness/everyFramework.ts'
import { idle, provider, reported, sent } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  SEARCH,
  CREATE,
  AUTHENTICATE,
  CHECK,
  EMAIL,
  GOOD,
  FIELD,
  UNREACHABLE,
  ada,
  toCreate,
  toLogIn,
  isMuted,
  ready,
  types,
  bar,
  described,
  lit,
  hold,
  prepare,
} from './setUp.ts'

const test = suite('a password as a component')
prepare(test)

test('no part of a password is checked while an input method composes it', async () => {
  const login = await toCreate()
  const pass = hold()
  await login.compose(FIELD, ['ｆ', 'ｆｊ', GOOD], async () => {
    login.find(FIELD)!.dispatchEvent(new Event('change', { bubbles: true }))
    await pass(600)
    assert.equal(sent(CHECK), [])
  })
  await pass(600)
  await until(() => sent(CHECK).length, 'the check')
  assert.equal(sent(CHECK), [{ email: EMAIL, password: GOOD }])
})

test('a new visitor: search, a checked password, an account', async () => {
  const login = await toCreate()
  assert.equal(sent(SEARCH), [{ email: EMAIL }])
  await login.see('Create your account')
  const field = await until(() => login.find<HTMLInputElement>(FIELD), 'the field')
  assert.equal(
    ['type', 'autocomplete', 'enterkeyhint'].map((name) => field.getAttribute(name)),
    ['password', 'new-password', 'go'],
  )
  assert.ok(field.required)
  const username = login.find<HTMLInputElement>('input[autocomplete=username]')!
  assert.is(username.form, field.form)
  assert.is(username.value, EMAIL)
  assert.ok(isMuted(login))
  await login.type(FIELD, GOOD)
  await ready(login)
  assert.equal(sent(CHECK), [{ email: EMAIL, password: GOOD }])
  assert.equal(lit(login), ['4', 'true', 4])
  await login.press('Continue')
  await login.see('Success!')
  await login.see('You have successfully logged in.')
  await until(() => login.events.length === 2, 'two events')
  assert.equal(sent(CREATE), [{ email: EMAIL, password: GOOD, session_duration_minutes: 30 }])
  assert.equal(types(login), ['PASSWORD_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.type((login.events[0]!.data as { email_id: string }).email_id, 'string')
  assert.ok(login.client.session.getSync())
  assert.not(JSON.stringify(await login.logged()).includes(GOOD))
  assert.equal(reported, [])
})

for (const [who, come] of [
  ['new', () => toCreate()],
  ['known', () => (ada({ password: GOOD }), toLogIn())],
] as const) {
  test(`a ${who} visitor: the field has the focus and is announced with the title, and Change leads back with the address`, async () => {
    const login = await come()
    const field = login.find<HTMLInputElement>(FIELD)!
    await until(() => document.activeElement === field, 'the focus')
    assert.is(described(login), login.find('h2')!.textContent)
    const address = login.find<HTMLInputElement>('input[autocomplete=username]')!
    assert.equal([address.value, address.readOnly, address.form], [EMAIL, true, field.form])
    assert.is(address.getAttribute('aria-label'), 'Email')
    await login.press('Change')
    await login.see('Sign up or log in')
    await until(() => login.find<HTMLInputElement>('#email-input')?.value === EMAIL, 'the address')
  })
}

test('one word says how good it is, in an element that describes the field; it is announced politely, in a region that was there before', async () => {
  const login = await toCreate()
  const region = await until(() => bar(login)?.closest('[role=status]'), 'the region')
  assert.equal([lit(login), region!.textContent], [['0', 'false', 0], ''])
  for (const [password, segments, word] of [
    ['aaaaaaaaaa', 1, 'Too weak'],
    ['jonathanx', 1, 'Too weak'],
    ['otterplum', 2, 'Weak'],
    ['plum otter', 3, 'Good'],
    [GOOD, 4, 'Strong'],
  ] as const) {
    await login.type(FIELD, password)
    await until(() => lit(login)[2] === segments && described(login).includes(word), `${password}: ${word}`)
    assert.equal(lit(login), [`${segments}`, `${segments > 2}`, segments])
    assert.is(bar(login)!.getAttribute('aria-valuetext'), word)
    assert.is(login.text().split(word).length, 2, 'the word is there once')
    assert.is(bar(login)!.closest('[role=status]'), region)
    assert.is(login.find(FIELD)!.getAttribute('aria-invalid'), 'false')
  }
  await login.type(FIELD, 'jonathanx')
  await until(() => described(login).includes('similar to a commonly used password'), 'the hint')
})

test('checks after a pause of 500 ms, and ignores the answer for an earlier password', async () => {
  const login = await toCreate()
  await until(() => bar(login), 'the meter')
  provider.faults([{ route: CHECK, hold: 'the first', times: 1 }])
  const pass = hold()
  await login.type(FIELD, GOOD)
  await pass(499)
  assert.equal(sent(CHECK), [])
  await pass(1)
  await until(() => sent(CHECK).length === 1, 'the first check')
  await login.type(FIELD, 'abc')
  await pass(500)
  await until(() => sent(CHECK).length === 2, 'the second check')
  await until(() => login.all('.lk-hints li').length, 'its answer')
  provider.release('the first')
  await idle()
  assert.equal(lit(login), ['1', 'false', 1])
  assert.ok(isMuted(login))
})

test('a password can be shown and hidden', async () => {
  const login = await toCreate()
  const show = await until(() => login.button('Show password'), 'the button')
  assert.is(show.getAttribute('aria-pressed'), 'false')
  show.click()
  await settled()
  assert.is(login.find(FIELD)!.getAttribute('type'), 'text')
  assert.is(show.getAttribute('aria-pressed'), 'true')
  show.click()
  await settled()
  assert.is(login.find(FIELD)!.getAttribute('type'), 'password')
})

test('a visitor with a password logs in', async () => {
  ada({ password: GOOD })
  const login = await toLogIn({ sessionOptions: { sessionDurationMinutes: 45 } })
  assert.is(login.find(FIELD)!.getAttribute('autocomplete'), 'current-password')
  assert.is(login.find<HTMLInputElement>('input[autocomplete=username]')!.value, EMAIL)
  await login.type(FIELD, GOOD)
  await login.press('Continue')
  await login.see('Success!')
  await until(() => login.events.length === 2, 'two events')
  assert.equal(sent(AUTHENTICATE), [{ email: EMAIL, password: GOOD, session_duration_minutes: 45 }])
  assert.equal(sent(CHECK), [])
  assert.equal(types(login), ['PASSWORD_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
})

test('three clicks and Enter send once, and Back drops a late answer', async () => {
  ada({ password: GOOD })
  provider.faults([{ route: AUTHENTICATE, hold: 'the log-in' }])
  const login = await toLogIn()
  await login.type(FIELD, GOOD)
  for (let turn = 0; turn < 3; turn++) await login.press('Continue')
  login.find('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
  await until(() => sent(AUTHENTICATE).length, 'the call')
  await login.press('Back')
  await login.see('Sign up or log in')
  provider.release('the log-in')
  await idle()
  assert.is(sent(AUTHENTICATE).length, 1)
  assert.equal([login.events, login.errors], [[], []])
})

test('after a retried check, typing has its usual pause', async () => {
  provider.faults([{ route: CHECK, drop: true, times: 1 }])
  const login = await toCreate()
  await login.type(FIELD, GOOD)
  await login.see(UNREACHABLE)
  await login.press('Try again')
  await ready(login)
  const pass = hold()
  for (const typed of [`${GOOD}1`, `${GOOD}12`]) {
    await login.type(FIELD, typed)
    await pass(499)
  }
  assert.is(sent(CHECK).length, 2)
  await pass(1)
  await until(() => sent(CHECK).length === 3, 'the check of the last one')
  assert.is(sent(CHECK)[2].password, `${GOOD}12`)
})

test.run()
