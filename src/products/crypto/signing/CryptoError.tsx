import { Button } from '../../../ui/Button.tsx'
import { words as kitWords } from '../../../ui/kitWords.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { FailureScreen } from '../../../ui/Screen.tsx'
import { useWords } from '../../../ui/translator.ts'
import { words } from './words.ts'

/** Says what went wrong with a wallet, and leads to the same wallet again or to Main. */
export function CryptoError({ at: { wallet, error }, go }: ScreenProps<'CryptoError'>) {
  const t = useWords(words)
  const kit = useWords(kitWords)
  return (
    <FailureScreen title={t('crypto.error.title')} reason={error}>
      <p>{t('crypto.error.content')}</p>
      <div className="lk-choice">
        <Button onClick={() => go({ name: 'CryptoConnect', wallet })}>{t('button.retry')}</Button>
        <Button kind="secondary" onClick={() => go({ name: 'Main' })}>
          {kit('button.back.ariaLabel')}
        </Button>
      </div>
    </FailureScreen>
  )
}
