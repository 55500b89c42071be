import type { CDPSession, Page } from 'playwright-core'

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/**
 * The debugger session of a page, the same for all who ask. It stays open, because closing one
 * removes the page's virtual authenticators, no matter who created them; and Chromium restores each
 * session at each navigation, so that a page that many visitors use one after the other must not
 * gather them.
 */
export const debuggerOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}
