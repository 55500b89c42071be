import { useLayoutEffect, useState } from 'react'
import type { Wait, Waiting } from '../failure.ts'
import { words } from '../words/kitWords.ts'
import { translator } from '../words/translator.ts'

/** The longest that a button waits, in ms. */
const LONGEST = 60_000

/**
 * A wait of `ms` from now. `label` is what a button says, by the seconds that are left. It goes by
 * `performance.now()`, which does not jump when somebody sets the clock.
 */
export function waitOf(ms: number, label: (seconds: number) => string): Wait {
  const end = performance.now() + Math.min(ms, LONGEST)
  return (show, signal) => {
    let last = 0
    const tick = () => {
      const seconds = Math.ceil((end - performance.now()) / 1000)
      if (seconds < 1) {
        clearInterval(timer)
        show()
      } else if (seconds !== last) {
        last = seconds
        show({ label: label(seconds), seconds })
      }
    }
    const timer = setInterval(tick, 250)
    tick()
    const stop = () => clearInterval(timer)
    signal?.addEventListener('abort', stop)
    return stop
  }
}

/** Creates what a button says while a call takes long. */
export const slow = (strings: Record<string, unknown>): Waiting => ({ label: translator(words, strings)('button.slow') })

/**
 * Says for screen readers how long the wait is, in the message about the failure. They hear it
 * once, because the text stays the same until the wait is over.
 */
export function WaitNotice({ wait }: { wait: Wait }) {
  const [text, setText] = useState('')
  useLayoutEffect(() => {
    let first: string | undefined
    return wait((waiting) => setText(waiting ? (first ??= ' ' + waiting.label) : ''))
  }, [wait])
  return <span className="lk-said">{text}</span>
}
