import type { UserNamespace } from './ConsumerClient.ts'
import type { Core } from './core.ts'
import { observe } from './session/observe.ts'
import { users } from './users.ts'

/** `client.user`: whoever is signed in. */
export const user = (core: Core): UserNamespace => ({ ...observe(core, 'user'), ...users(core) })
