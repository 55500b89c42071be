import type { Authenticated, Session, User } from './entities.ts'
import type { Shapes } from './shape.ts'

// What the client reads of an answer that becomes this browser's session, whichever call it is of; `readState` asks for the ids. Declared apart from
// entities.ts, which is types alone, so that only the code that checks answers carries it.

/** Tokens are empty, or absent, where the project keeps them in HttpOnly cookies. */
export const tokensShape = { 'session_token?': 'string', 'session_jwt?': 'string' } satisfies Shapes<Authenticated>

/** A session without times becomes a session cookie. */
export const sessionShape = { 'expires_at?': 'string', 'last_accessed_at?': 'string', 'roles?': ['string'] } satisfies Shapes<Session>

export const userShape = { user_id: 'string', 'roles?': ['string'] } satisfies Shapes<User>
