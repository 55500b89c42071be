import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

/** Gets the signed-in user. */
export const me = call<undefined, Answer & User>('GET /users/me', { gives: { user_id: 'string' } })

/**
 * The same, for the screen that lists the passkeys. A host that gets the user does not need that
 * list.
 */
export const meWithPasskeys = call<undefined, Answer & User>('GET /users/me', {
  gives: {
    user_id: 'string',
    webauthn_registrations: [
      { webauthn_registration_id: 'string', name: 'string', domain: 'string', 'user_agent?': 'string', 'authenticator_type?': 'string' },
    ],
  },
})
