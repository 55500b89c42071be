import type { ReactNode } from 'react'
import { askForPasskey, logInWithPasskey, type ChosenPasskey, type PasskeyQuestion } from '../../../client/passkeys/passkeySteps.ts'
import { optionsOf } from '../../../ui/host/productOptions.ts'
import type { Ui } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import type { Task } from '../../../ui/task.ts'
import { translator } from '../../../ui/words/translator.ts'
import { signedIn } from '../../../ui/visitor/signedIn.ts'
import { words } from './words.ts'

/**
 * Signs in with the passkey that the visitor chose, and goes to the confirmation, or to the second
 * factor that comes first.
 */
export async function logIn({ core, minutes, emit }: Ui, passkey: ChosenPasskey, go: ScreenProps<'Main'>['go']): Promise<void> {
  const answer = signedIn(await logInWithPasskey(core, passkey, minutes), go)
  if (!answer) return
  emit('PASSKEY_AUTHENTICATE', answer)
  go({ name: 'PasskeyConfirmation' })
}

export const ask = ({ core, config }: Ui, how: Pick<PasskeyQuestion, 'tries' | 'immediately' | 'signal'>): Promise<ChosenPasskey> =>
  askForPasskey(core, { domain: optionsOf(config, 'passkeyOptions').domain, is_passkey: true, ...how })

/**
 * Asks for a passkey and signs in with the one that the visitor chooses. First asks for what this
 * device has, but not `again`: a visitor who has closed that list wants another passkey.
 */
export const askAndLogIn = async (ui: Ui, go: ScreenProps<'Main'>['go'], again: boolean): Promise<void> =>
  logIn(ui, await ask(ui, { immediately: again ? undefined : 'first', signal: ui.visit.peek().signal }), go)

/** Returns what the visitor reads if a log-in failed. */
export function explainLogIn({ error, cause }: Task, strings: Ui['strings']): ReactNode {
  const { code, error_type, retry_after } = (cause || {}) as { code?: string; error_type?: string; retry_after?: number }
  // these errors have nothing to do with passkeys, and have messages of their own
  if (!error || retry_after || /unreachable|captcha|random/.test(code!)) return error
  return translator(
    words,
    strings,
  )(error_type === 'webauthn_registration_not_found' ? 'error.passkeyRegistrationNotFound' : 'error.passkeyUnknown')
}
