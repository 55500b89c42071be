import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { Task } from '../../ui/task.ts'

/** Two buttons, one decision: once it is made, the other is out of reach until it has failed. */
export function Choice({ task, yes, no, decide }: { task: Task; yes: string; no: string; decide: (yes: boolean) => Promise<void> }) {
  const [chosen, choose] = useState(true)
  return (
    <div className="lk-stack">
      {[true, false].map((answer) => (
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
      ))}
    </div>
  )
}
