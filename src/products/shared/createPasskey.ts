import type { WebauthnNamespace } from '../../client/namespaces/webauthn.ts'
import type { WebauthnAuthenticated } from '../../client/passkeys/passkeySteps.ts'
import type { Ui } from '../../ui/context.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'

/**
 * Creates a passkey for the visitor who is signed in. Resolves with undefined if they have to
 * confirm their email address first (`prove`), or if the browser wanted another press after they
 * had done so (`resumed`).
 */
export async function createPasskey(
  { config, minutes, visit }: Ui,
  { register }: Pick<WebauthnNamespace, 'register'>,
  prove: () => void,
  resumed: unknown,
): Promise<WebauthnAuthenticated | undefined> {
  try {
    return await register({
      domain: optionsOf(config, 'passkeyOptions').domain,
      is_passkey: true,
      session_duration_minutes: minutes,
      signal: visit.peek().signal,
    })
  } catch (error) {
    const { error_type, code } = error as { error_type?: string; code?: string }
    if (error_type === 'email_verification_required') prove()
    else if (!resumed || code !== 'passkey_cancelled') throw error
  }
}
