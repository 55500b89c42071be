import type { Core } from '../../client/core.ts'
import { loadLaterEngine, spendUrlToken } from '../../client/url/authenticateByUrl.ts'
import { parseAuthenticateUrl, type UrlLogInOptions, type UrlOutcome } from '../../client/url/urlToken.ts'
import { emailMagicLinks } from '../firstScreenChunks.ts'

/**
 * Spends the token of an email on a page with another screen than the log-in, which the host's own
 * server has sent there.
 */
export const finishBy =
  (core: Core) =>
  async (options: UrlLogInOptions): Promise<UrlOutcome> => {
    const { magicLinks } = await emailMagicLinks.load()
    return spendUrlToken(
      core,
      parseAuthenticateUrl,
      (token, _, options) => magicLinks(core).authenticate(token, options),
      () => loadLaterEngine(core),
      options,
    )
  }
