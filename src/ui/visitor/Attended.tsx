import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import { isMeant, onFrontChange, timeUntilSeen } from '../../browser/attention.ts'

/**
 * A press in here counts only if the page was in front for a while, and the pointer or a key was there (docs/decisions.md#a-press-counts-only-if-the-visitor-saw-the-page). Until then, assistive
 * technology hears that it has no effect.
 */
export function Attended({ children }: { children: ReactNode }) {
  const [waits, setWaits] = useState(() => timeUntilSeen() > 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = timeUntilSeen()
      setWaits(left > 0)
      if (left > 0 && left < Infinity) timer = setTimeout(look, left)
    }
    look()
    const end = onFrontChange(look)
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [])
  const filter = (event: SyntheticEvent) => {
    if (isMeant(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div style={{ display: 'contents' }} aria-disabled={waits || undefined} onClickCapture={filter} onSubmitCapture={filter}>
      {children}
    </div>
  )
}

/** Resolves when the page was in front for long enough. For a code that the visitor has typed, which is sent without a press. */
export const seen = (): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      const left = timeUntilSeen()
      if (left > 0) return void setTimeout(look, Math.min(left, 500))
      done()
    }
    look()
  })
