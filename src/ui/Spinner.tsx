import { words } from './baseWords.ts'
import { useWords } from './words.ts'

/** What stands in for a screen until it is there: a ring that turns once in 1.4 s (spec section 9). `label` says what is being waited for. */
export const Spinner = ({ label }: { label?: string }) => {
  const t = useWords(words)
  return (
    <div className="lk-loading" role="status" data-testid="loading-icon" aria-label={label || t('loading.ariaLabel')}>
      <i className="lk-spin" />
    </div>
  )
}
