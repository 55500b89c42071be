/**
 * Makes every call of the widget (test/states/calls.ts) fail: the visitor reads a sentence in their
 * language, what they have typed stays, the button works again, and the host hears of it once.
 * `npm test` has one fault for each call, `npm run test:all` every fault. After 429 with
 * `Retry-After`, the button waits (docs/decisions/buttons-count-down-after-a-429.md), as
 * test/chromium/deadEnds.test.ts shows.
 */
import { provider } from '../harness/login.ts'
import { closeStates, showState } from '../harness/showState.ts'
import { settled, until } from '../harness/screen.ts'
import { damaged } from '../harness/damages.ts'
import { everything } from '../harness/everything.ts'
import { holdTimers, INVALID, TIMEOUT, words } from '../harness/troubles.ts'
import { hasten } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as otps from '../../src/api/otps.ts'
import { strengthCheck } from '../../src/api/passwords.ts'
import { calls, type WidgetCall } from '../states/calls.ts'
import { buttonsOf, caseAt, casesOf, countOf, endure, faultsOf, repeat } from '../states/endure.ts'
import { patternOf } from '../../src/tools/states/walk.ts'

const test = suite('faults of calls')
test.after.each(closeStates)

// the pause before a password is checked
hasten(500)
holdTimers([TIMEOUT])

/** The page's clock, which a test moves forward. */
const now = performance.now.bind(performance)
let skipped = 0
performance.now = () => now() + skipped

const show = async ({ state }: WidgetCall) => {
  const shown = showState(state, words, { timeout: TIMEOUT })
  await shown.take(state.steps)
  await shown.take([])
  return shown
}

const titleOf = ({ what, route }: WidgetCall) => `${what} (${route})`

for (const [at, call] of calls.entries()) {
  const cases = everything ? casesOf(call) : [caseAt(call, at)]
  test(`${titleOf(call)}: ${everything ? 'every fault' : cases[0]!.name}`, async () => endure(call, cases, await show(call)))
}

const judgment = {
  valid_password: true,
  score: 4,
  breached_password: false,
  strength_policy: 'zxcvbn',
  feedback: {
    suggestions: ['Add a word'],
    warning: '',
    luds_requirements: {
      has_digit: false,
      has_lower_case: true,
      has_symbol: true,
      has_upper_case: false,
      missing_characters: 0,
      missing_complexity: 0,
    },
  },
}

/** Answers that are damaged at any place. */
const damages = {
  'emails a code': damaged(otps.loginOrCreate.gives!, { method_id: 'm' }, INVALID),
  'checks a password': damaged(strengthCheck.gives!, judgment, INVALID),
}
for (const [what, cases] of Object.entries(damages))
  test(`${what}, damaged at any place of the answer`, async () => {
    const call = calls.find((call) => call.what === what)!
    await endure(call, cases, await show(call))
  })

const refusal = {
  status: 429,
  body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' },
  headers: { 'Retry-After': '30' },
}

const counting = calls.filter(({ countless }) => !countless)
/**
 * One of each kind: a form's button, a text button, one that shows after a failure, one on the next
 * screen, and one of a screen that has not loaded.
 */
const samples = ['emails a link', 'sends another code', 'checks a code', 'logs in with a wallet', 'reads what an app asks for']
for (const call of counting.filter(({ what }) => everything || samples.includes(what)))
  test(`${titleOf(call)}: after 429 with Retry-After, the button counts down`, async () => {
    const visit = await show(call)
    const { screen, take } = visit
    // what the page does by itself must not use the fault up
    await settled()
    const asked = countOf(call, visit)
    provider.faults(faultsOf(call, { ...refusal, times: 1 }))
    await take(call.act)
    const waiting = await until(
      () => screen.find('button[data-wait]'),
      () => `a button that waits in '${screen.text()}'`,
    )
    const wait = words['button.retryIn'].replace('{seconds}', '30')
    assert.equal(await buttonsOf(call, visit), [{ busy: false, refuses: true, wait }])
    assert.is(screen.all('[data-wait]').length, 1)
    await screen.see(`Too many requests. ${wait}`.replace(/\s+/g, ' '))
    assert.is(countOf(call, visit), asked + 1)
    waiting.click()
    await settled()
    assert.is(countOf(call, visit), asked + 1, 'a press sends nothing')
    skipped += 31_000
    await until(() => !screen.find('[data-wait]'), 'the end of the wait')
    await repeat(call, visit)
    await until(() => countOf(call, visit) > asked + 1, 'the call')
    await visit.hands.says(patternOf(words, call.sees))
  })

test.run()
