/**
 * Returns whether another site shows this page in a frame: an ancestor has another origin. Such a
 * site can put its own content over ours and trick the visitor into pressing buttons that they
 * cannot see (clickjacking; RFC 6819, section 4.4.1.9).
 */
export function inForeignFrame(): boolean {
  try {
    for (let frame: Window = window; frame !== frame.parent; frame = frame.parent) if (!frame.parent.document) return true
    return false
  } catch {
    return true
  }
}
