import type { ReactNode } from 'react'
import { logInWithPasskey, type ChosenPasskey } from '../../client/webauthn.ts'
import type { Ui } from '../../ui/context.ts'
import type { Props } from '../../ui/map.ts'
import type { Task } from '../../ui/task.ts'
import type { Translate } from '../../ui/words.ts'
import type { words } from './words.ts'

/** Signs in with the passkey that the visitor has chosen, and leads on. */
export async function logIn({ core, minutes, emit }: Ui, chosen: ChosenPasskey, go: Props<'Main'>['go']): Promise<void> {
  emit('PASSKEY_AUTHENTICATE', await logInWithPasskey(core, chosen, minutes))
  go({ name: 'PasskeyConfirmation' })
}

/** What the visitor reads when that has failed (spec section 8, "Passkey errors"). */
export function explainLogIn({ error, thrown }: Task, t: Translate<keyof typeof words>): ReactNode {
  const { code, error_type } = (thrown || {}) as { code?: string; error_type?: string }
  // has nothing to do with passkeys, and says what to do
  if (!error || /unreachable|captcha|random/.test(code!)) return error
  return t(error_type === 'webauthn_registration_not_found' ? 'error.passkeyRegistrationNotFound' : 'error.passkeyUnknown')
}
