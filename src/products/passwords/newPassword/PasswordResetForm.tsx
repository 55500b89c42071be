import { useEffect } from 'react'
import { passwords } from '../../../client/namespaces/passwords.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { needsOwnWindow, OwnWindow } from '../../../ui/screen/OwnWindow.tsx'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { accountName } from '../../../ui/visitor/accountName.ts'
import { signedIn } from '../../../ui/visitor/signedIn.ts'
import { useSession } from '../../../ui/visitor/useSession.ts'
import { isolate, withIsolates } from '../../../ui/words/untrustedText.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import sheet from './newPassword.css'
import { words } from '../words.ts'

/**
 * Returns whether an error says that the link itself is used, expired or from another device, so
 * that no other password would help.
 */
const isLinkError = (error: unknown) => {
  const { error_type } = (error || {}) as { error_type?: string }
  return error_type === 'unable_to_auth_magic_link' || /pkce/i.test(error_type || '')
}

/**
 * Sets a new password with the token of a reset email, or logs in with the token and leaves the
 * password as it is.
 */
export function PasswordResetForm({ at, go }: ScreenProps<'PasswordResetForm'>) {
  const { core, kit, minutes, emit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const { user, session } = useSession()
  useSheet(sheet)
  const set = (password: string) =>
    task.run(async () => {
      await (await core.life()).settle()
      const { user: userNow } = core.status.now
      // the form says only now whose session this would replace: it takes another press
      if (userNow && userNow.user_id !== user?.user_id) return
      ;(await kit.load()).stripToken(at.token)
      const answer = signedIn(await passwords(core).resetByEmail({ token: at.token, password, session_duration_minutes: minutes }), go)
      if (!answer) return
      emit('PASSWORD_RESET_BY_EMAIL', answer)
      go({ name: 'PasswordConfirmation' })
    })
  const { cause, error } = task
  useEffect(() => {
    // on failure leads to another screen, from which the visitor can go to the log-in screen
    if (isLinkError(cause)) go({ name: 'Error', error, link: true })
  }, [cause])
  if (needsOwnWindow(core)) return <OwnWindow title={t('password.reset.title')} />
  return (
    <Screen title={t('password.reset.title')}>
      {session && <p>{withIsolates(t('login.replace.content', { account: isolate(accountName(user) || user!.user_id) }))}</p>}
      <NewPasswordForm task={task} onSubmit={set} />
      <TextButton onClick={() => go({ name: 'UrlLogIn', reset: true, finish: at.logIn })}>
        {t('password.reset.loginWithoutPassword')}
      </TextButton>
    </Screen>
  )
}
