import { amount } from '../../api/kinds.ts'
import type { LoginConfig } from '../host/config.ts'

/**
 * Minutes until a code expires: the host's option, or 5 if there is none or it is not a time. The
 * call sends the same number that the screen counts down.
 */
export const expirationOf = ({ otpOptions }: LoginConfig): number => amount(otpOptions?.expirationMinutes) ?? 5
