import { emailWithin, readEmail as read } from '../../api/emailAddress.ts'
import type { Kit } from '../context.ts'

/** See {@link Kit}. */
export const readEmail: Kit['readEmail'] = (text) => {
  const email = read(text)
  return email ? { email } : { within: emailWithin(text) }
}
