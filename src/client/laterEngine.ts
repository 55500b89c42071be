import { authenticate, revoke } from '../api/sessions.ts'
import type { State } from './session/state.ts'
import { sessionLifeWith } from './session/life.ts'

// The part of the engine that loads later: what a call may need before it is sent, the life of a
// session, and the warnings about a client that is set up wrongly. In the widget it is a chunk that
// loads when the visitor first touches the widget, or at once if there is a session.
export { destroyed, warnings } from './warnings.ts'
export { answerError } from './calls/answerError.ts'
export { createProofKeys } from './calls/proofKeys.ts'
export { prove } from './calls/botChecks.ts'
export { guardedSend } from './calls/guardedSend.ts'
export { checkUsage } from './calls/checkUsage.ts'

export const createSessionLife = sessionLifeWith<State>({ authenticate, revoke })
