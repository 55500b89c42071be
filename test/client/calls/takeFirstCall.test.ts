/** Tests which answer of a call that the page has sent before the widget counts. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { takeFirstCall } from '../../../src/client/calls/takeFirstCall.ts'
import { signedInState } from '../answers.ts'

const here = globalThis as { window?: object }
const before = here.window
test.after(() => {
  here.window = before
})

const mine = signedInState()
const cases: [what: string, sent: { ago?: number; state?: object; key?: string }, now: object | undefined, counts: boolean][] = [
  ['a moment ago, for the session that is stored', { state: mine }, mine, true],
  ['11 s ago', { ago: 11_000, state: mine }, mine, false],
  ['for another session', { state: { session: { session_id: 'other' } } }, mine, false],
  ['for nobody, while nobody is signed in', {}, undefined, true],
  ['for a session that has ended', { state: mine }, undefined, false],
  ['for another client', { key: 'other', state: mine }, mine, false],
]
for (const [what, { ago = 0, state, key = 'mine' }, now, counts] of cases)
  test(`a call sent ${what}: its answer ${counts ? 'counts once' : 'does not count'}`, async () => {
    const answer = Promise.resolve(undefined)
    const sent = { key, at: Date.now() - ago, state: JSON.stringify(state ?? {}), 'sessions/authenticate{}': answer }
    here.window = { [Symbol.for('latchkey.session')]: sent }
    const storage = { get: () => now, set() {}, remove() {} }
    const take = () => takeFirstCall({ key: 'mine', storage }, 'POST', '/sessions/authenticate', '{}')
    assert.is(take(), counts ? answer : undefined)
    assert.is(take(), undefined)
  })

test.run()
