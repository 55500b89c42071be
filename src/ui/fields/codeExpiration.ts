import { amount } from '../../api/kinds.ts'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { LoginConfig } from '../host/config.ts'

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
