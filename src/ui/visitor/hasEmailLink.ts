import type { Core } from '../../client/core.ts'
import { parseAuthenticateUrl } from '../../client/url/urlToken.ts'

/**
 * Returns whether the page's URL has the token of an email that the host's own server has sent to
 * confirm an address. A page without the log-in form spends it, too.
 */
export const hasEmailLink = ({ backend }: Core): boolean => !!backend && parseAuthenticateUrl()?.tokenType === 'magic_links'
