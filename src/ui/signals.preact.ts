import { useEffect, useState } from 'react'

/** A value that tells its subscribers when it is replaced. */
export interface Signal<Value> {
  value: Value
  /** The value, for code that is no rendering. */
  peek(): Value
  /** Calls back at once and on every change, until the returned function is called. */
  subscribe(listener: (value: Value) => void): () => void
}

/**
 * The part of @preact/signals-core that a widget's few cells of state need. The package is 1,350 B of the first screen (brotli; a tenth of it), most of
 * it for computed values and effects, of which there are none here. The React build has @preact/signals-react in its place; the tests run on both.
 */
export function signal<Value>(value: Value): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    get value() {
      return value
    },
    set value(next) {
      if (next === value) return
      value = next
      for (const listener of [...listeners]) listener(next)
    },
    peek: () => value,
    subscribe(listener) {
      listeners.add(listener)
      listener(value)
      return () => void listeners.delete(listener)
    },
  }
}

/** A signal's value, and a new rendering when it changes. */
export function useValue<Value>(source: Signal<Value>): Value {
  const [, render] = useState<Value>()
  // the callback form keeps a value that is a function from being called as an update
  useEffect(() => source.subscribe((value) => render(() => value)), [source])
  return source.peek()
}
