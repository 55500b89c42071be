import { call } from './call.ts'
import type { Authenticated } from './entities.ts'

/** Signs an administrator in as a user. Such a session lasts an hour. */
export const authenticate = call<{ impersonation_token: string }, Authenticated>('POST /impersonation/authenticate', {
  method: 'impersonation.authenticate',
  guard: 'retry',
  needs: { impersonation_token: 'string' },
  signsIn: true,
  whole: true,
})
