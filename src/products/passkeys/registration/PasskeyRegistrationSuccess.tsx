import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import { Message } from '../../../ui/Message.tsx'
import { leaving } from '../../../ui/leaving.ts'
import type { Props } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useSheet } from '../../../ui/sheets.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useWords } from '../../../ui/words.ts'
import { PasskeyRow, type Doing } from './PasskeyRow.tsx'
import sheet from './registration.css'
import { saysSignedOut } from './signedOut.ts'
import { usePasskeys } from './usePasskeys.ts'
import { words } from './words.ts'

/** The passkeys of whoever is signed in, to be renamed and deleted, and the ways on. */
export function PasskeyRegistrationSuccess({ at, go }: Props<'PasskeyRegistrationSuccess'>) {
  const { emit } = useUi()
  const t = useWords(words)
  const { list, loading, load, error, rename, remove } = usePasskeys()
  const [doing, setDoing] = useState<Doing>({})
  const items = useRef<HTMLUListElement>(null)
  useSheet(sheet)

  const existing = t('passkey.registrationSuccess.existingPasskeys')
  const { editing, deleting } = doing
  const doomed = list?.find(({ webauthn_registration_id: id }) => id === deleting)
  const signedOut = saysSignedOut((loading.thrown as { error_type?: string } | undefined)?.error_type)
  const failed = signedOut ? t('passkey.registrationStart.error.noUser') : loading.error
  const keep = () => {
    // the buttons that had the focus go
    items.current!.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    setDoing({ editing })
  }
  const confirm = () => {
    items.current!.focus()
    remove(doomed!)
    setDoing({ editing: editing === deleting ? undefined : editing })
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
              doing={doing}
              onEdit={(on) => setDoing({ ...doing, editing: on ? passkey.webauthn_registration_id : undefined })}
              onSave={(name) => rename(passkey, name)}
              onDelete={() => (deleting ? keep() : setDoing({ editing, deleting: passkey.webauthn_registration_id }))}
            />
          ))}
          {!list.length && <li className="lk-helper">{t('passkey.none')}</li>}
        </ul>
      ) : (
        !failed && <Spinner />
      )}
      {failed && !signedOut && (
        <Button kind="text" onClick={leaving(load, '.lk-card', '.lk-title')}>
          {t('button.retry')}
        </Button>
      )}
      <Message kind="warning">{doomed && t('passkey.registrationSuccess.deleteWarning')}</Message>
      {doomed ? (
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
