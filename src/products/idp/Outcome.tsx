import { useEffect, useState } from 'react'
import { navigate } from '../../browser/navigate.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import { SessionAccountBadge } from '../../ui/screen/AccountBadge.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Confirmation } from '../../ui/screen/Confirmation.tsx'
import { alertSign } from '../../ui/screen/icons.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useWords } from '../../ui/words/translator.ts'
import type { StepProps } from './steps.ts'
import { words } from './words.ts'

/**
 * How long the browser may take to leave, in ms. After that, an app's own URL scheme has opened the
 * app, or leads nowhere.
 */
const LEAVING_TIMEOUT = 3000

/**
 * The last step: sends the visitor back to the app. Says what became of the request if there is no
 * way back, or if the page is still here after a while.
 */
export function Outcome({ at: { title, sign = alertSign, success, url } }: StepProps<'outcome'>) {
  const t = useWords(words)
  const [leaving, setLeaving] = useState(!!url)
  useOncePerVisit(() => void (url && navigate(url)))
  useEffect(() => {
    const timer = setTimeout(setLeaving, LEAVING_TIMEOUT, false)
    return () => clearTimeout(timer)
  }, [])
  if (leaving) return <Spinner />
  return (
    <>
      {success ? (
        <Confirmation title={title}>{t('login.success.content')}</Confirmation>
      ) : (
        <Screen title={title} sign={sign}>
          <SessionAccountBadge />
        </Screen>
      )}
      {url && <Button onClick={() => navigate(url)}>{t('button.continue')}</Button>}
    </>
  )
}
