import { useEffect, useState } from 'react'
import { onFrontChange, timeUntilSeen } from '../../browser/attention.ts'
import type { Waiting } from '../failure.ts'

/**
 * Returns the wait of a button whose presses do not count yet, because the visitor has not seen
 * the page long enough (docs/decisions/allow-counts-after-half-a-second.md): see `isMeant`.
 */
export function useUnseen(): Waiting | undefined {
  const [unseen, setUnseen] = useState(() => timeUntilSeen() > 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const wait = timeUntilSeen()
      setUnseen(wait > 0)
      if (wait > 0 && wait < Infinity) timer = setTimeout(look, wait)
    }
    look()
    const end = onFrontChange(look)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [])
  return unseen ? {} : undefined
}
