import type { Core } from '../../client/core.ts'

/**
 * Ends the session, in this browser even if the provider cannot be reached
 * (docs/decisions/README.md#log-out-always-ends-the-session-here).
 */
export const endSession = async (core: Core): Promise<unknown> => (await core.life()).revoke({ forceClear: true }).catch(() => {})
