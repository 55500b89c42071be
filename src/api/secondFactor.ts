import type { SecondFactorRequired } from './entities.ts'
import { texts } from './kinds.ts'

const isKnown = (name: string): name is SecondFactorRequired['methods'][number] => name === 'totp' || name === 'backup_code'

/**
 * Reads which second factor a host's own server asks for, in its answer to a right first factor
 * (docs/internals/protocol.md#a-second-factor-before-the-session). Undefined if that answer says
 * nothing of one.
 */
export function secondFactorOf(answer: object): SecondFactorRequired | undefined {
  const { second_factor_required, methods, trusted_device } = answer as Record<string, unknown>
  if (second_factor_required !== true) return undefined
  return { methods: [...new Set(texts(methods)?.filter(isKnown))], trusted_device: trusted_device === true }
}
