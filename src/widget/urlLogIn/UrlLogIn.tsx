import { useEffect, useState } from 'react'
import type { Retryable } from '../../client/url/authenticateByUrl.ts'
import { parseAuthenticateUrl } from '../../client/url/urlToken.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './words.ts'

/** Whether a token of this type comes from an email, whose links a scanner may open. A visitor has just pressed the button of any other token. */
const isFromMail = (tokenType?: string) => tokenType === 'magic_links' || tokenType === 'login'

/** Spends the token from the URL, after a press if the host asks for one, and leads to the screen that fits the result. */
export function UrlLogIn({ at, go }: ScreenProps<'UrlLogIn'>) {
  const { productOptions, visit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const { error, thrown, wait } = task
  // a visitor who comes from another screen has pressed a button there
  const [link] = useState(() => isFromMail(parseAuthenticateUrl()?.tokenType))
  const [waits] = useState(() => link && productOptions.authenticateByUrl === 'press' && !visit.peek().number)
  const finish = () =>
    void task.run(async () => go({ name: !(await at.finish())?.handled ? 'Main' : at.reset ? 'PasswordConfirmation' : 'Success' }))
  useOncePerVisit(() => waits || finish())
  useEffect(() => {
    const { again } = (thrown || {}) as Retryable
    // on failure leads to another screen, because this one has no button that tries again
    if (error) go({ name: 'Error', error, wait, again: again && { ...at, finish: again }, link: link || at.reset })
  }, [error])
  if (waits) {
    return (
      <Screen title={t('login.press.title')}>
        <p>{t('login.press.content')}</p>
        <Button task={task} onClick={finish}>
          {t('login.press.button')}
        </Button>
      </Screen>
    )
  }
  const label = t(at.reset ? 'password.reset.loggingInProgress' : 'login.loading')
  return (
    <Screen title={at.reset && label}>
      <Spinner label={label} />
    </Screen>
  )
}
