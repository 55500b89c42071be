import { inForeignFrame } from '../../browser/foreignFrame.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import { repaired } from '../../client/url/repairUrl.ts'
import type { Core } from '../../client/core.ts'
import { Screen } from './Screen.tsx'
import { words } from '../words/kitWords.ts'
import { useWords } from '../words/translator.ts'

/**
 * Returns the end of a host's name by which a site is known here: `shop.com` of `login.shop.com`,
 * `shop.co.uk` of `login.shop.co.uk`, and an IP address whole.
 */
export const siteOf = (hostname: string): string =>
  /[^.]+\.(?:(?:ac|com?|edu|gov?|net?|org?)\.[a-z]{2}|[a-z][^.]*)$/.exec(hostname)?.[0] || hostname

const isOurSite = (origin: string) => {
  try {
    return siteOf(new URL(origin).hostname) === siteOf(location.hostname)
  } catch {
    return false
  }
}

/**
 * Returns whether a link has to be opened in a window of its own: in a frame of another site,
 * browsers drop the cookie of a host's own server, which is `SameSite=Lax` (RFC 6265bis, section
 * 5.6.7.1), so the link would be spent for nothing. Firefox has no `ancestorOrigins`, only the
 * referrer.
 */
export const needsOwnWindow = ({ backend }: Core): boolean =>
  !!backend && inForeignFrame() && !Array.from(location.ancestorOrigins ?? [safeDocument.referrer]).every(isOurSite)

/** Offers the page, with its link, in a window of its own. */
export function OwnWindow({ title }: { title: string }) {
  const t = useWords(words)
  return (
    <Screen title={title}>
      <p>{t('ownWindow.content')}</p>
      <a className="lk-button lk-primary" href={repaired(location.href)} target="_blank" rel="noopener noreferrer">
        {t('ownWindow.open')}
      </a>
    </Screen>
  )
}
