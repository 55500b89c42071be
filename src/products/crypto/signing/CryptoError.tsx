import { Button } from '../../../ui/fields/Button.tsx'
import { words as kitWords } from '../../../ui/words/kitWords.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { FailureScreen } from '../../../ui/screen/Screen.tsx'
import { useWait } from '../../../ui/useWait.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/** Says what went wrong with a wallet, and leads to the same wallet again or to Main. */
export function CryptoError({ at: { wallet, error, wait }, go }: ScreenProps<'CryptoError'>) {
  const t = useWords(words)
  const kit = useWords(kitWords)
  const waiting = useWait(wait)
  return (
    <FailureScreen title={t('crypto.error.title')} reason={error}>
      <p>{t('crypto.error.content')}</p>
      <div className="lk-choice">
        <Button task={{ waiting }} onClick={() => go({ name: 'CryptoConnect', wallet })}>
          {t('button.retry')}
        </Button>
        <Button kind="secondary" onClick={() => go({ name: 'Main' })}>
          {kit('button.back.ariaLabel')}
        </Button>
      </div>
    </FailureScreen>
  )
}
