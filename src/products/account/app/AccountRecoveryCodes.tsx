import { useState } from 'react'
import { totps } from '../../../client/namespaces/totps.ts'
import { words as accountWords } from '../../../ui/words/accountWords.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useSignedInUser } from '../../../ui/visitor/useSignedInUser.ts'
import sheet from './app.css'
import { CopyButton } from './CopyButton.tsx'
import { Loading } from './Loading.tsx'
import { words } from './words.ts'
import { safeDocument } from '../../../browser/safeDocument.ts'

/**
 * Shows the recovery codes of the visitor's authenticator app: those of a new one, or those that
 * are left.
 */
export function AccountRecoveryCodes({ at, go }: ScreenProps<'AccountRecoveryCodes'>) {
  const { core } = useUi()
  const t = useWords({ ...accountWords, ...words })
  const loading = useTask()
  const [codes, setCodes] = useState(at.codes)
  const load = () =>
    void loading.run(async () => setCodes((await totps(core).recoveryCodes()).totps.flatMap(({ recovery_codes }) => recovery_codes)))
  useSheet(sheet)
  useSignedInUser(go)
  useOncePerVisit(() => codes || load())

  const leave = () => go({ name: 'Account', newId: at.newId })
  return (
    <Screen title={t('account.recoveryCodes')} back={at.codes ? undefined : leave} error={loading.error}>
      {codes ? (
        <>
          <p>{t('account.keepCodes')}</p>
          <ul className="lk-codes">
            {codes.map((code) => (
              <li key={code}>
                <code dir="ltr">{code}</code>
              </li>
            ))}
          </ul>
          <div className="lk-choice">
            <CopyButton text={codes.join('\n')} />
            <Button kind="secondary" onClick={() => download(codes)}>
              {t('button.download')}
            </Button>
          </div>
          <Button onClick={leave}>{t('account.codesSaved')}</Button>
        </>
      ) : (
        <Loading task={loading} load={load} />
      )}
    </Screen>
  )
}

/** Saves the codes as a file. A `blob:` URL needs nothing in a Content Security Policy. */
function download(codes: readonly string[]) {
  const link = safeDocument.createElement('a')
  link.href = URL.createObjectURL(new Blob([codes.join('\n') + '\n'], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
