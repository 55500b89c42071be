import * as api from '../../../api/webauthn.ts'
import { listensForUnknown, signalUnknown } from '../../../browser/webauthn.ts'
import type { Core } from '../../../client/core.ts'
import { userCalls } from '../../../client/userCalls.ts'
import type { Passkey } from './usePasskeys.ts'

/**
 * Deletes a passkey at the provider, and tells the browser to stop offering it. The provider does not say which credential belongs to a registration: it is
 * the one that the provider accepts before the deletion and not after it. Only that one is reported to the browser, so that no valid passkey is hidden.
 */
export async function deletePasskey(core: Core, { webauthn_registration_id, domain }: Passkey): Promise<void> {
  const accepted = async (): Promise<string[] | undefined> => {
    if (!listensForUnknown()) return
    try {
      const body = { domain, return_passkey_credential_options: true }
      const { public_key_credential_request_options: json } = await core.send(api.authenticateStart, body, { factor: 'secondary' })
      return (JSON.parse(json).allowCredentials as { id: string }[]).map(({ id }) => id)
    } catch {}
  }
  const before = await accepted()
  await userCalls(core).deleteWebauthnRegistration(webauthn_registration_id)
  const after = before && (await accepted())
  if (after) for (const id of before) if (!after.includes(id)) signalUnknown(domain, id)
}
