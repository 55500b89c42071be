import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import { Message } from '../../../ui/Message.tsx'
import { focusThen } from '../../../ui/focusThen.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useSheet } from '../../../ui/sheets.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { useWords } from '../../../ui/translator.ts'
import { PasskeyRow, type OngoingAction } from './PasskeyRow.tsx'
import sheet from './registration.css'
import { isSignedOutError } from './signedOutErrors.ts'
import { usePasskeys } from './usePasskeys.ts'
import { words } from './words.ts'

/** Lists the visitor's passkeys, which can be renamed and deleted, and offers to create another one or to finish. */
export function PasskeyRegistrationSuccess({ at, go }: ScreenProps<'PasskeyRegistrationSuccess'>) {
  const { emit } = useUi()
  const t = useWords(words)
  const { list, loading, load, error, rename, remove } = usePasskeys()
  const [ongoing, setOngoing] = useState<OngoingAction>({})
  const items = useRef<HTMLUListElement>(null)
  useSheet(sheet)

  const existing = t('passkey.registrationSuccess.existingPasskeys')
  const { editing, deleting } = ongoing
  const toDelete = list?.find(({ webauthn_registration_id: id }) => id === deleting)
  const signedOut = isSignedOutError((loading.thrown as { error_type?: string } | undefined)?.error_type)
  const failed = signedOut ? t('passkey.registrationStart.error.noUser') : loading.error
  const keep = () => {
    // the button that had the focus is about to disappear
    items.current!.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    setOngoing({ editing })
  }
  const confirm = () => {
    items.current!.focus()
    remove(toDelete!)
    setOngoing({ editing: editing === deleting ? undefined : editing })
  }
  return (
    <Screen title={at.created ? t('passkey.registrationSuccess.title') : existing} error={failed || error}>
      {at.created && <h3 className="lk-subtitle">{existing}</h3>}
      {list ? (
        <ul className="lk-passkeys" aria-label={existing} tabIndex={-1} ref={items}>
          {list.map((passkey) => (
            <PasskeyRow
              key={passkey.webauthn_registration_id}
              passkey={passkey}
              ongoing={ongoing}
              onEdit={(on) => setOngoing({ ...ongoing, editing: on ? passkey.webauthn_registration_id : undefined })}
              onSave={(name) => rename(passkey, name)}
              onDelete={() => (deleting ? keep() : setOngoing({ editing, deleting: passkey.webauthn_registration_id }))}
            />
          ))}
          {!list.length && <li className="lk-helper">{t('passkey.none')}</li>}
        </ul>
      ) : (
        !failed && <Spinner />
      )}
      {failed && !signedOut && <TextButton onClick={focusThen(load, '.lk-card', '.lk-title')}>{t('button.retry')}</TextButton>}
      <Message kind="warning">{toDelete && t('passkey.registrationSuccess.deleteWarning')}</Message>
      {toDelete ? (
        <div className="lk-stack" key="deleting">
          <Button onClick={confirm}>{t('button.delete')}</Button>
          <Button kind="secondary" onClick={keep}>
            {t('button.cancel')}
          </Button>
        </div>
      ) : (
        <div className="lk-stack">
          <Button kind="secondary" disabled={!!editing} onClick={() => go({ name: 'PasskeyRegistrationStart' })}>
            {t('passkey.registrationSuccess.setupAnother')}
          </Button>
          <Button disabled={!!editing} onClick={() => emit('PASSKEY_DONE', {})}>
            {t('button.done')}
          </Button>
        </div>
      )}
    </Screen>
  )
}
