import type { UserNamespace } from './ConsumerClient.ts'
import type { Core } from './core.ts'
import { observed } from './observed.ts'
import { users } from './users.ts'

/** `client.user`: whoever is signed in. */
export const user = (core: Core): UserNamespace => ({ ...observed(core, 'user'), ...users(core) })
