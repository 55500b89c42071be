import { useState } from 'react'
import { AddressHint } from '../../ui/fields/AddressHint.tsx'
import { optionsOf } from '../../ui/host/productOptions.ts'
import { useUi } from '../../ui/context.ts'
import { Icon } from '../../ui/screen/Icon.tsx'
import { envelope, leaves } from '../../ui/screen/icons.ts'
import { rich } from '../../ui/words/rich.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Resend } from '../../ui/fields/Resend.tsx'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { useSignedInElsewhere } from '../../ui/visitor/useSignedInElsewhere.ts'
import { sendMail } from './sendMail.ts'
import { OwnMailbox } from '../shared/OwnMailbox.tsx'
import { webmailLinks, webmailOf } from '../shared/webmailLinks.ts'
import { WebmailMark } from '../shared/WebmailMark.tsx'
import { words as webmailWords } from '../shared/webmailWords.ts'
import { words as ownWords } from './words.ts'

const words = { ...ownWords, ...webmailWords }

/** Says that a link was sent to `at.email`, and links to the visitor's inbox. */
export function EmailConfirmation({ at, go }: ScreenProps<'EmailConfirmation'>) {
  const ui = useUi()
  const { core, config, look } = ui
  const t = useWords(words)
  const own = webmailOf(at.email)
  useSignedInElsewhere(go)
  const tryAgain = () => {
    core.log('email_try_again_clicked', { email: at.email, type: 'login_or_create_eml' })
    go({ name: 'Main' })
  }
  const [sentAt] = useState(() => performance.now())
  const isOwn = look && own
  const inboxes = (
    <ul className="lk-rows">
      {webmailLinks(at.email, optionsOf(config, 'emailMagicLinksOptions').domainHint, core.bootstrap.emailDomains).map(({ name, href }) => (
        <li key={name}>
          <a className="lk-row" href={href} target="_blank" rel="noopener noreferrer">
            <WebmailMark name={name} />
            <span>{name === own ? <strong>{t(`link.openIn${name}`)}</strong> : t(`link.openIn${name}`)}</span>
            <Icon path={leaves} out />
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <Screen title={t('emailConfirmation.title')} back={at.back ? () => go({ name: 'Main' }) : undefined} sign={envelope}>
      <p className={look && 'lk-sub'}>
        {rich(t, 'emailConfirmation.content', { email: at.email })}
        {look && (
          <>
            {' '}
            <TextButton onClick={() => go({ name: 'Main', draft: { email: at.email } })}>{t('account.change')}</TextButton>
          </>
        )}
      </p>
      <AddressHint email={at.email} take={async (email) => go(await sendMail(ui, email))} />
      {isOwn ? <OwnMailbox email={at.email} button /> : inboxes}
      {look ? (
        <Resend
          send={async () => go({ ...at, ...(await sendMail(ui, at.email)) })}
          from={sentAt}
          texts={[t('emailConfirmation.resend'), t('toast.emailResent')]}
        />
      ) : (
        <p className="lk-helper">
          {t('emailConfirmation.didntGetIt')} <TextButton onClick={tryAgain}>{t('button.retry')}</TextButton>
        </p>
      )}
    </Screen>
  )
}
