import { page } from '../browser/page.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { minutesOf } from '../ui/defaults.ts'
import type { Place } from '../ui/map.ts'
import type { HostProps } from './hostProps.ts'
import { arrival, newPassword, quietly } from './chunks.ts'

/** What a host says of the page for a new password, mounted or as a component. */
export interface ResetPasswordProps extends HostProps {
  /** The `token` that the reset mail's link has brought back; without one the visitor is told that the link was used, until one comes. */
  passwordResetToken: string
}

/** Where a visitor begins who comes from a reset mail: with the new password, or, by its log-in link, with their token being spent (spec section 4). */
export const resetStart = (client: ConsumerClient, { passwordResetToken: token, config }: ResetPasswordProps): Place => {
  const logIn = async () => (await arrival.load()).logInByReset(client, token, { session_duration_minutes: minutesOf(config) })
  const atOnce = !token || page().spent.has(token) || new URLSearchParams(location.search).get('stytch_token_type') === 'login'
  quietly(atOnce ? arrival : newPassword)
  return atOnce ? { name: 'Arrival', reset: true, finish: logIn } : { name: 'PasswordResetForm', token, logIn }
}
