import { amount } from '../../api/kinds.ts'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { LoginConfig } from '../host/config.ts'
import { optionsOf } from '../host/productOptions.ts'

/**
 * Minutes until a code expires, which each call says: the host's option, or 5 if there is none or
 * it is not a time.
 */
export const expirationOf = ({ otpOptions }: LoginConfig): number => amount(otpOptions?.expirationMinutes) ?? 5

/** Minutes until a code expires that was sent, which a host's own server may decide. */
export const sentExpirationOf = (config: LoginConfig, { otpExpirationSeconds }: Bootstrap, destination: string): number => {
  const seconds = amount(otpExpirationSeconds?.[destination.includes('@') ? 'email' : 'sms'])
  return seconds ? seconds / 60 : expirationOf(config)
}

/**
 * After how many seconds the visitor can have another code or mail: the host's option, or 30 in the
 * look `quartz`.
 */
export const resendAfterOf = (config: LoginConfig, look: unknown): number =>
  optionsOf(config, 'otpOptions').resendAfterSeconds ?? (look ? 30 : 0)
