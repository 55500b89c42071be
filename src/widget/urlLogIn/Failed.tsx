import { Button } from '../../ui/Button.tsx'
import type { Props } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useWords } from '../../ui/translator.ts'
import { words } from './words.ts'

/** Says what went wrong when there is no form to show it in, and offers to try again, if that can help, or to go to the log-in screen. */
export function Failed({ at, go }: Props<'Error'>) {
  const t = useWords(words)
  const { again } = at
  return (
    <Screen title={t('error.title')} error={at.error} back={() => go({ name: 'Main' })}>
      <Button onClick={() => go(again || { name: 'Main' })}>{t('button.retry')}</Button>
    </Screen>
  )
}
