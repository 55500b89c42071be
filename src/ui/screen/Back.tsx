import { Icon } from './Icon.tsx'
import { arrow } from './icons.ts'
import { words } from '../words/kitWords.ts'
import { useWords } from '../words/translator.ts'

/** The arrow that leads back to the previous screen. */
export function Back({ onClick }: { onClick: () => void }) {
  const t = useWords(words)
  return (
    <button type="button" className="lk-back" aria-label={t('button.back.ariaLabel')} onClick={onClick}>
      <Icon path={arrow} />
    </button>
  )
}
