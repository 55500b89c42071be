import * as react from 'react/jsx-runtime'

type Create = typeof react.jsx

let isHydrating = false

/**
 * Runs `hydrate` with elements that have no inline styles, because a prerendered form has them in
 * its style sheet, where a Content Security Policy can allow them. React would report the
 * difference. Render again afterward, which sets the styles.
 */
export function withoutStyles(hydrate: () => void): void {
  isHydrating = true
  try {
    hydrate()
  } finally {
    isHydrating = false
  }
}

const create =
  (original: Create): Create =>
  (type, props, key) =>
    original(type, isHydrating && (props as { style?: unknown }).style ? { ...(props as object), style: undefined } : props, key)

export const { Fragment } = react
export const jsx = create(react.jsx)
export const jsxs = create(react.jsxs)
