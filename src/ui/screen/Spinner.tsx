import { words } from '../words/baseWords.ts'
import { useWords } from '../words/translator.ts'

/**
 * The placeholder of a screen that is loading: a ring that turns once in 1.4 s. `label` says what
 * the visitor is waiting for.
 */
export const Spinner = ({ label }: { label?: string }) => {
  const t = useWords(words)
  return (
    <div className="lk-loading" role="status" data-testid="loading-icon" aria-label={label || t('loading.ariaLabel')}>
      <i className="lk-spin" />
    </div>
  )
}
