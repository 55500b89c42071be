import { emailWithin, readEmail } from '../../api/emailAddress.ts'
import type { Kit } from '../context.ts'

/** See {@link Kit}. */
export const takeEmail: Kit['takeEmail'] = async (text, onEmail, onInvalid) => {
  const email = readEmail(text)
  if (email) return onEmail(email)
  const within = emailWithin(text)
  return onInvalid && !within ? onInvalid() : { error_type: 'invalid_email', within }
}
