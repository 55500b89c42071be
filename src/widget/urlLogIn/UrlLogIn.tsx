import { useEffect } from 'react'
import type { Retryable } from '../../client/authenticateByUrl.ts'
import { useOncePerVisit } from '../../ui/useOncePerVisit.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/translator.ts'
import { words } from './words.ts'

/** Spends the token from the URL, and leads to the screen that fits the result. */
export function UrlLogIn({ at, go }: ScreenProps<'UrlLogIn'>) {
  const t = useWords(words)
  const task = useTask()
  const { error, thrown } = task
  useOncePerVisit(() => {
    void task.run(async () => go({ name: !(await at.finish())?.handled ? 'Main' : at.reset ? 'PasswordConfirmation' : 'Success' }))
  })
  useEffect(() => {
    const { again } = (thrown || {}) as Retryable
    // on failure leads to another screen, because this one has no button that tries again
    if (error) go({ name: 'Error', error, again: again && { ...at, finish: again } })
  }, [error])
  const label = t(at.reset ? 'password.reset.loggingInProgress' : 'login.loading')
  return (
    <Screen title={at.reset && label}>
      <Spinner label={label} />
    </Screen>
  )
}
