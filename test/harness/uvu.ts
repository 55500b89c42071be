/**
 * Adds to uvu what it lacks: each suite reports to test/run.ts, a hook that throws is printed and fails the file (uvu swallows the error and skips
 * the remaining tests), and a file ends when its tests have ended, even if a channel or timer is still open.
 */
import { writeSync } from 'node:fs'
import * as uvu from 'uvu'
import type { Callback, Test } from 'uvu'

export const { exec } = uvu

/** How many tests of a suite passed, failed and were skipped. */
export type Outcome = Record<'passed' | 'failed' | 'skipped', number>

/** A test that passed or is skipped. */
export interface TestNote {
  test: string
  isSkipped?: boolean
}

/**
 * Writes a line for each suite, and for each test that did not fail, to the pipe that test/run.ts reads. A file that is run by hand has no such pipe.
 */
const report = (outcome: Outcome | TestNote) => {
  if (process.env.LATCHKEY_RESULTS) writeSync(Number(process.env.LATCHKEY_RESULTS), `${JSON.stringify(outcome)}\n`)
}

// The queue in which `suite.run()` puts its runners, which uvu calls one after the other. Each returns how many tests passed, were skipped, and
// exist.
type Runner = () => Promise<[errors: string, passed: number, skipped: number, total: number]>
const queue = (globalThis as unknown as { UVU_QUEUE: [Runner[]] }).UVU_QUEUE[0]
const { push } = queue
let running = 0
queue.push = (...runners) => {
  running += runners.length
  const reporting = runners.map(
    (run): Runner =>
      async () => {
        const result = await run()
        const [, passed, skipped, total] = result
        report({ passed, failed: total - passed, skipped })
        running -= 1
        // Leaves time for uvu's summary, and for unhandled rejections, which end the process by themselves.
        if (running === 0) setTimeout(() => running === 0 && process.exit(), 50)
        return result
      },
  )
  return push.apply(queue, reporting)
}

/** Wraps a hook so that its error is printed and fails the file. */
const audible =
  (name: string, hook: Callback): Callback =>
  async (context) => {
    try {
      await hook(context)
    } catch (error) {
      console.error(`\n   ${name} hook threw`, error)
      process.exitCode = 1
      throw error
    }
  }

const withAudibleHooks = (test: Test) => {
  for (const kind of ['before', 'after'] as const) {
    const add = test[kind]
    test[kind] = Object.assign((hook: Callback) => add(audible(kind, hook)), {
      each: (hook: Callback) => add.each(audible(`${kind}.each`, hook)),
    })
  }
  return test
}

/** Reports which tests have passed, and which are skipped. */
const telling = (test: Test): Test =>
  Object.assign(
    (name: string, handler: Callback) =>
      test(name, async (context) => {
        await handler(context)
        report({ test: name })
      }),
    test,
    {
      skip: (name = '', handler?: Callback) => {
        report({ test: name, isSkipped: true })
        return test.skip(name, handler)
      },
    },
  )

export const suite = (title?: string, context?: Record<string, unknown>): Test => telling(withAudibleHooks(uvu.suite(title, context)))
export const test = suite()
