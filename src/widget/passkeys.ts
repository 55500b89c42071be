import type { Place } from '../ui/map.ts'
import { quietly, registration } from './chunks.ts'

/** Where a visitor begins who is to make a passkey. */
export const passkeyStart = (): Place => {
  quietly(registration)
  return { name: 'PasskeyRegistrationStart' }
}
