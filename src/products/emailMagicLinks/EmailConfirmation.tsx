import { AddressHint } from '../../ui/fields/AddressHint.tsx'
import { optionsOf } from '../../ui/host/productOptions.ts'
import { useUi } from '../../ui/context.ts'
import { Icon } from '../../ui/screen/Icon.tsx'
import { envelope, leaves } from '../../ui/screen/icons.ts'
import { rich } from '../../ui/words/rich.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { useSignedInElsewhere } from '../../ui/visitor/useSignedInElsewhere.ts'
import { sendMail } from './sendMail.ts'
import { webmailLinks, webmailOf } from './webmailLinks.ts'
import { words } from './words.ts'

/** Our own drawings for the services, each with its color. */
const marks = {
  Gmail: ['M4 18.5v-12l8 6.5 8-6.5v12', '#ea4335'],
  Yahoo: ['m3 6.5 4.5 6.5L12 6.5M7.5 13v5.5M18.5 5 17 14m-.5 4.5v.01', 'light-dark(#6001d2, #b28cff)'],
  Outlook: ['M3 12.5a3 3.5 0 1 0 6 0 3 3.5 0 1 0-6 0M10 7h11v11H10m11-10-6 5-4-3', 'light-dark(#0f6cbd, #5aa9f0)'],
} as const

/** Says that a link was sent to `at.email`, and links to the visitor's inbox. */
export function EmailConfirmation({ at, go }: ScreenProps<'EmailConfirmation'>) {
  const ui = useUi()
  const { core, config } = ui
  const t = useWords(words)
  const own = webmailOf(at.email)
  useSignedInElsewhere(go)
  const tryAgain = () => {
    core.log('email_try_again_clicked', { email: at.email, type: 'login_or_create_eml' })
    go({ name: 'Main' })
  }
  return (
    <Screen title={t('emailConfirmation.title')} back={at.back ? () => go({ name: 'Main' }) : undefined} sign={envelope}>
      <p>{rich(t, 'emailConfirmation.content', { email: at.email })}</p>
      <AddressHint email={at.email} take={async (email) => go(await sendMail(ui, email))} />
      <ul className="lk-rows">
        {webmailLinks(at.email, optionsOf(config, 'emailMagicLinksOptions').domainHint, core.bootstrap.emailDomains).map(
          ({ name, href }) => (
            <li key={name}>
              <a className="lk-row" href={href} target="_blank" rel="noopener noreferrer">
                <svg className="lk-i" viewBox="0 0 24 24" aria-hidden="true">
                  <path d={marks[name][0]} stroke={marks[name][1]} />
                </svg>
                <span>{name === own ? <strong>{t(`link.openIn${name}`)}</strong> : t(`link.openIn${name}`)}</span>
                <Icon path={leaves} out />
              </a>
            </li>
          ),
        )}
      </ul>
      <p className="lk-helper">
        {t('emailConfirmation.didntGetIt')} <TextButton onClick={tryAgain}>{t('button.retry')}</TextButton>
      </p>
    </Screen>
  )
}
