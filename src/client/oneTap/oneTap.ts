import { text } from '../../api/kinds.ts'
import { openFrame } from '../../browser/frame.ts'
import type { Core } from '../core.ts'

import { showPrompt, type OneTapOptions, type OneTapOutcome, type PromptScreenOptions } from './oneTapPrompt.ts'

export { placeHere } from './oneTapPrompt.ts'

/**
 * Shows Google's prompt in a project of users. A frame of the provider gets Google's client id, and
 * exchanges the account for a token (docs/internals/protocol.md#google-one-tap).
 */
export const startOneTap = async (core: Core, options: OneTapOptions, screen?: PromptScreenOptions): Promise<OneTapOutcome> => {
  if (core.backend) {
    core.warn('One Tap needs the provider, and this client has a backend. The button of Google signs in.')
    return { success: false, reason: 'backend' }
  }
  return showPrompt(
    core,
    () => {
      const {
        publicToken,
        options: { endpoints, timeout },
      } = core
      const frame = openFrame(
        text(endpoints?.clientsideServicesIframeURL) || 'https://js.stytch.com/clientside-services/index.html',
        timeout,
      )
      let oauthCallbackID: string | undefined
      return {
        remove: frame.remove,
        async start() {
          const start = await frame.call<{ googleClientId: string; oauthCallbackId: string } | null>('oneTapStart', { publicToken })
          oauthCallbackID = start?.oauthCallbackId
          return start?.googleClientId
        },
        async submit(idToken) {
          ;(await core.proofKeys()).note('oauth')
          return frame.call('oneTapSubmit', {
            publicToken,
            idToken,
            oauthCallbackID,
            loginRedirectURL: options.login_redirect_url,
            signupRedirectURL: options.signup_redirect_url,
          })
        },
      }
    },
    options,
    screen,
  )
}
