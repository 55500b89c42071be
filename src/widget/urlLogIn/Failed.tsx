import { Button } from '../../ui/Button.tsx'
import { words as kitWords } from '../../ui/kitWords.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { FailureScreen } from '../../ui/Screen.tsx'
import { useWords } from '../../ui/translator.ts'
import { words } from './words.ts'

/** Says why a log-in that has no form failed. Its button tries again if that can help, and Back then leads to the log-in screen; otherwise the button does. */
export function Failed({ at: { error, again }, go }: ScreenProps<'Error'>) {
  const t = useWords(words)
  const kit = useWords(kitWords)
  const retry = <Button onClick={() => go(again || { name: 'Main' })}>{t('button.retry')}</Button>
  return (
    <FailureScreen title={t('error.title')} reason={error}>
      {again ? (
        <div className="lk-choice">
          {retry}
          <Button kind="secondary" onClick={() => go({ name: 'Main' })}>
            {kit('button.back.ariaLabel')}
          </Button>
        </div>
      ) : (
        retry
      )}
    </FailureScreen>
  )
}
