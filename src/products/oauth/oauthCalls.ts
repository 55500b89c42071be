// What stands behind the buttons: fetched when the visitor turns to the widget, or comes back with a token.
import { chunk } from '../../ui/chunk.ts'

export { navigate } from '../../browser/navigate.ts'
export { beginAt, oauth } from '../../client/oauth.ts'

/** Google's prompt, for hosts that want it. */
export const oneTap = chunk(() => import('./OneTapPrompt.tsx'))
