import { useLaterWords } from '../words/useLaterWords.ts'
import sheet from '../looks/kit.css'
import { useSheet } from '../looks/sheets.ts'
import { words } from '../words/kitWords.ts'
import { useWords } from '../words/translator.ts'

/**
 * The watermark under the card, if the project's settings require it. It is a text link, so that no
 * page loads a third party's image.
 */
export function Watermark() {
  const t = useWords(words)
  const hasWords = useLaterWords(true)
  useSheet(sheet)
  return hasWords ? (
    <a className="lk-watermark" href="https://stytch.com" target="_blank" rel="noopener noreferrer">
      {t('watermark.altText')}
    </a>
  ) : null
}
