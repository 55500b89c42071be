import { createContext, createElement, Fragment, options, render, type ComponentChild } from 'preact'
import { afterPaint } from '../browser/afterPaint.ts'

/**
 * What `react` and `react-dom/client` stand for in the Preact builds: as much of them as the screens use. `preact/compat` in its place is 1.1 kB of the first
 * screen (brotli); what it would add, they do without: lengths have their units, an input is heard by `onInput`, attributes are HTML's.
 */
export { createContext, createElement, Fragment, Fragment as StrictMode }
export { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

// its own fails where a test has taken the window away with the widget still mounted
options.requestAnimationFrame = afterPaint

// React's event is another one, and has the browser's
options.event = (event: Event & { nativeEvent?: Event }) => (event.nativeEvent = event)

export const createRoot = (element: Element | ShadowRoot) => ({
  render: (shown: ComponentChild) => render(shown, element),
  unmount: () => render(null, element),
})
