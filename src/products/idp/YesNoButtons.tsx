import { useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import type { Task } from '../../ui/task.ts'

/**
 * Two buttons for one decision. While `task` carries out one answer, or waits to, the other button is disabled, and while it does something else both are; after a failure the
 * visitor can press either.
 */
export function YesNoButtons({ task, yes, no, decide }: { task: Task; yes: string; no: string; decide: (yes: boolean) => Promise<void> }) {
  const [chosen, choose] = useState<boolean>()
  const taken = task.busy || !!task.waiting
  useEffect(() => {
    if (!taken) choose(undefined)
  }, [taken])
  return (
    <div className="lk-choice">
      {[true, false].map((answer) => (
        <Button
          key={`${answer}`}
          kind={answer ? 'primary' : 'secondary'}
          task={chosen === answer ? task : undefined}
          disabled={taken && chosen !== answer}
          onClick={() => {
            choose(answer)
            void task.run(() => decide(answer))
          }}
        >
          {answer ? yes : no}
        </Button>
      ))}
    </div>
  )
}
