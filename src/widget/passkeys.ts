import type { Place } from '../ui/map.ts'

/** Where a visitor begins who is to make a passkey. */
export const passkeyStart = (): Place => ({ name: 'PasskeyRegistrationStart' })
