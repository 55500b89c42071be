import { useRef } from 'react'
import { isPasskeyError } from '../../../api/passkeyErrors.ts'
import { allowsPasskeys } from '../../../browser/passkeyPolicy.ts'
import { supportsPasskeys } from '../../../browser/passkeySupport.ts'
import { unsupported } from '../../../browser/ceremonyErrors.ts'
import { webauthn } from '../../../client/namespaces/webauthn.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useTask, type Task } from '../../../ui/task.ts'
import { useWords, type Translate } from '../../../ui/words/translator.ts'
import { hasEmailLink } from '../../../ui/visitor/hasEmailLink.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useObstacle, useSession } from '../../../ui/visitor/useSession.ts'
import { createPasskey } from '../../shared/createPasskey.ts'
import { isSignedOutError } from './signedOutErrors.ts'
import sheet from './registration.css'
import { UnlockArt } from './UnlockArt.tsx'
import { words } from './words.ts'

/** Offers to create a passkey for the visitor who is signed in. */
export function PasskeyRegistrationStart({ at, go }: ScreenProps<'PasskeyRegistrationStart'>) {
  const ui = useUi()
  const { core, emit } = ui
  const t = useWords(words)
  const task = useTask()
  const { nobody } = useSession()
  useSheet(sheet)
  const noUser = t('passkey.registrationStart.error.noUser')
  const able = supportsPasskeys() && allowsPasskeys('create')
  useObstacle(nobody ? noUser : !able && 'unsupported', () => (nobody ? { message: noUser } : unsupported()))

  const create = (resumed?: boolean) =>
    task.run(async () => {
      const prove = () => go({ name: 'ConfirmEmail', next: { name: 'PasskeyRegistrationStart', resume: true } })
      const answer = await createPasskey(ui, webauthn(core), prove, resumed)
      if (!answer) return
      emit('PASSKEY_REGISTER', answer)
      go({ name: 'PasskeyRegistrationSuccess', created: true, id: answer.webauthn_registration_id })
    })
  const promise = useRef<HTMLDivElement>(null)
  useOncePerVisit(() => {
    if (hasEmailLink(core)) return go({ name: 'UrlLogIn', next: { name: 'PasskeyRegistrationStart' } })
    const button = promise.current?.nextElementSibling as HTMLElement | null | undefined
    if (!at.resume || !button) return
    button.focus()
    void create(true)
  })
  const skip = () => {
    emit('PASSKEY_SKIP', {})
    go({ name: 'PasskeyRegistrationSuccess' })
  }
  return (
    <Screen
      title={t('passkey.registrationStart.title')}
      error={nobody ? noUser : able ? explainRegistration(task, t) : t('passkey.registrationStart.error.unsupported')}
    >
      {!nobody && able && (
        <>
          <UnlockArt />
          <div ref={promise}>
            <p className="lk-promise">{t('passkey.registrationStart.subtitle')}</p>
            <p className="lk-helper">{t('passkey.registrationStart.description')}</p>
          </div>
          <Button task={task} onClick={() => create()}>
            {t('button.createPasskey')}
          </Button>
        </>
      )}
      {!nobody && (
        <Button kind="secondary" onClick={skip}>
          {t('button.skip')}
        </Button>
      )}
    </Screen>
  )
}

/** Returns what the visitor reads if no passkey was created. */
function explainRegistration({ error, cause }: Task, t: Translate<keyof typeof words>) {
  const { code, error_type } = (cause || {}) as { code?: string; error_type?: string }
  if (!error) return
  if (isSignedOutError(error_type)) return t('passkey.registrationStart.error.noUser')
  if (code === 'passkey_registered' || error_type === 'duplicate_webauthn_registration') return t('error.duplicatePasskey')
  return isPasskeyError(cause) ? t('error.passkeyNotCreated') : error
}
