import { useEffect } from 'react'
import { useUi } from '../context.ts'

/**
 * Runs `work` once when a screen appears, no matter how often the screen renders or StrictMode
 * mounts it. A screen calls this hook at most once.
 */
export function useOncePerVisit(work: () => void): void {
  const { visit } = useUi()
  useEffect(() => {
    const now = visit.peek()
    if (!now.ranOnce) work()
    now.ranOnce = true
  }, [])
}
