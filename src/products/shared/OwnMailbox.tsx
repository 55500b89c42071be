import { optionsOf } from '../../ui/host/productOptions.ts'
import { useUi } from '../../ui/context.ts'
import { useWords } from '../../ui/words/translator.ts'
import { webmailLinks, webmailOf } from './webmailLinks.ts'
import { WebmailMark } from './WebmailMark.tsx'
import { words } from './webmailWords.ts'

/**
 * A link to the inbox of the service that `email` is an address of, as a `button` or as text.
 * Nothing for any other address.
 */
export function OwnMailbox({ email, button }: { email: string; button?: boolean }) {
  const { config, core } = useUi()
  const t = useWords(words)
  const own = webmailOf(email)
  if (!own) return null
  const { href } = webmailLinks(email, optionsOf(config, 'emailMagicLinksOptions').domainHint, core.bootstrap.emailDomains)[0]!
  return (
    <a className={button ? 'lk-button lk-secondary' : 'lk-link'} href={href} target="_blank" rel="noopener noreferrer">
      {button && <WebmailMark name={own} />}
      {t(`link.openIn${own}`)}
    </a>
  )
}
