import { Button } from '../../../ui/Button.tsx'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useWords } from '../../../ui/translator.ts'
import { words } from './words.ts'

/** Says what went wrong with a wallet, and leads to the same wallet again or to Main. */
export function CryptoError({ at: { wallet, error }, go }: ScreenProps<'CryptoError'>) {
  const t = useWords(words)
  return (
    <Screen title={t('crypto.error.title')} error={error} back={() => go({ name: 'Main' })}>
      <p>{t('crypto.error.content')}</p>
      <Button onClick={() => go({ name: 'CryptoConnect', wallet })}>{t('button.retry')}</Button>
    </Screen>
  )
}
