import { useState } from 'react'
import { totps } from '../../../client/namespaces/totps.ts'
import { words as accountWords } from '../../../ui/words/accountWords.ts'
import { CodeForm } from '../../../ui/fields/CodeForm.tsx'
import { useUi } from '../../../ui/context.ts'
import { words as kitWords } from '../../../ui/words/kitWords.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useSignedInUser } from '../../../ui/visitor/useSignedInUser.ts'
import { wrongAppCodeErrors } from '../../shared/wrongAppCodeErrors.ts'
import sheet from './app.css'
import { CopyButton } from './CopyButton.tsx'
import { Loading } from './Loading.tsx'
import { words } from './words.ts'

/** How long the visitor has to enter the first code, in minutes. */
const EXPIRATION = 60

/**
 * Sets up an authenticator app: shows the visitor its secret, as a QR code and as text, and asks
 * for the first code of the app, which proves that it works.
 */
export function AccountApp({ go }: ScreenProps<'AccountApp'>) {
  const { core, minutes, suffix, emit } = useUi()
  const t = useWords({ ...kitWords, ...accountWords, ...words })
  const loading = useTask()
  const task = useTask()
  const [app, setApp] = useState<{ totp_id: string; secret: string; qr_code: string; recovery_codes: string[] }>()
  const [isBroken, setBroken] = useState(false)
  const about = 'account-about' + suffix
  const key = 'account-key' + suffix
  const load = () => void loading.run(async () => setApp(await totps(core).create({ expiration_minutes: EXPIRATION })))
  useSheet(sheet)
  useSignedInUser(go)
  useOncePerVisit(load)

  const verify = (totp_code: string) =>
    void task.run(async () => {
      const { totp_id: id, recovery_codes: codes } = app!
      await totps(core).authenticate({ totp_code, session_duration_minutes: minutes })
      emit('ACCOUNT_CHANGED', { change: 'added', section: 'authenticatorApp', id })
      go({ name: 'AccountRecoveryCodes', codes, newId: id })
    })
  const { error_type } = (task.cause || {}) as { error_type?: string }
  // the provider has no sentence for visitors for most of these
  const isWrong = wrongAppCodeErrors.includes(error_type as string)
  // the secret is in it: an image from elsewhere would take it there
  const image = app && /^data:image\//i.test(app.qr_code) && app.qr_code
  return (
    <Screen title={t('account.addAuthenticatorApp')} back={() => go({ name: 'Account' })} error={loading.error}>
      {app ? (
        <>
          <p id={about}>{t('account.scan')}</p>
          {image && !isBroken && <img className="lk-qr" src={image} alt={t('account.qrCode')} onError={() => setBroken(true)} />}
          <div className="lk-secret">
            <p className="lk-helper" id={key}>
              {t('account.secret')}
            </p>
            <div className="lk-copied">
              <code dir="ltr">{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={app.secret} />
            </div>
          </div>
          <CodeForm
            id={'account-message' + suffix}
            describedBy={`${about} ${key}`}
            task={task}
            error={task.error && isWrong ? t('error.otpCodeNotFound') : task.error}
            wrongCodeErrors={wrongAppCodeErrors}
            onCode={verify}
          />
        </>
      ) : (
        <Loading task={loading} load={load} />
      )}
    </Screen>
  )
}
