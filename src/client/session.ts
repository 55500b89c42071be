import { LatchkeySDKUsageError } from '../api/usageError.ts'
import type { SessionNamespace } from './ConsumerClient.ts'
import type { Core } from './core.ts'
import { heldSession } from './heldSession.ts'
import { sessionCalls } from './sessionCalls.ts'

/** `client.session`: the session of whoever is signed in. A client keeps and refreshes its session without this part, too. */
export const session = (core: Core): SessionNamespace => ({
  ...heldSession(core, (method, message) => new LatchkeySDKUsageError(method, message)),
  ...sessionCalls(core),
})
