/**
 * Whether this page is shown by another site: in a frame with an ancestor that may not be looked into. Such a page can lay what it likes over ours, and have
 * the visitor press what they do not see (RFC 6819, section 4.4.1.9).
 */
export function inForeignFrame(): boolean {
  try {
    for (let frame: Window = window; frame !== frame.parent; frame = frame.parent) if (!frame.parent.document) return true
    return false
  } catch {
    return true
  }
}
