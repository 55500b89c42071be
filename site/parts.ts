/** The parts of the site that programs write. */
import { writeLivePages } from './live/index.ts'
import type { Page } from './page.ts'
import { referencePages } from './reference/index.ts'
import { reportPages } from './report/index.ts'

/**
 * Each gets the folder of the site, may write files into it, and returns the pages that belong to
 * the navigation, the search and llms.txt. A page whose index.html it has written itself is left as
 * it is.
 */
export const parts: ((folder: string) => Promise<Page[] | void>)[] = [referencePages, writeLivePages, reportPages]
