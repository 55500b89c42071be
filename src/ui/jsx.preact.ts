import { createElement, Fragment, type Attributes, type VNode } from 'preact'

export { Fragment }
export type { JSX } from 'preact'

declare module 'preact' {
  interface HTMLAttributes<RefType extends EventTarget = EventTarget> {
    /** React's spelling; to HTML an attribute is the same in either case. */
    spellCheck?: 'false'
  }
}

/** What JSX compiles to in the Preact builds: `createElement`, which is there anyway. */
export const jsx = (type: string, props: Attributes, key?: string): VNode =>
  createElement(type, key === undefined ? props : { ...props, key })

export { jsx as jsxs }
