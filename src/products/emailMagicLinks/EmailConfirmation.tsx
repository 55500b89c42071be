import { Button } from '../../ui/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { rich } from '../../ui/rich.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useWords } from '../../ui/translator.ts'
import { webmailLinks } from './webmailLinks.ts'
import { words } from './words.ts'

/** Says that a link was sent to `at.email`, and links to the visitor's inbox. */
export function EmailConfirmation({ at, go }: ScreenProps<'EmailConfirmation'>) {
  const { core, config } = useUi()
  const t = useWords(words)
  const links = webmailLinks(config.emailMagicLinksOptions?.domainHint, core.bootstrap.emailDomains)
  const tryAgain = () => {
    core.log('email_try_again_clicked', { email: at.email, type: 'login_or_create_eml' })
    go({ name: 'Main' })
  }
  return (
    <Screen
      title={t('emailConfirmation.title')}
      back={at.back ? () => go({ name: 'Main', back: { method: 'email', typed: at.email } }) : undefined}
    >
      <p>{rich(t, 'emailConfirmation.content', { email: at.email })}</p>
      {(
        [
          [links.gmail, t('link.openInGmail')],
          [links.yahoo, t('link.openInYahoo')],
          [links.outlook, t('link.openInOutlook')],
        ] as const
      ).map(([href, label]) => (
        <a key={href} className="lk-button lk-secondary" href={href} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
      <Button kind="text" onClick={tryAgain}>
        {t('button.retry')}
      </Button>
    </Screen>
  )
}
