import { useEffect, useState } from 'react'
import { navigate } from '../../browser/navigate.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWords } from '../../ui/words.ts'
import type { StepProps } from './step.ts'
import { words } from './words.ts'

/** When the page is taken not to have left, in ms: an app of its own scheme may have taken over, or may not be there. */
const STAYED = 3000

/** Sends the visitor back to the app. Where there is none to go back to, or the page is still here, says what became of its request. */
export function Over({ at: { title, success, url } }: StepProps<'over'>) {
  const t = useWords(words)
  const [leaving, setLeaving] = useState(!!url)
  useArrival(() => void (url && navigate(url)))
  useEffect(() => {
    const timer = setTimeout(setLeaving, STAYED, false)
    return () => clearTimeout(timer)
  }, [])
  if (leaving) return <Spinner />
  return (
    <>
      {success ? <Confirmation title={title}>{t('login.success.content')}</Confirmation> : <Screen title={title} />}
      {url && <Button onClick={() => navigate(url)}>{t('button.continue')}</Button>}
    </>
  )
}
