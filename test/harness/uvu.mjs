/**
 * uvu, and what it keeps to itself: test/run.mjs adds up what each suite says here, a hook that throws is printed and counts (uvu swallows
 * both the error and the tests behind it), and a file ends when its tests have, whatever channel or timer is still open.
 */
import { writeSync } from 'node:fs'
import * as uvu from 'uvu'

export const { exec } = uvu

/** One line a suite, and one a test that did not fail, on the pipe that test/run.mjs reads; by hand, there is none. */
const report = (outcome) => {
  if (process.env.LATCHKEY_RESULTS) writeSync(Number(process.env.LATCHKEY_RESULTS), `${JSON.stringify(outcome)}\n`)
}

// Where `suite.run()` puts its runners, for uvu to call one after the other; each tells how many tests passed, were skipped, and are there.
const queue = globalThis.UVU_QUEUE[0]
const { push } = queue
let running = 0
queue.push = (run) => {
  running += 1
  return push.call(queue, async () => {
    const result = await run()
    const [, passed, skipped, total] = result
    report({ passed, failed: total - passed, skipped })
    running -= 1
    // A moment for uvu's summary and for rejections nobody handled, which end the process on their own.
    if (running === 0) setTimeout(() => running === 0 && process.exit(), 50)
    return result
  })
}

const audible = (test) => {
  for (const [owner, kind] of [
    [test, 'before'],
    [test, 'after'],
    [test.before, 'each'],
    [test.after, 'each'],
  ]) {
    const add = owner[kind]
    const name = owner === test ? kind : `${owner === test.before ? 'before' : 'after'}.each`
    owner[kind] = Object.assign(
      (hook) =>
        add(async (state) => {
          try {
            await hook(state)
          } catch (error) {
            console.error(`\n   ${name} hook threw`, error)
            process.exitCode = 1
            throw error
          }
        }),
      add,
    )
  }
  return test
}

/** Says which tests have passed, and which are skipped. */
const telling = (test) =>
  Object.assign(
    (name, handler) =>
      test(name, async (context) => {
        await handler(context)
        report({ test: name })
      }),
    test,
    {
      skip: (name, handler) => {
        report({ test: name, isSkipped: true })
        return test.skip(name, handler)
      },
    },
  )

export const suite = (...args) => telling(audible(uvu.suite(...args)))
export const test = suite()
