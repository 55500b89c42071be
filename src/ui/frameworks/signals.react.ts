import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'

export { signal, type Signal } from '@preact/signals-react'

/** Returns a signal's value, and renders again when it changes. */
export function useValue<Value>(source: ReadonlySignal<Value>): Value {
  useSignals()
  return source.value
}
