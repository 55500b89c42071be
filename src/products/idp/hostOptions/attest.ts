import type { Core } from '../../../client/core.ts'
import type { ConsentStep } from '../../../ui/map.ts'

/** How long a session lasts that is made of a trusted token, in minutes (spec section 9). */
const ATTESTED = 60

/** Makes a session of the host's trusted token, in place of any other, whose sign-out may fail (spec section 4, row 11). */
export async function attest({ tokens, customEndpoint }: Core, { client: { session }, authTokenParams }: ConsentStep['by']): Promise<void> {
  if (tokens.get('session_token') || customEndpoint) await session.revoke({ forceClear: true }).catch(() => {})
  const { tokenProfileID, trustedAuthToken } = authTokenParams!
  await session.attest({ profile_id: tokenProfileID, token: trustedAuthToken, session_duration_minutes: ATTESTED })
}
