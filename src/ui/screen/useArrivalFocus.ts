import { useEffect, useRef, type RefObject } from 'react'
import { useUi } from '../context.ts'

/**
 * Returns a ref for the element that takes the focus when the visitor comes from another screen, so
 * that screen readers announce it, unless the screen's first field has taken it.
 */
export function useArrivalFocus<Kind extends HTMLElement>(): RefObject<Kind | null> {
  const ui = useUi()
  const ref = useRef<Kind>(null)
  useEffect(() => ui.focus(ref.current), [])
  return ref
}
