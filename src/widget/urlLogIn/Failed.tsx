import { Button } from '../../ui/Button.tsx'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useWords } from '../../ui/translator.ts'
import { words } from './words.ts'

/** Says what went wrong with a log-in that has no form. Its button tries again if that can help; otherwise it leads to the log-in screen. */
export function Failed({ at, go }: ScreenProps<'Error'>) {
  const t = useWords(words)
  const { again } = at
  return (
    <Screen title={t('error.title')} error={at.error} back={() => go({ name: 'Main' })}>
      <Button onClick={() => go(again || { name: 'Main' })}>{t('button.retry')}</Button>
    </Screen>
  )
}
