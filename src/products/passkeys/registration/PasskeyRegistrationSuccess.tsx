import { useRef, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import { Icon } from '../../../ui/screen/Icon.tsx'
import listSheet from '../../../ui/looks/list.css'
import { key, plus, tick } from '../../../ui/screen/icons.ts'
import { focusThen } from '../../../ui/screen/focusThen.ts'
import type { OngoingAction } from '../../../ui/screen/ListRow.tsx'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { Spinner } from '../../../ui/screen/Spinner.tsx'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import sheet from './registration.css'
import { isSignedOutError } from './signedOutErrors.ts'
import { usePasskeys, type Passkey } from './usePasskeys.ts'
import { words } from './words.ts'

/**
 * Lists the visitor's passkeys, which can be renamed and deleted, and offers to create another one
 * or to finish.
 */
export function PasskeyRegistrationSuccess({ at, go }: ScreenProps<'PasskeyRegistrationSuccess'>) {
  const { emit } = useUi()
  const t = useWords(words)
  const { list, loading, load, error, rename, remove } = usePasskeys()
  const [ongoing, setOngoing] = useState<OngoingAction>({})
  const items = useRef<HTMLUListElement>(null)
  useSheet(sheet)
  useSheet(listSheet)

  const existing = t('passkey.registrationSuccess.existingPasskeys')
  const { editing, deleting } = ongoing
  const isNew = ({ webauthn_registration_id: id }: Passkey) => id === at.id
  // until the visitor has deleted it
  const isNewList = at.created && !(at.id && list && !list.some(isNew))
  const none = list && !list.length
  const signedOut = isSignedOutError((loading.cause as { error_type?: string } | undefined)?.error_type)
  const failed = signedOut ? t('passkey.registrationStart.error.noUser') : loading.error
  const setUp = () => go({ name: 'PasskeyRegistrationStart' })
  const finish = () => emit('PASSKEY_DONE', {})
  const keep = () => {
    // the button that had the focus is about to disappear
    items.current!.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    setOngoing({ editing })
  }
  const confirm = (passkey: Passkey) => {
    const { current } = items
    // a list of one is about to disappear, too
    ;(list![1] ? current! : current!.closest('.lk-card')!.querySelector<HTMLElement>('.lk-title')!).focus()
    remove(passkey)
    setOngoing({ editing: editing === deleting ? undefined : editing })
  }
  return (
    <Screen
      title={isNewList ? t('passkey.registrationSuccess.title') : existing}
      sign={isNewList ? tick : undefined}
      good
      error={failed || error}
    >
      <div role="status">
        {none && (
          <div className="lk-who lk-none">
            <i>
              <Icon path={key} />
            </i>
            <span>{t('passkey.none')}</span>
          </div>
        )}
      </div>
      {none ? (
        <div className="lk-choice">
          <Button onClick={setUp}>{t('passkey.setUp')}</Button>
          <Button kind="secondary" onClick={finish}>
            {t('button.done')}
          </Button>
        </div>
      ) : (
        <>
          <div>
            {isNewList && <h3 className="lk-subtitle">{existing}</h3>}
            <div className="lk-rows">
              {list ? (
                <ul className="lk-items lk-passkeys" aria-label={existing} tabIndex={-1} ref={items}>
                  {list.map((passkey) => (
                    <PasskeyRow
                      key={passkey.webauthn_registration_id}
                      passkey={passkey}
                      isNew={isNew(passkey)}
                      ongoing={ongoing}
                      onEdit={(on) => setOngoing({ ...ongoing, editing: on ? passkey.webauthn_registration_id : undefined })}
                      onSave={(name) => rename(passkey, name)}
                      onDelete={() => (deleting ? keep() : setOngoing({ editing, deleting: passkey.webauthn_registration_id }))}
                      onConfirm={() => confirm(passkey)}
                    />
                  ))}
                </ul>
              ) : (
                !failed && <Spinner />
              )}
              {!deleting && (
                <button type="button" className="lk-row lk-add" disabled={!!editing} onClick={setUp}>
                  <Icon path={plus} />
                  <span>{t('passkey.registrationSuccess.setupAnother')}</span>
                </button>
              )}
            </div>
          </div>
          {failed && !signedOut && (
            <TextButton task={loading} onClick={focusThen(load, '.lk-card', '.lk-title')}>
              {t('button.retry')}
            </TextButton>
          )}
          {!deleting && (
            <Button disabled={!!editing} onClick={finish}>
              {t('button.done')}
            </Button>
          )}
        </>
      )}
    </Screen>
  )
}
