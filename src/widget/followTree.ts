/**
 * Notices when an element enters another tree (`onTree`) and when the page removes it
 * (`onRemoved`). Begins with the first `look`, which calls `onTree`, unless the page has removed
 * the element before that.
 */
export function followTree(element: Element, onTree: () => void, onRemoved: () => void): { look: () => void; end: () => void } {
  let { isConnected } = element
  let tree: Node | undefined
  const look = () => {
    if (isConnected && !element.isConnected) return onRemoved()
    isConnected = element.isConnected
    if (tree === (tree = element.getRootNode())) return
    observer.disconnect()
    // not beyond the document, where an element with that name would be `host`
    for (let node: Node | undefined = element; node; node = node === element.ownerDocument ? undefined : (node as ShadowRoot).host) {
      for (const top of [document, (node = node.getRootNode())]) observer.observe(top, { childList: true, subtree: true })
    }
    onTree()
  }
  const observer = new MutationObserver(look)
  return { look, end: () => observer.disconnect() }
}
