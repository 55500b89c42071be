import { words } from './kitWords.ts'
import { useWords } from './translator.ts'

/** The arrow that leads back to the previous screen. */
export function Back({ onClick }: { onClick: () => void }) {
  const t = useWords(words)
  return (
    <button type="button" className="lk-icon lk-back" aria-label={t('button.back.ariaLabel')} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M20 12H5m6-7-7 7 7 7" />
      </svg>
    </button>
  )
}
