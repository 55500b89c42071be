/** Puts together the API for servers of hosts: `/v1/`, with the project's id and secret. */
import type { Router } from '../router.ts'
import type { Sessions } from '../sessions.ts'
import type { Users } from '../users.ts'
import { serveSessions } from './sessions.ts'

interface Needs {
  users: Users
  sessions: Sessions
}

/** Serves every call that a server can make about users. It works on the same state as the calls of browsers. */
export const serveServerApi = (router: Router, { users, sessions }: Needs) => {
  serveSessions(router, { users, sessions })
}
