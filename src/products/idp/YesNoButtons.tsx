import { useEffect, useState } from 'react'
import { isMeant } from '../../browser/attention.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import type { Task } from '../../ui/task.ts'
import { useUnseen } from '../../ui/visitor/useUnseen.ts'

/**
 * Two buttons for one decision. While `task` carries out one answer, or waits to, the other button
 * is disabled, and while it does something else both are; after a failure the visitor can press
 * either. To agree, they must have seen the page, and there must be something to agree to, unless
 * `nothing` is true.
 */
export function YesNoButtons({
  task,
  yes,
  no,
  nothing,
  decide,
}: {
  task: Task
  yes: string
  no: string
  nothing?: boolean
  decide: (yes: boolean) => Promise<void>
}) {
  const { look } = useUi()
  const unseen = useUnseen()
  const [choice, choose] = useState<boolean>()
  const isBusy = task.busy || !!task.waiting
  useEffect(() => {
    if (!isBusy) choose(undefined)
  }, [isBusy])
  return (
    <div className="lk-choice">
      {(look ? [false, true] : [true, false]).map((answer) => (
        <Button
          key={`${answer}`}
          kind={answer ? 'primary' : 'secondary'}
          task={choice === answer ? task : answer ? { waiting: unseen } : undefined}
          disabled={(isBusy && choice !== answer) || (answer && nothing)}
          onClick={(event) => {
            if (answer && !isMeant(event)) return
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
