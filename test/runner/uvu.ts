/**
 * Adds to uvu what it lacks: each test reports to run.ts, and a hook that throws is printed and
 * fails the file (uvu swallows the error and skips the remaining tests). compile.ts puts this
 * module instead of `uvu`.
 */
import { writeSync } from 'node:fs'
import * as uvu from 'uvu'
import type { Callback, Test } from 'uvu'

/** How many tests of a file passed, failed and were skipped. */
export type Outcome = Record<'passed' | 'failed' | 'skipped', number>

/** A test that passed or is skipped. */
export interface TestNote {
  test: string
  seconds?: number
  isSkipped?: boolean
}

/** Writes a line to the pipe that run.ts reads. A file that is run by hand has no such pipe. */
const report = (outcome: Outcome | TestNote) => {
  if (process.env.LATCHKEY_RESULTS) writeSync(Number(process.env.LATCHKEY_RESULTS), `${JSON.stringify(outcome)}\n`)
}

const tests = { passed: 0, skipped: 0, all: 0, only: 0 }
// A test that never ran, because a hook threw or the process ended, has failed.
process.on('exit', () => {
  const { passed, skipped, all, only } = tests
  report({ passed, skipped, failed: (only || all) - passed })
})

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

/** Counts the tests and reports each that has passed or is skipped. */
const telling = (test: Test): Test => {
  const counted =
    (kind: 'all' | 'only', add: (name: string, handler: Callback) => void): Test['only'] =>
    (name, handler) => {
      if (!name.includes(process.env.LATCHKEY_TEST ?? '')) return
      tests[kind] += 1
      add(name, async (context) => {
        const start = performance.now()
        await handler(context)
        tests.passed += 1
        report({ test: name, seconds: (performance.now() - start) / 1000 })
      })
    }
  const { only } = test
  return Object.assign(counted('all', test), test, {
    only: counted('only', only),
    skip: (name = '', handler?: Callback) => {
      tests.skipped += 1
      report({ test: name, isSkipped: true })
      return test.skip(name, handler)
    },
  }) as Test
}

export const suite = (title?: string, context?: Record<string, unknown>): Test => telling(withAudibleHooks(uvu.suite(title, context)))
export const test = suite()
