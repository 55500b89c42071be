// The calls behind the buttons. This file loads when the visitor first interacts with the widget, or comes back with a token.
import { chunk } from '../../ui/chunk.ts'

export { navigate } from '../../browser/navigate.ts'
export { oauthStartUrl, oauth } from '../../client/oauth.ts'

/** Google's prompt, for hosts that turn it on. */
export const oneTap = chunk(() => import('./OneTapPrompt.tsx'))
