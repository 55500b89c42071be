import type { ReactNode } from 'react'
import type { Task } from '../../ui/task.ts'
import type { Translate } from '../../ui/words/translator.ts'
import type { words } from './words.ts'

/** The messages for what the provider says of a code that it refuses. */
const texts: Record<string, keyof typeof words> = {
  unable_to_authenticate_totp: 'secondFactor.error.totp',
  totp_code_already_authenticated: 'secondFactor.error.usedCode',
  unable_to_authenticate_recovery_code: 'secondFactor.error.recoveryCode',
  totp_not_found: 'secondFactor.none',
}

/** Returns what the visitor reads if their code was refused, or the check of it failed. */
export function explainWrongCode({ error, cause }: Task, t: Translate<keyof typeof words>): ReactNode {
  const { error_type = '' } = (cause || {}) as { error_type?: string }
  return error && Object.hasOwn(texts, error_type) ? t(texts[error_type]!) : error
}
