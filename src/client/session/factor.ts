import type { Core } from '../core.ts'

/**
 * Returns which factor a call is about: the second for a visitor who is signed in. Where the page
 * does not see the cookie, it waits until the server has said once who that is.
 */
export const factorNow = async ({ engine, customEndpoint, status }: Core): Promise<'primary' | 'secondary'> => {
  if (customEndpoint && status.fromCache) await (await (await engine()).life()).settle().catch(() => {})
  return status.now.session ? 'secondary' : 'primary'
}
