import { inForeignFrame } from '../../browser/foreignFrame.ts'
import { repaired } from '../../client/url/repairUrl.ts'
import type { Core } from '../../client/core.ts'
import { Screen } from './Screen.tsx'
import { words } from '../words/kitWords.ts'
import { useWords } from '../words/translator.ts'

/**
 * Whether a link has to be opened in a window of its own: in a frame of another site, browsers drop
 * the cookie of a host's own server (Fetch, section 4.6), so the link would be spent for nothing.
 */
export const needsOwnWindow = ({ backend }: Core): boolean => !!backend && inForeignFrame()

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
