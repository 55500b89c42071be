import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import type { SessionNamespace } from '../ConsumerClient.ts'
import type { Core } from '../core.ts'
import { localSession } from './local.ts'
import { sessionCalls } from './remote.ts'

/** Creates `client.session`. A client keeps and refreshes its session without this part, too. */
export const session = (core: Core): SessionNamespace => ({
  ...localSession(core, (method, message) => new LatchkeySDKUsageError(method, message)),
  ...sessionCalls(core),
})
