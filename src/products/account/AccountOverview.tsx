import { texts } from '../../api/kinds.ts'
import { isPasskeyError } from '../../api/passkeyErrors.ts'
import { useRef, useState } from 'react'
import { allowsPasskeys } from '../../browser/passkeyPolicy.ts'
import { supportsPasskeys } from '../../browser/passkeySupport.ts'
import { words as accountWords } from '../../ui/words/accountWords.ts'
import type { AccountSection } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import { SessionAccountBadge } from '../../ui/screen/AccountBadge.tsx'
import { focusThen } from '../../ui/screen/focusThen.ts'
import listSheet from '../../ui/looks/list.css'
import type { OngoingAction } from '../../ui/screen/ListRow.tsx'
import { words as listWords } from '../../ui/words/listWords.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Message } from '../../ui/screen/Message.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { useSheet } from '../../ui/looks/sheets.ts'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { hasEmailLink } from '../../ui/visitor/hasEmailLink.ts'
import { useObstacle } from '../../ui/visitor/useSession.ts'
import { useReadableName } from '../../ui/visitor/useReadableName.ts'
import { useSignedInUser } from '../../ui/visitor/useSignedInUser.ts'
import { withIsolates, isolate } from '../../ui/words/untrustedText.ts'
import { createPasskey } from '../shared/createPasskey.ts'
import sheet from './account.css'
import { AccountRow } from './AccountRow.tsx'
import { AccountSection as Section, type Addition } from './AccountSection.tsx'
import { allSections, isLastWayIn, type AccountItem } from './accountItems.ts'
import { passkeyCalls } from './chunks.ts'
import { useAccountItems } from './useAccountItems.ts'
import { words } from './words.ts'

/**
 * What belongs to the account of the visitor who is signed in, in sections. Most of it can be added
 * to, and everything can be removed but the last way in.
 */
export function AccountOverview({ at, go }: ScreenProps<'Account'>) {
  const ui = useUi()
  const { core, productOptions, emit, look } = ui
  const t = useWords({ ...listWords, ...accountWords, ...words })
  const { user, nobody } = useSignedInUser(go)
  const { list, loading, load, loadingApps, loadApps, underWay, refusal, remove, rename } = useAccountItems(user, nobody, (load) => {
    if (hasEmailLink(core)) return go({ name: 'UrlLogIn', next: { name: 'Account' } })
    load()
    if (at.resume) void create(true)
  })
  const readable = useReadableName(...list.map(({ name }) => name))
  const creating = useTask()
  const [newPasskey, setNewPasskey] = useState<string>()
  const [ongoing, setOngoing] = useState<OngoingAction>({})
  const card = useRef<HTMLDivElement>(null)
  useSheet(listSheet)
  useSheet(sheet)
  const noUser = t('account.noUser')
  useObstacle(nobody && noUser, () => ({ message: noUser }))

  const create = (resumed?: boolean) => {
    if (resumed) card.current?.querySelector<HTMLElement>(`[aria-labelledby^=account-passkeys] :is(.lk-add, h3 + .lk-link)`)?.focus()
    return creating.run(async () => {
      const { webauthn } = await passkeyCalls.load()
      const prove = () => go({ name: 'ConfirmEmail', next: { name: 'Account', resume: true } })
      const answer = await createPasskey(ui, webauthn(core), prove, resumed)
      if (!answer) return
      const { webauthn_registration_id: id } = answer
      setNewPasskey(id)
      emit('ACCOUNT_CHANGED', { change: 'added', section: 'passkeys', id })
    })
  }
  const passkeyError = () => {
    const { code, error_type } = (creating.cause || {}) as { code?: string; error_type?: string }
    if (code === 'passkey_registered' || error_type === 'duplicate_webauthn_registration') return t('error.duplicatePasskey')
    return creating.error && isPasskeyError(creating.cause) ? t('account.passkeyNotCreated') : creating.error
  }

  const additions: { [Section in AccountSection]?: Addition } = {
    emails: { label: t('account.addEmail'), add: () => go({ name: 'AccountDestination', kind: 'email' }) },
    phoneNumbers: { label: t('account.addPhoneNumber'), add: () => go({ name: 'AccountDestination', kind: 'phone' }) },
    authenticatorApp: list.some(({ section }) => section === 'authenticatorApp')
      ? { label: t('account.recoveryCodes'), leads: true, add: () => go({ name: 'AccountRecoveryCodes' }) }
      : { label: t('account.addAuthenticatorApp'), add: () => go({ name: 'AccountApp' }) },
    passkeys:
      supportsPasskeys() && allowsPasskeys('create')
        ? { label: t('button.createPasskey'), task: creating, add: () => create() }
        : undefined,
  }

  /** Returns the button that has asked: it is about to disappear, or to be released. */
  const asking = () => card.current!.querySelector<HTMLElement>('[aria-pressed=true], [data-asks=true]')!
  const keep = () => {
    asking().focus()
    setOngoing({ editing: ongoing.editing })
  }
  const removeNow = (item: AccountItem) => {
    // a section whose only row goes may go with it
    const isAlone = !additions[item.section] && list.filter(({ section }) => section === item.section).length < 2
    asking()
      .closest(isAlone ? '.lk-card' : '[role=group]')!
      .querySelector<HTMLElement>('h2, h3')!
      .focus()
    setOngoing({})
    remove(item)
  }
  const refusedItem = list.find(({ id }) => id === refusal?.id)
  const sectionOf = (section: AccountSection) => {
    const appsFailed = section === 'connectedApps' && loadingApps.error
    const passkeyFailed = section === 'passkeys' && passkeyError()
    return (
      <Section
        key={section}
        section={section}
        addition={additions[section]}
        error={refusedItem?.section === section ? refusal!.text : passkeyFailed || appsFailed}
        retry={appsFailed ? { task: loadingApps, load: loadApps } : undefined}
      >
        {list
          .filter((item) => item.section === section)
          .map((item) => (
            <AccountRow
              key={item.id}
              item={item}
              name={readable(item.name)}
              change={underWay[item.id]}
              isLast={isLastWayIn(list, item, underWay)}
              isNew={item.id === newPasskey}
              ongoing={ongoing}
              onEdit={(on) => setOngoing({ editing: on ? item.id : undefined })}
              onRename={(name) => rename(item, name)}
              onDelete={() => (ongoing.deleting ? keep() : setOngoing({ editing: ongoing.editing, deleting: item.id }))}
              onConfirm={() => removeNow(item)}
            />
          ))}
      </Section>
    )
  }
  const newItem = at.newId && list.find(({ id }) => id === at.newId)
  return (
    <Screen title={t('account.title')} error={nobody ? noUser : loading.error}>
      {look && user && <SessionAccountBadge />}
      <Message kind="success">
        {newItem && withIsolates(t('account.added', { name: isolate(readable(newItem.name) || t(`account.${newItem.section}`)) }))}
      </Message>
      {!nobody && loading.error && (
        <TextButton task={loading} onClick={focusThen(load, '.lk-card', '.lk-title')}>
          {t('button.retry')}
        </TextButton>
      )}
      {!nobody && (
        <div className="lk-account" ref={card}>
          {user
            ? (texts<AccountSection>(productOptions.sections)?.filter((name) => allSections.includes(name)) ?? allSections).map(sectionOf)
            : !loading.error && <Spinner />}
        </div>
      )}
    </Screen>
  )
}
