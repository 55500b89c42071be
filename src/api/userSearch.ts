import { call } from './call.ts'
import type { Answer } from './entities.ts'

/** Whether an address is someone's, and whether they have a password. `userType` is the one name of the API in camel case. */
export const search = call<{ email: string }, Answer & { userType: 'new' | 'password' | 'passwordless' }>('POST /users/search', {
  guard: 'once',
})
