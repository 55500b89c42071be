import { createContext, createElement, Fragment, options, render, type ComponentChild } from 'preact'
import { afterPaint } from '../browser/afterPaint.ts'

/**
 * What `react` and `react-dom/client` stand for in the Preact builds: as much of them as the screens use, and a strict subset of `preact/compat`, which in its place is 1.2 kB
 * of the first screen (brotli). What it would add, screens do without: lengths have their units, an input is heard by `onInput`, attributes are HTML's.
 * tsconfig.screens.json compiles the screens with the types of this file, so that one which uses anything else of React does not compile.
 */
export { createContext, createElement, Fragment, Fragment as StrictMode }
export { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
export type {
  ComponentChildren as ReactNode,
  ComponentProps,
  ComponentType,
  TargetedEvent as SyntheticEvent,
  TargetedMouseEvent as MouseEvent,
  VNode as ReactElement,
} from 'preact'

// its own fails where a test has taken the window away with the widget still mounted
options.requestAnimationFrame = afterPaint

export const createRoot = (element: Element | ShadowRoot) => ({
  render: (shown: ComponentChild) => render(shown, element),
  unmount: () => render(null, element),
})
