import { authenticateByUrl as spend, loadLaterEngine } from '../../client/url/authenticateByUrl.ts'
import type { UrlLogInOptions, UrlOutcome } from '../../client/url/urlToken.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { coreKey } from '../../client/core.ts'
import { confirmationScreen } from '../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../ui/map.ts'
import { emailMagicLinks } from '../firstScreenChunks.ts'
import { oauthCalls, otherNamespaces } from '../laterChunks.ts'
import { UrlLogIn } from './UrlLogIn.tsx'
import { Failed } from './Failed.tsx'
import { words } from './words.ts'

export { logInByReset } from '../../client/url/authenticateByUrl.ts'

/** The chunk with the call that spends each kind of token. */
const calls = { magic_links: emailMagicLinks, oauth: oauthCalls, impersonation: otherNamespaces }

/**
 * Fetches the code of the client's `authenticateByUrl` before that removes the token from the URL.
 */
export const authenticateByUrl = (client: ConsumerClient, options?: UrlLogInOptions): Promise<UrlOutcome> =>
  spend(client, options, async (tokenType) => {
    await calls[tokenType as keyof typeof calls].load()
    await loadLaterEngine(client[coreKey])
  })

export const screens = {
  UrlLogIn,
  Success: confirmationScreen(words, 'success.title', 'login.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
  Error: Failed,
} satisfies ScreenSet
