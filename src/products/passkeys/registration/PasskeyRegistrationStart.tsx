import { supportsPasskeys } from '../../../browser/passkeySupport.ts'
import { unsupported } from '../../../browser/webauthn.ts'
import { webauthn } from '../../../client/namespaces/webauthn.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { optionsOf } from '../../../ui/host/productOptions.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useTask, type Task } from '../../../ui/task.ts'
import { useWords, type Translate } from '../../../ui/words/translator.ts'
import { useObstacle, useSession } from '../../../ui/visitor/useSession.ts'
import { isSignedOutError } from './signedOutErrors.ts'
import sheet from './registration.css'
import { UnlockArt } from './UnlockArt.tsx'
import { words } from './words.ts'

/** Offers to create a passkey for the visitor who is signed in. */
export function PasskeyRegistrationStart({ go }: ScreenProps<'PasskeyRegistrationStart'>) {
  const { core, config, minutes, visit, emit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const { nobody } = useSession()
  useSheet(sheet)
  const noUser = t('passkey.registrationStart.error.noUser')
  const able = supportsPasskeys()
  useObstacle(nobody ? noUser : !able && 'unsupported', () => (nobody ? { message: noUser } : unsupported()))

  const create = () =>
    task.run(async () => {
      const { signal } = visit.peek()
      const domain = optionsOf(config, 'passkeyOptions').domain
      const answer = await webauthn(core).register({ domain, is_passkey: true, session_duration_minutes: minutes, signal })
      emit('PASSKEY_REGISTER', answer)
      go({ name: 'PasskeyRegistrationSuccess', created: true, id: answer.webauthn_registration_id })
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
          <div>
            <p className="lk-promise">{t('passkey.registrationStart.subtitle')}</p>
            <p className="lk-helper">{t('passkey.registrationStart.description')}</p>
          </div>
          <Button task={task} onClick={create}>
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
  const { code = '', error_type } = (cause || {}) as { code?: string; error_type?: string }
  if (!error) return
  if (isSignedOutError(error_type)) return t('passkey.registrationStart.error.noUser')
  if (code === 'passkey_registered' || error_type === 'duplicate_webauthn_registration') return t('error.duplicatePasskey')
  return code.startsWith('passkey') ? t('error.passkeyNotCreated') : error
}
