import { useEffect, useState } from 'react'

/**
 * Counts `ms` down from `from`, a time by `performance.now()`, which does not jump when somebody
 * sets the clock. Renders each second; what is left is 0 or less when the time is over.
 */
export function useTimeLeft(from: number, ms: number): number {
  const left = () => from + ms - performance.now()
  const [, render] = useState<number>()
  useEffect(() => {
    if (!(left() > 0)) return
    const timer = setInterval(() => {
      render(Math.ceil(left() / 1000))
      if (left() <= 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [from, ms])
  return left()
}
