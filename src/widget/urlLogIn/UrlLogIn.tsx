import { useEffect, useRef, useState } from 'react'
import type { Retryable } from '../../client/url/authenticateByUrl.ts'
import { repairUrl, stripIncomplete } from '../../client/url/repairUrl.ts'
import { stripToken } from '../../client/url/stripToken.ts'
import { parseAuthenticateUrl, type UrlLogInOptions } from '../../client/url/urlToken.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { accountName } from '../../ui/visitor/accountName.ts'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import { useReadableName } from '../../ui/visitor/useReadableName.ts'
import { useSession } from '../../ui/visitor/useSession.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { needsOwnWindow, OwnWindow } from '../../ui/screen/OwnWindow.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { words as kitWords } from '../../ui/words/kitWords.ts'
import { useWords } from '../../ui/words/translator.ts'
import { useLaterWords } from '../../ui/words/useLaterWords.ts'
import { isolate, withIsolates } from '../../ui/words/untrustedText.ts'
import { finishBy } from './finishBy.ts'
import { words } from './words.ts'

/**
 * Returns whether a token of this type comes from an email, which a visitor may open in another
 * browser than the one that asked for it.
 */
const isFromMail = (tokenType?: string) => tokenType === 'magic_links' || tokenType === 'login'

/**
 * Spends the token from the URL, and leads to the screen that fits the result. Asks for a press
 * first if the host wants one, or if somebody else may have begun the log-in
 * (docs/decisions/log-ins-from-other-browsers-are-confirmed.md). With `authenticateByUrl` omitted
 * and a `backend`, that includes links.
 */
export function UrlLogIn({ at, go }: ScreenProps<'UrlLogIn'>) {
  const ui = useUi()
  const { visit, core, minutes, kit } = ui
  const { authenticateByUrl } = ui.productOptions
  const t = useWords({ ...kitWords, ...words })
  const hasWords = useLaterWords()
  const task = useTask()
  const { user, session } = useSession()
  const name = accountName(user)
  const readable = useReadableName(name)
  const { error, cause, wait } = task
  const [isFramed] = useState(() => needsOwnWindow(core))
  const [wasRepaired] = useState(repairUrl)
  const [urlToken] = useState(() => parseAuthenticateUrl())
  // when it is tried again, the token is no longer in the URL
  const link = at.link || !urlToken || isFromMail(urlToken.tokenType)
  // a visitor who comes from another screen has pressed a button there
  const [isPressed, press] = useState(() => !!visit.peek().number)
  /**
   * The account that the visitor knew to be signed in when they pressed; null before that. The form
   * for a new password says it, too. Nobody was when a link is tried again.
   */
  const shown = useRef(isPressed ? (at.reset ? user?.user_id : at.link ? undefined : null) : null)
  const confirm: UrlLogInOptions['confirm'] = () =>
    core.status.now.user?.user_id === shown.current ||
    // the host wants links to be spent at once, wherever they are opened
    (link && authenticateByUrl && authenticateByUrl !== 'press' && !core.status.now.session) ||
    new Promise((answer) => {
      press(false)
      ask({ go: () => answer(true) })
    })
  const finish = () =>
    void task.run(async () => {
      const outcome = await (at.finish ?? finishBy(core))({ session_duration_minutes: minutes, confirm })
      // begins with the form for a new password
      if (wasRepaired && urlToken?.handled === false) return location.reload()
      if (!outcome && stripIncomplete()) {
        await (await kit.load()).fetchLaterWords(ui)
        throw { message: t('error.incompleteLink') }
      }
      if (outcome?.handled && !signedIn(outcome.data, go)) return
      go(at.next || { name: !outcome?.handled ? 'Main' : at.reset ? 'PasswordConfirmation' : 'Success' })
    })
  /** What the press of the visitor does. Without it, nothing waits for one. */
  const [question, ask] = useState<{ go: () => void } | undefined>(
    urlToken && !isPressed && authenticateByUrl === 'press' ? { go: finish } : undefined,
  )
  useOncePerVisit(() => {
    if (!question && !isFramed) finish()
  })
  useEffect(() => {
    const { again } = (cause || {}) as Retryable
    // on failure leads to another screen, because this one has no button that tries again
    if (error) go({ name: 'Error', error, wait, again: again && { ...at, finish: again, link }, link: link || at.reset, next: at.next })
  }, [error])
  if (isFramed) return hasWords ? <OwnWindow title={t('login.press.title')} /> : <Spinner />
  if (question && hasWords) {
    const account = readable(name) || user?.user_id
    return (
      <Screen title={t(session ? 'login.replace.title' : 'login.press.title')}>
        <p>
          {session
            ? withIsolates(t('login.replace.content', { account: isolate(account!) }))
            : t(link ? 'login.press.content' : 'login.begun.content')}
        </p>
        <Button
          task={{ busy: isPressed }}
          onClick={() => {
            press(true)
            shown.current = user?.user_id
            question.go()
          }}
        >
          {t('login.press.button')}
        </Button>
        <Button
          kind="secondary"
          disabled={isPressed}
          onClick={() => {
            if (urlToken) stripToken(urlToken.token)
            go(at.next || { name: core.status.now.session ? 'Success' : 'Main' })
          }}
        >
          {t(session ? 'login.replace.stay' : 'button.back.ariaLabel')}
        </Button>
      </Screen>
    )
  }
  const label = hasWords ? t(at.reset ? 'password.reset.loggingInProgress' : 'login.loading') : undefined
  return (
    <Screen title={at.reset && label}>
      <Spinner label={label} />
    </Screen>
  )
}
