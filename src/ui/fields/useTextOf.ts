import { useLayoutEffect, useRef } from 'react'
import { isComposing } from './composition.ts'
import type { FieldRef } from './Field.tsx'

/** How often a field is read that nobody types in, in ms. */
const PAUSE = 250

/**
 * Calls `onText` with the text of a field whenever it may have changed, for what reacts while the
 * visitor types. A text may come by `input` or, from password managers and iOS, by `change` alone
 * or without any event. Waits until an input method is done.
 */
export function useTextOf(field: FieldRef, onText: (text: string) => void): void {
  const latest = useRef(onText)
  useLayoutEffect(() => {
    latest.current = onText
  })
  useLayoutEffect(() => {
    const input = field.current!
    const readField = () => {
      if (!isComposing(input)) latest.current(input.value)
    }
    const timer = setInterval(readField, PAUSE)
    input.addEventListener('input', readField)
    input.addEventListener('change', readField)
    return () => {
      clearInterval(timer)
      input.removeEventListener('input', readField)
      input.removeEventListener('change', readField)
    }
  }, [])
}
