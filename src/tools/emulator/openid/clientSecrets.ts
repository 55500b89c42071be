import { randomToken } from '../state/expiring.ts'
import { refuse, type ErrorType } from '../requests/refusal.ts'

/** What a client proves itself with. During a rotation it has two secrets, and both work. */
export interface Secrets {
  client_secret: string
  next_client_secret?: string
}

/**
 * The last four characters of the secrets, which is all that is shown after they were made. Pure.
 */
export const lastFours = ({ client_secret, next_client_secret }: Secrets) => ({
  client_secret_last_four: client_secret.slice(-4),
  ...(next_client_secret !== undefined && { next_client_secret_last_four: next_client_secret.slice(-4) }),
})

/** Every secret that works now. Pure. */
export const validSecrets = ({ client_secret, next_client_secret }: Secrets) =>
  next_client_secret === undefined ? [client_secret] : [client_secret, next_client_secret]

/** The refusals of one kind of client: when a rotation has started, and when none has. */
export interface RotationRefusals {
  rotating: ErrorType
  notRotating: ErrorType
}

/** Begins a rotation: the client gets a second secret, which is returned. */
export const startRotation = (client: Secrets, { rotating }: RotationRefusals) => {
  if (client.next_client_secret !== undefined) refuse(rotating)
  return (client.next_client_secret = randomToken())
}

/** Ends a rotation without a change: the second secret stops working. */
export const cancelRotation = (client: Secrets, { notRotating }: RotationRefusals) => {
  if (client.next_client_secret === undefined) refuse(notRotating)
  delete client.next_client_secret
}

/** Ends a rotation: the second secret takes the place of the first, which stops working. */
export const completeRotation = (client: Secrets, { notRotating }: RotationRefusals) => {
  client.client_secret = client.next_client_secret ?? refuse(notRotating)
  delete client.next_client_secret
}
