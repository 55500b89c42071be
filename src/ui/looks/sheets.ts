import { useLayoutEffect } from 'react'
import { safeDocument } from '../../browser/safeDocument.ts'
import { useUi } from '../context.ts'

const texts = new WeakMap<CSSStyleSheet, string>()

/**
 * Adopts a style sheet in the document or shadow root that contains `element`, unless it has a
 * sheet of ours with this text: ten widgets adopt it once, and it comes back after another script
 * has replaced all sheets with its own. A constructed sheet is not an inline style, so a strict
 * Content Security Policy allows it without a nonce.
 */
export function adopt(element: Element, css: string): void {
  const { ownerDocument } = element
  // a frame or a window that the host has opened takes no sheet of this one
  const page = ownerDocument === document ? safeDocument : ownerDocument
  const top = element.getRootNode() as Document | ShadowRoot
  // an element that is not in a document yet will probably enter this one
  const { adoptedStyleSheets } = top === ownerDocument || !top.adoptedStyleSheets ? page : top
  if (!adoptedStyleSheets || adoptedStyleSheets.some((sheet) => texts.get(sheet) === css)) return
  const sheet = new page.defaultView!.CSSStyleSheet()
  sheet.replaceSync(css)
  texts.set(sheet, css)
  adoptedStyleSheets.push(sheet)
}

/** Adopts the sheet of a chunk at its first rendering. */
export function useSheet(css: string): void {
  const ui = useUi()
  useLayoutEffect(() => void ui.adopt(css), [css])
}
