import { useEffect, useState } from 'react'
import { onFrontChange, timeUntilSeen } from '../../browser/attention.ts'

/** Whether a press does not count yet (docs/decisions.md#a-press-counts-only-if-the-visitor-saw-the-page). A button that `waits` says so; what it does depends on `isMeant`. */
export function useUnseen(): boolean {
  const [unseen, setUnseen] = useState(() => timeUntilSeen() > 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = timeUntilSeen()
      setUnseen(left > 0)
      if (left > 0 && left < Infinity) timer = setTimeout(look, left)
    }
    look()
    const end = onFrontChange(look)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [])
  return unseen
}
