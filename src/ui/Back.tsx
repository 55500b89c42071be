import { words } from './backWords.ts'
import { useWords } from './words.ts'

/** The arrow that leads to the screen before. */
export function Back({ onClick }: { onClick: () => void }) {
  const t = useWords(words)
  return (
    <button type="button" className="lk-back" aria-label={t('button.back.ariaLabel')} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M20 12H5m6-7-7 7 7 7" />
      </svg>
    </button>
  )
}
