import { absolute, leads } from '../../browser/navigate.ts'
import type { LoginConfig } from '../host/config.ts'
import sheet from '../looks/kit.css'
import { words } from '../words/kitWords.ts'
import { rich } from '../words/rich.ts'
import { useSheet } from '../looks/sheets.ts'
import { useWords } from '../words/translator.ts'
import { useLaterWords } from '../words/useLaterWords.ts'

/**
 * What the visitor agrees to by continuing, with links to it. Nothing without a link that leads to
 * a page.
 */
export function Legal({ termsURL, privacyURL }: NonNullable<LoginConfig['legal']>) {
  const t = useWords(words)
  const hasWords = useLaterWords(true)
  useSheet(sheet)
  const [terms, privacy] = [termsURL, privacyURL].map((url) => url && leads(url) && absolute(url))
  const id = terms ? (privacy ? 'legal.both' : 'legal.terms') : privacy && 'legal.privacy'
  const link = (url: string) => (text: string) => (
    <a key={url} className="lk-link" href={url} target="_blank" rel="noopener">
      {text}
    </a>
  )
  return id && hasWords ? (
    <p className="lk-helper lk-legal">{rich(t, id, {}, { terms: link(terms || ''), privacy: link(privacy || '') })}</p>
  ) : null
}
