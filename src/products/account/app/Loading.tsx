import { Button } from '../../../ui/fields/Button.tsx'
import { focusThen } from '../../../ui/screen/focusThen.ts'
import { Spinner } from '../../../ui/screen/Spinner.tsx'
import type { Task } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/**
 * What shows until a screen has what it needs: a spinner, or a button that tries again after a
 * failure.
 */
export function Loading({ task, load }: { task: Task; load: () => void }) {
  const t = useWords(words)
  return task.error ? (
    <Button kind="secondary" task={task} onClick={focusThen(load, '.lk-card', '.lk-title')}>
      {t('button.retry')}
    </Button>
  ) : (
    <Spinner />
  )
}
