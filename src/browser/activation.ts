import { safeDocument } from './safeDocument.ts'

/**
 * Calls `begin` once somebody may look at the page, which is nearly always at once. A browser also
 * prerenders pages that nobody may ever see (HTML, "prerendering navigables"): nothing is spent,
 * asked or logged there.
 */
export const whenActive = <Result>(begin: () => Result): Result | Promise<Result> =>
  (safeDocument as { prerendering?: boolean }).prerendering
    ? new Promise((resolve) => safeDocument.addEventListener('prerenderingchange', resolve, { once: true })).then(begin)
    : begin()
