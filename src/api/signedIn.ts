import type { Authenticated, Session, User } from './entities.ts'
import type { Shapes } from './shape.ts'

// The fields that the client reads of every answer with a session; `readState` checks the ids. They
// are not in entities.ts, which has only types, so that only the code that checks answers contains
// them.

/** The tokens are empty or absent if the project keeps them in HttpOnly cookies. */
export const tokensShape = { 'session_token?': 'string', 'session_jwt?': 'string' } satisfies Shapes<Authenticated>

/** A session without times becomes a session cookie. */
export const sessionShape = { 'expires_at?': 'string', 'last_accessed_at?': 'string', 'roles?': ['string'] } satisfies Shapes<Session>

export const userShape = { user_id: 'string', 'roles?': ['string'] } satisfies Shapes<User>
