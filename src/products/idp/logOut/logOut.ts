import { idp } from '../../../client/namespaces/idp.ts'
import { logoutParams } from '../../../client/url/idpParams.ts'
import type { Ui } from '../../../ui/context.ts'
import { tick } from '../../../ui/screen/icons.ts'
import { translator } from '../../../ui/words/translator.ts'
import { endSession } from '../endSession.ts'
import { returnTo } from '../returnUrl.ts'
import { projectName } from '../../../ui/words/untrustedText.ts'
import type { NextStep } from '../steps.ts'
import type { Words as IdpWords } from '../words.ts'
import { words } from './words.ts'

/**
 * Starts an app's request to log the visitor out, and returns the next step: a question to the
 * visitor, or the way back to the app (OpenID Connect RP-Initiated Logout, section 2).
 */
export async function logOut({ core, strings }: Ui, t: IdpWords, query: URLSearchParams): Promise<NextStep> {
  const request = logoutParams(query)
  const settings = (await core.engine()).known()
  const { consent_required, redirect_uri } = await idp(core).oauthLogoutStart(request)
  // checks the URL before the session ends
  const title = translator(words, strings)('idpLogout.loggedOut')
  const outcome = returnTo(t, redirect_uri, request.post_logout_redirect_uri, { title, sign: tick })
  if (consent_required) return { step: 'logOut', projectName: projectName((await settings) || core.bootstrap), outcome }
  await endSession(core)
  return outcome
}
