import { useEffect, useState } from 'react'
import { useUi } from '../../ui/context.ts'
import type { IDPConsentSection } from '../../ui/host/config.ts'
import { useWords } from '../../ui/words/translator.ts'
import { withIsolates } from '../../ui/words/untrustedText.ts'
import { hostOptionsChunk } from './chunks.ts'
import { grantsOf } from './grants.ts'
import { words } from './words.ts'

/** Says what an app may do, folded: in the words of the host's consent manifest, if any. */
export function AppGrants({ scopes, clientName }: { scopes: string[]; clientName: string }) {
  const { core, productOptions } = useUi()
  const t = useWords(words)
  const [sections, setSections] = useState<IDPConsentSection[]>()
  const title = t('account.appMay')
  useEffect(() => {
    const { getIDPConsentManifest } = productOptions
    if (!getIDPConsentManifest) return
    hostOptionsChunk
      .load()
      .then(({ manifest }) => manifest({ getIDPConsentManifest }, { scopes, clientName }, title, core.warn))
      // without the code, the scopes are described as usual
      .then(setSections, () => {})
  }, [scopes.join(' ')])
  const items = sections?.flatMap((section) => section.items) ?? grantsOf(scopes, core.bootstrap.rbacPolicy?.scopes, t)
  return (
    <details className="lk-grants">
      <summary aria-label={`${title}: ${clientName}`}>{title}</summary>
      <ul>
        {items.map((item, index) => {
          const { text, details = [] } = typeof item === 'string' ? { text: item } : item
          return (
            <li key={index}>
              {withIsolates(text)}
              {details.map((detail, index) => (
                <p key={index} className="lk-helper">
                  {withIsolates(detail)}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
