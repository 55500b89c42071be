import { useEffect, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { Attended } from '../../ui/visitor/Attended.tsx'
import type { Task } from '../../ui/task.ts'

/**
 * Two buttons for one decision. While `task` carries out one answer, the other button is disabled, and while it does something else both are; after a failure the
 * visitor can press either.
 */
export function YesNoButtons({ task, yes, no, decide }: { task: Task; yes: string; no: string; decide: (yes: boolean) => Promise<void> }) {
  const [chosen, choose] = useState<boolean>()
  useEffect(() => {
    if (!task.busy) choose(undefined)
  }, [task.busy])
  return (
    <div className="lk-choice">
      {[true, false].map((answer) => {
        const button = (
          <Button
            key={`${answer}`}
            kind={answer ? 'primary' : 'secondary'}
            busy={task.busy && chosen === answer}
            disabled={task.busy && chosen !== answer}
            onClick={() => {
              choose(answer)
              void task.run(() => decide(answer))
            }}
          >
            {answer ? yes : no}
          </Button>
        )
        return answer ? <Attended key="true">{button}</Attended> : button
      })}
    </div>
  )
}
