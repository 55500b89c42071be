import { useRef } from 'react'

/**
 * Returns a handler that calls the `handler` of the next rendering. Password managers fill a field and submit its form at once, before the filled text is
 * rendered.
 */
export function useNextRendering(handler: () => unknown): () => void {
  const latest = useRef(handler)
  latest.current = handler
  return () => void Promise.resolve().then(() => latest.current())
}
