import { useSpoken } from './spoken.ts'
import sheet from './kit.css'
import { useSheet } from './sheets.ts'
import { words } from './watermarkWords.ts'
import { useWords } from './words.ts'

/** Under the card, where the project's settings ask for it. A link in words, so that no page loads a third party's picture. */
export function Watermark() {
  const t = useWords(words)
  const isSpoken = useSpoken()
  useSheet(sheet)
  return isSpoken ? (
    <a className="lk-watermark" href="https://stytch.com" target="_blank" rel="noopener noreferrer">
      {t('watermark.altText')}
    </a>
  ) : null
}
