import { useLayoutEffect } from 'react'
import { useUi } from '../context.ts'

/** The sheets of each document or shadow root, so that ten widgets on a page adopt each sheet once. */
const adopted = new WeakMap<Node, Set<string>>()

/**
 * Adopts a style sheet in the document or shadow root that contains `element`. A constructed sheet is not an inline style, so a strict Content Security Policy
 * allows it without a nonce.
 */
export function adopt(element: Element, css: string): void {
  const top = element.getRootNode() as Document | ShadowRoot
  // an element that is not in a document yet will probably enter this one
  const root = top.adoptedStyleSheets ? top : document
  const known = adopted.get(root) ?? new Set()
  if (known.has(css) || !root.adoptedStyleSheets) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  adopted.set(root, known.add(css))
}

/** Adopts the sheet of a chunk at its first rendering. */
export function useSheet(css: string): void {
  const ui = useUi()
  useLayoutEffect(() => void ui.adopt(css), [css])
}
