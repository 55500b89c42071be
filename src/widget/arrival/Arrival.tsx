import { useEffect } from 'react'
import type { Retryable } from '../../client/authenticateByUrl.ts'
import { useArrival } from '../../ui/arrival.ts'
import type { Props } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

/** Waits while the token in the address is spent, and routes on how that goes. */
export function Arrival({ at, go }: Props<'Arrival'>) {
  const t = useWords(words)
  const task = useTask()
  // for the screens that follow: nobody has turned to the widget yet, which is what fetches the kit otherwise
  const { error, thrown } = task
  useArrival(() => {
    void task.run(async () => go({ name: !(await at.finish())?.handled ? 'Main' : at.reset ? 'PasswordConfirmation' : 'Success' }))
  })
  useEffect(() => {
    const { again } = (thrown || {}) as Retryable
    // routes on failure: there is nothing on this screen to try again with
    if (error) go({ name: 'Error', error, again: again && { ...at, finish: again } })
  }, [error])
  const label = t(at.reset ? 'password.reset.loggingInProgress' : 'login.loading')
  return (
    <Screen title={at.reset && label}>
      <Spinner label={label} />
    </Screen>
  )
}
