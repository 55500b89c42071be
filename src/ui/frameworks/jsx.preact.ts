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
 * Creates an element. JSX compiles to this in the Preact builds, which contain `createElement`
 * anyway.
 */
export const jsx = (type: string, props: Attributes, key?: string): VNode =>
  createElement(type, key === undefined ? props : { ...props, key })

export { jsx as jsxs }
