import { idp } from '../../../client/idp.ts'
import { logoutParams } from '../../../client/idpParams.ts'
import type { Ui } from '../../../ui/context.ts'
import { translator } from '../../../ui/words.ts'
import { back } from '../back.ts'
import { endSession } from './endSession.ts'
import { projectName } from '../names.ts'
import type { NextStep } from '../step.ts'
import type { Words as IdpWords } from '../words.ts'
import { words } from './words.ts'

/** Looks at a request to sign the visitor out: whether they are to be asked (OpenID Connect RP-Initiated Logout, section 2; spec section 4). */
export async function logOut({ core, strings }: Ui, t: IdpWords, query: URLSearchParams): Promise<NextStep> {
  const request = logoutParams(query)
  const settings = (await core.engine()).known()
  const { consent_required, redirect_uri } = await idp(core).oauthLogoutStart(request)
  // before anything is ended: an answer that leads elsewhere is no answer
  const leave = back(t, redirect_uri, request.post_logout_redirect_uri, { title: translator(words, strings)('idpLogout.loggedOut') })
  if (consent_required) return { step: 'logOut', projectName: projectName((await settings) || core.bootstrap), back: leave }
  await endSession(core)
  return leave
}
