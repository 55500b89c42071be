/**
 * Which pages are below others. The address says it: `reference/client/otps/` is below
 * `reference/client/`.
 */
import type { Page } from './page.ts'

/** Returns the pages that are below `page`, or those that are below none. */
export const childrenOf = (page: Page | undefined, pages: Page[]): Page[] => {
  const parentOf = ({ path }: Page) =>
    pages
      .filter((other) => other.path && other.path !== path && path.startsWith(other.path))
      .sort((one, other) => other.path.length - one.path.length)[0]
  return pages.filter((other) => parentOf(other) === page)
}
