import { createElement, Fragment, options, render, type Component, type ComponentChild, type ComponentChildren, type Context } from 'preact'
import { afterPaint } from '../../browser/afterPaint.ts'

/**
 * `react` and `react-dom/client` in the Preact builds: only what the screens use. It is a strict
 * subset of `preact/compat`, which would add 1.2 kB to the first screen (brotli). Screens do not
 * need what that adds: they write units, and use `onInput` and HTML's attribute names.
 * tsconfig.screens.json compiles the screens with the types of this file, so a screen that uses
 * anything else of React does not compile.
 */
export { createElement, Fragment, Fragment as StrictMode }
export { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
export type {
  ComponentChildren as ReactNode,
  ComponentProps,
  ComponentType,
  RefObject,
  TargetedEvent as SyntheticEvent,
  TargetedMouseEvent as MouseEvent,
  VNode as ReactElement,
} from 'preact'

// Preact's own fails if a test removes the window while the widget is still mounted
options.requestAnimationFrame = afterPaint

export const createRoot = (element: Element | ShadowRoot) => ({
  render: (node: ComponentChild) => render(node, element),
  unmount: () => render(null, element),
})

/**
 * The name of the one context that the screens have, among the names of a component's legacy
 * contexts.
 */
const CONTEXT = 'latchkey'

/**
 * Creates a context whose consumers render whenever its provider does, as all screens do. Preact's
 * own also notes who consumes it, for those that would not render: 100 B of the first screen
 * (brotli). `useContext` reads the context's name from `__c`, a name that all of Preact's packages
 * share (its mangle.json).
 */
export function createContext<Value>(_: Value): Context<Value> {
  function Provider(
    this: Component<{ value: Value }> & { sub?: () => void },
    { children }: { value: Value; children?: ComponentChildren },
  ) {
    this.getChildContext = () => ({ [CONTEXT]: this })
    this.sub = () => {}
    return children
  }
  return { __c: CONTEXT, Provider } as unknown as Context<Value>
}
