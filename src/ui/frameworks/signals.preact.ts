import { useEffect, useState } from 'react'

/** A value that tells its subscribers when it is replaced. */
export interface Signal<Value> {
  value: Value
  /** Returns the value, for code outside a rendering. */
  peek(): Value
  /** Calls `listener` at once and on every change, until you call the returned function. */
  subscribe(listener: (value: Value) => void): () => void
}

/**
 * Creates a signal: the part of @preact/signals-core that the widget's state needs. The whole
 * package would add 1,350 B to the first screen (brotli; a tenth), most of it for computed values
 * and effects, which nothing here uses. The React build uses @preact/signals-react instead; the
 * tests run on both.
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

/** Returns a signal's value, and renders again when it changes. */
export function useValue<Value>(source: Signal<Value>): Value {
  const [, render] = useState<Value>()
  // the callback form keeps a value that is a function from being called as an update
  useEffect(() => source.subscribe((value) => render(() => value)), [source])
  return source.peek()
}
