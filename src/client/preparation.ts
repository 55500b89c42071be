import { authenticate, revoke } from '../api/sessions.ts'
import type { State } from './session/state.ts'
import { sessionLifeBy } from './session/life.ts'

// What a call may need before it is sent, the life of a session, and the words for a client that is set up wrongly. In the widget it is a chunk that comes
// when the visitor turns to it, or has a session: nothing at rest needs it.
export { destroyed, warnings } from './warnings.ts'
export { createProofKeys } from './proofKeys.ts'
export { createRequest } from './request.ts'
export { checkUsage } from './usage.ts'

export const createSessionLife = sessionLifeBy<State>({ authenticate, revoke })
