import { useEffect, useState } from 'react'
import type { Wait, Waiting } from './failure.ts'

/** Returns a button's wait that began on the screen before: `waiting` of a task (task.ts). */
export function useWait(wait: Wait | undefined): Waiting | undefined {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => wait?.(setWaiting), [wait])
  return waiting
}
