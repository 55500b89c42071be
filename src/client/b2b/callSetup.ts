// The same as ../callSetup.ts, for members.
import { authenticate, revoke } from '../../api/b2b/sessions.ts'
import { sessionLifeWith } from '../session/life.ts'
import type { MemberState } from './memberState.ts'

export { destroyed, warnings } from '../warnings.ts'
export { createProofKeys } from '../proofKeys.ts'
export { createRequest } from '../request.ts'
export { checkUsage } from '../checkUsage.ts'

export const createSessionLife = sessionLifeWith<MemberState>({ authenticate, revoke })
