import { call } from './call.ts'
import type { Answer, User } from './entities.ts'

export const me = call<undefined, Answer & User>('GET /users/me', { gives: { user_id: 'string' } })
