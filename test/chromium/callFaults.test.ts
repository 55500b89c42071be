/**
 * Makes calls of the widget (test/states/calls.ts) fail in Chromium: each call once, and each fault
 * once, in turn. `npm test` does so with a few of them. test/widget/callFaults.test.ts has every
 * fault of every call. What only a browser can break: faults.test.ts.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { TIMEOUT, troubles, words, type Case } from '../harness/troubles.ts'
import { calls, type WidgetCall } from '../states/calls.ts'
import { alertsIn, caseAt, endure, type Visit } from '../states/endure.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { makePasskey } from '../../src/tools/states/steps.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { timeIsUp, untimed } from './troubles.ts'
import { arrive, each, until, type Visitor } from './visitors.ts'

test.after(closeBrowser)

/** Passkeys need an authenticator: passkeys.test.ts. */
const rows = calls.filter(({ route, state }) => !route.includes('webauthn') && !state.steps.includes(makePasskey))
const turns = rows
  .filter(({ route }, at) => rows.findIndex((other) => other.route === route) === at)
  .map((call, at): [call: WidgetCall, fault: Case] => [call, caseAt(call, at)])

const visitOf = (visitor: Visitor): Visit => {
  const { page } = visitor
  const host = page.locator('#login')
  /** The errors of documents that the visitor has left. */
  const past: unknown[] = []
  const heard = async () => [
    ...past,
    ...(await visitor.heard()).filter(({ type }) => type === 'latchkey:error').map(({ detail }) => detail),
  ]
  const hands = inPage(visitor, words)
  const { open } = hands
  hands.open = async (...given) => {
    past.splice(0, past.length, ...(await heard()))
    return open(...given)
  }
  return {
    hands,
    take: (steps) => walk(steps, hands),
    eyes: {
      look: (read, given) => host.evaluate(read as never, given),
      alert: (before) =>
        until(async () => {
          const text = await host.evaluate(alertsIn)
          return text === before ? '' : text
        }, 'an alert'),
      async errors(count) {
        await until(async () => (await heard()).length >= count, `error ${count}`)
        return heard()
      },
      endWait: () => timeIsUp(page),
    },
  }
}

test('each call and each fault has its turn', () => {
  assert.ok(turns.length > 20, String(turns.length))
  const had = new Set(turns.map(([, { name }]) => name))
  assert.equal(
    troubles.filter(({ name }) => !had.has(name)),
    [],
  )
})

const some = everything ? turns : turns.filter((_, at) => at % 6 === 1)

const proveFault = async ([call, fault]: (typeof turns)[number]) => {
  const arrangement = arrangementOf(call.state, { strings: words }, '', { timeout: TIMEOUT })
  const { first } = arrangement
  const visitor = await arrive({
    ...arrangement,
    // a page of its own, whose calls have no time limit
    first: fault.fault.hold
      ? async (page) => {
          await first?.(page)
          await untimed(TIMEOUT)(page)
        }
      : first,
  })
  try {
    const visit = visitOf(visitor)
    await visit.take(call.state.steps)
    await endure(call, [fault], visit)
    await visitor.leave()
  } catch (error) {
    await visitor.leave().catch(() => {})
    throw error
  }
}

test('a call that fails: a sentence in the language of the visitor, what was typed stays, and the next try works', async () => {
  const byName = new Map(some.map((turn) => [`${turn[0].route}, ${turn[1].name}`, turn]))
  const needsDevice = (name: string) => byName.get(name)![0].state.device === 'passkeys'
  const prove = (name: string) => proveFault(byName.get(name)!)
  await each(
    [...byName.keys()].filter((name) => !needsDevice(name)),
    prove,
  )
  // a browser has the virtual authenticators of one page at a time
  await each([...byName.keys()].filter(needsDevice), prove, 1)
})

test.run()
