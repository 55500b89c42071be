import type { UserNamespace } from '../ConsumerClient.ts'
import type { Core } from '../core.ts'
import { observe } from '../session/observe.ts'
import { userCalls } from './userCalls.ts'

/** Creates `client.user`. */
export const user = (core: Core): UserNamespace => ({ ...observe(core, 'user'), ...userCalls(core) })
