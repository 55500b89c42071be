// The code behind the buttons. It loads when the visitor first touches the widget, or comes back
// with a token.
import { chunk } from '../../ui/chunks/chunk.ts'

export { navigate } from '../../browser/navigate.ts'
export { oauthStartUrl, oauth } from '../../client/namespaces/oauth.ts'

/** Google's prompt, for hosts that turn it on. */
export const oneTap = chunk(() => import('./OneTapPrompt.tsx'))
