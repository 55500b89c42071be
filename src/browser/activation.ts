import { safeDocument } from './safeDocument.ts'

/**
 * Resolves once somebody may look at the page. A browser prerenders pages that nobody may ever see
 * (HTML, "prerendering navigables"), so nothing is spent, asked or logged before.
 */
export const activation = async (): Promise<void> => {
  if ((safeDocument as { prerendering?: boolean }).prerendering)
    // on the window, because an element can hide the document's method
    await new Promise((resolve) => addEventListener('prerenderingchange', resolve, { capture: true, once: true }))
}
