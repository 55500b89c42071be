import type { Core } from '../../../client/core.ts'

/** Ends the session, here in any case: whoever is to leave must not be kept by a provider that does not answer (spec section 4). */
export const endSession = async (core: Core): Promise<unknown> =>
  (await (await core.engine()).life()).revoke({ forceClear: true }).catch(() => {})
