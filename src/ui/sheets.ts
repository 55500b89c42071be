import { useLayoutEffect } from 'react'
import { useUi } from './context.ts'

/** Sheets by document or shadow root, so that ten widgets on a page adopt each but once. */
const adopted = new WeakMap<Node, Set<string>>()

/**
 * Adopts a style sheet where `element` is: the document, or the shadow root around it. A constructed sheet is no inline style, so a strict CSP lets it
 * through, with no nonce.
 */
export function adopt(element: Element, css: string): void {
  const top = element.getRootNode() as Document | ShadowRoot
  // an element that is not on the page yet is taken to come into it
  const root = top.adoptedStyleSheets ? top : document
  const known = adopted.get(root) ?? new Set()
  if (known.has(css) || !root.adoptedStyleSheets) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  adopted.set(root, known.add(css))
}

/** Adopts the sheet of a chunk with its first rendering. */
export function useSheet(css: string): void {
  const ui = useUi()
  useLayoutEffect(() => void ui.adopt(css), [css])
}
