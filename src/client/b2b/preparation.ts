// The same as ../preparation.ts, for members.
import { authenticate, revoke } from '../../api/b2b/sessions.ts'
import { sessionLifeBy, type SessionCallsOnWire } from '../sessionLife.ts'

export { destroyed, faults } from '../faults.ts'
export { createProofKeys } from '../proofKeys.ts'
export { createRequest } from '../request.ts'
export { checkUsage } from '../usage.ts'

export const createSessionLife = sessionLifeBy({ authenticate, revoke } as unknown as SessionCallsOnWire)
