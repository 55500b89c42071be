import type { SecondFactorRequired } from './entities.ts'
import { texts } from './kinds.ts'

const known: Record<string, SecondFactorRequired['methods'][number]> = {
  __proto__: null!,
  totp: 'totp',
  backup_code: 'backup_code',
  // as the provider calls them
  recovery_code: 'backup_code',
}

/**
 * Reads which second factor a host's own server asks for, in its answer to a right first factor. Undefined if that answer says nothing of one. A server may say it beside
 * `second_factor_required: true` or in place of the `true` (docs/protocol.md#a-second-factor-before-the-session).
 */
export function secondFactorOf(answer: object): SecondFactorRequired | undefined {
  const { second_factor_required: required } = answer as { second_factor_required?: unknown }
  if (!required) return
  const { methods, trusted_device } = (required === true ? answer : required) as { methods?: unknown; trusted_device?: unknown }
  return {
    methods: [...new Set(texts(methods)?.flatMap((name) => known[name] || []))],
    trusted_device: trusted_device === true,
  }
}
