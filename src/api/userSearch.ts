import { call } from './call.ts'
import type { Answer } from './entities.ts'

/**
 * Asks whether an email address belongs to a user, and whether that user has a password. `userType`
 * is the only name of the API in camel case.
 */
export const search = call<{ email: string }, Answer & { userType: 'new' | 'password' | 'passwordless' }>('POST /users/search', {
  guard: 'once',
})
