import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { minutesOf } from '../ui/defaults.ts'
import type { Place } from '../ui/map.ts'
import { arrival, quietly } from './chunks.ts'
import type { HostProps } from './hostProps.ts'
import { resetStart } from './reset.ts'

/** What a host says of a log-in widget, mounted or as a component. */
export interface LoginProps extends HostProps {
  /** Finishes a token in the address before anything else is shown (row 27); one of a reset mail leads to the new password. Default false; the script tag says true. */
  authenticateByUrl?: boolean
}

/** Where a visitor begins: at the log-in screen, or, when a link has brought them, with their token being spent. */
export const loginStart = (client: ConsumerClient, { authenticateByUrl, config }: LoginProps): Place => {
  const found = authenticateByUrl && client.parseAuthenticateUrl()
  if (!found) return { name: 'Main' }
  if (found.handled) {
    quietly(arrival)
    return { name: 'Arrival', finish: () => client.authenticateByUrl({ session_duration_minutes: minutesOf(config) }) }
  }
  return /^(reset_password|login)$/.test(found.tokenType)
    ? resetStart(client, { passwordResetToken: found.token, config })
    : { name: 'Main' }
}
