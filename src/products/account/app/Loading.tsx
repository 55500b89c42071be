import { Button } from '../../../ui/Button.tsx'
import { focusThen } from '../../../ui/focusThen.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { Task } from '../../../ui/task.ts'
import { useWords } from '../../../ui/translator.ts'
import { words } from './words.ts'

/** What shows until a screen has what it needs: a spinner, or a button that tries again after a failure. */
export function Loading({ task, load }: { task: Task; load: () => void }) {
  const t = useWords(words)
  return task.error ? (
    <Button kind="secondary" onClick={focusThen(load, '.lk-card', '.lk-title')}>
      {t('button.retry')}
    </Button>
  ) : (
    <Spinner />
  )
}
