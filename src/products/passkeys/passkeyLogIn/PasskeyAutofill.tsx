import { useEffect, useRef } from 'react'
import { createTries } from '../../../client/passkeys/passkeySteps.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { useTask } from '../../../ui/task.ts'
import { ask, explainLogIn, logIn } from './logIn.ts'

/**
 * Waits until the visitor chooses a passkey from the browser's list under the email field, and
 * signs in with it. For a Main with an email field, in a browser that supports autofill. A failure
 * while waiting is silent (docs/decisions/README.md#passkey-autofill-fails-silently); a failure
 * with a passkey that the visitor chose is shown.
 */
export function PasskeyAutofill({ go }: Pick<ScreenProps<'Main'>, 'go'>) {
  const ui = useUi()
  const task = useTask()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const { signal: over } = ui.visit.peek()
    const wait = async () => {
      const tries = createTries(place.current!.closest('.lk')!, signal)
      while (!signal.aborted && !over.aborted) {
        try {
          const passkey = await ask(ui, { tries, signal })
          await task.run(() => logIn(ui, passkey, go))
          if (!over.aborted) await tries.failed()
        } catch (error) {
          // another ceremony on this page took over, which is no failure: autofill resumes when the
          // visitor comes back
          if ((error as { code?: string }).code === 'passkey_aborted') await tries.displaced()
          else await tries.failed()
        }
      }
    }
    // StrictMode mounts, unmounts and mounts again: begin only once
    const timer = setTimeout(wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return (
    <div ref={place} role="alert" className="lk-inline">
      {explainLogIn(task, ui.strings)}
    </div>
  )
}
