// The same as ../preparation.ts, for members.
import { authenticate, revoke } from '../../api/b2b/sessions.ts'
import { sessionLifeBy } from '../session/life.ts'

import type { MemberState } from './memberState.ts'

export { destroyed, warnings } from '../warnings.ts'
export { createProofKeys } from '../proofKeys.ts'
export { createRequest } from '../request.ts'
export { checkUsage } from '../usage.ts'

export const createSessionLife = sessionLifeBy<MemberState>({ authenticate, revoke })
