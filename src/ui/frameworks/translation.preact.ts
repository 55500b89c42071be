import { options, type VNode } from 'preact'

/**
 * A node of Preact's tree, with the names that its builds have for the children and for the first
 * node of the page (its mangle.json). A text has no type.
 */
interface Rendered extends VNode {
  __k?: readonly (Rendered | null | undefined)[] | null
  __e?: ChildNode | null
}

let isOn = false

/** Lists what is directly in an element: its texts, its elements, and the components between. */
const inside = (node: Rendered): Rendered[] =>
  (node.__k ?? []).flatMap((child) => (child ? (typeof child.type === 'function' ? inside(child) : [child]) : []))

/**
 * Puts new texts into the place of old ones that the browser has translated. It has replaced their
 * text nodes by `<font>`, so Preact changes, or removes, nodes that are not on the page any more.
 * Unchanged texts stay translated. React does this by itself.
 */
export function replaceTranslations(): void {
  if (isOn) return
  isOn = true
  const { diffed } = options
  const shownTexts = new WeakMap<ParentNode, string>()
  options.diffed = (node) => {
    diffed?.(node)
    if (typeof node.type !== 'string') return
    const element = (node as Rendered).__e as Element
    const children = inside(node as Rendered)
    const texts = JSON.stringify(children.map(({ type, props }) => (type ? '' : props)).filter(Boolean))
    if (shownTexts.get(element) === texts) return
    shownTexts.set(element, texts)
    const translations = [...element.children].filter(({ localName }) => localName === 'font')
    if (!translations.length) return
    for (const translation of translations) translation.remove()
    let next: ChildNode | null = null
    for (const { type, __e } of children.reverse()) {
      if (!type) element.insertBefore(__e!, next)
      if (__e?.parentNode === element) next = __e
    }
  }
}
