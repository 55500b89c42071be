import { useLayoutEffect, useRef, useState } from 'react'
import { withoutToken } from '../../client/url/stripToken.ts'
import { Button } from '../../ui/fields/Button.tsx'
import kitSheet from '../../ui/looks/kit.css'
import { useLaterWords } from '../../ui/words/useLaterWords.ts'
import { useSheet } from '../../ui/looks/sheets.ts'
import { useWords } from '../../ui/words/translator.ts'
import { intentOf } from './intentOf.ts'
import sheet from './inAppBrowserNotice.css'
import { words } from './inAppBrowserWords.ts'
import { safeDocument } from '../../browser/safeDocument.ts'

/**
 * Replaces Google's button: says that Google refuses the browser of this app, and leads to the
 * visitor's own browser.
 */
export function InAppBrowserNotice() {
  const t = useWords(words)
  const [copied, setCopied] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const url = withoutToken(location.href)
  useSheet(kitSheet)
  useSheet(sheet)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      setIsRefused(true)
    }
  }
  // A web view may refuse the clipboard to scripts, but not to a selection. If it refuses that too,
  // the visitor copies what is selected.
  useLayoutEffect(() => {
    if (!isRefused) return
    field.current!.select()
    // deprecated, so some day missing
    setCopied(!!safeDocument.execCommand?.('copy'))
  }, [isRefused])
  // in the place that is reserved for all of it
  if (!useLaterWords(true)) return null
  return (
    <div className="lk-message lk-way">
      <p>{t('inAppBrowser.content')}</p>
      <div className="lk-choice">
        {/Android/.test(navigator.userAgent) && (
          <a className="lk-button lk-secondary" href={intentOf(url)}>
            {t('inAppBrowser.open')}
          </a>
        )}
        <Button kind="secondary" onClick={copy}>
          <span aria-live="polite">{t(copied ? 'inAppBrowser.copied' : 'inAppBrowser.copy')}</span>
        </Button>
      </div>
      {isRefused && <input ref={field} className="lk-input" readOnly value={url} aria-label={t('inAppBrowser.link.label')} dir="ltr" />}
    </div>
  )
}
