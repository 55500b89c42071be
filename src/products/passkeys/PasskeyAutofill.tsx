import { useEffect, useRef } from 'react'
import { askForPasskey } from '../../client/webauthn.ts'
import { useUi } from '../../ui/context.ts'
import type { Props } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { explainLogIn, logIn } from './logIn.ts'
import { words } from './words.ts'

/** How often a wait is begun, and how long after the first failure it is begun again, in ms (spec section 9, row 3). */
const TRIES = 5
const PAUSE = 1000

/** Resolves after `ms`, or when `signal` aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), done()))
  })

/** Resolves when the visitor turns to `element` again, or when `signal` aborts. */
const turnedTo = (element: Element, signal: AbortSignal) =>
  new Promise<unknown>((done) => {
    for (const touch of ['focusin', 'pointerdown']) element.addEventListener(touch, done, { once: true, signal })
    signal.addEventListener('abort', done)
  })

/**
 * Waits for a passkey in the browser's list under the e-mail field, and signs in with it. For a Main with such a field, in a browser that supports it.
 * Waiting fails in silence; what goes wrong with a passkey that the visitor has chosen is shown.
 */
export function PasskeyAutofill({ go }: Props<'Main'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const { signal: over } = ui.visit.peek()
    const wait = async () => {
      for (let tries = 1; ; tries++) {
        try {
          const chosen = await askForPasskey(ui.core, { is_passkey: true, autofill: true, signal })
          await task.run(() => logIn(ui, chosen, go))
        } catch (error) {
          if ((error as { code?: string }).code === 'passkey_aborted' && !signal.aborted) {
            // another ceremony of this page has taken its place: no failure, and it comes back when the visitor does
            await turnedTo(place.current!.closest('.lk')!, signal)
            tries--
          }
        }
        if (tries >= TRIES || signal.aborted || over.aborted) return
        await pause(PAUSE * 2 ** (tries - 1), signal)
      }
    }
    // StrictMode mounts, unmounts and mounts: it begins once
    const timer = setTimeout(wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return (
    <div ref={place} role="alert" className="lk-inline">
      {explainLogIn(task, t)}
    </div>
  )
}
