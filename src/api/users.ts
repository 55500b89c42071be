import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

export const me = call<undefined, Answer & User>('GET /users/me', { gives: { user_id: 'string' } })

/** The same for a screen that lists the passkeys: a host that asks for the user needs no list. */
export const meWithPasskeys = call<undefined, Answer & User>('GET /users/me', {
  gives: { user_id: 'string', webauthn_registrations: [{ webauthn_registration_id: 'string', name: 'string', domain: 'string' }] },
})
