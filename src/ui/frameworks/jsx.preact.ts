import { createElement, Fragment, type Attributes, type VNode } from 'preact'

export { Fragment }
export type { JSX } from 'preact'

declare module 'preact' {
  interface HTMLAttributes<RefType extends EventTarget = EventTarget> {
    /** React's spelling. HTML ignores the case of attributes. */
    spellCheck?: 'false'
  }
}

/**
 * Returns the function that JSX compiles to in the Preact builds: `createElement`, which they
 * contain anyway.
 */
export const jsx = (type: string, props: Attributes, key?: string): VNode =>
  createElement(type, key === undefined ? props : { ...props, key })

export { jsx as jsxs }
