import { createElement, Fragment, type Attributes, type VNode } from 'preact'

export { Fragment }

/** What JSX compiles to in the Preact builds: `createElement`, which is there anyway. */
export const jsx = (type: string, props: Attributes, key?: string): VNode =>
  createElement(type, key === undefined ? props : { ...props, key })

export { jsx as jsxs }
