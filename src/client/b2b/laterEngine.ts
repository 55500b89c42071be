// The same as ../laterEngine.ts, for members.
import { authenticate, revoke } from '../../api/b2b/sessions.ts'
import { sessionLifeWith } from '../session/life.ts'
import type { MemberState } from './memberState.ts'

export { destroyed, warnings } from '../warnings.ts'
export { answerError } from '../calls/answerError.ts'
export { createProofKeys } from '../calls/proofKeys.ts'
export { prove } from '../calls/botChecks.ts'
export { guardedSend } from '../calls/guardedSend.ts'
export { checkUsage } from '../calls/checkUsage.ts'

export const createSessionLife = sessionLifeWith<MemberState>({ authenticate, revoke })
