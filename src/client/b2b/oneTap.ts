import { oneTap as api } from '../../api/b2b/oauth.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import type { Core } from '../core.ts'
import type { OneTapOutcome } from '../oauth.ts'
import { showPrompt, type PromptOptions } from '../oneTapPrompt.ts'

/** What a host may say of Google's prompt to the members of an organization (wire.md 1.8). */
export interface OrganizationPrompt extends PromptOptions {
  organization_id: string
  login_redirect_url?: string
  signup_redirect_url?: string
}

/** The same for who has yet to choose one. */
export interface DiscoveryPrompt extends PromptOptions {
  discovery_redirect_url?: string
}

/**
 * Shows Google's prompt, and hands in what it gives: for the one organization, or for the choice of one.
 * @throws a usage error, as a rejection, where the one organization is not named
 */
export const startOneTap = async (
  core: Core,
  submit: typeof api.submit | typeof api.submitDiscovery,
  { onOneTapCancelled, cancel_on_tap_outside, ...body }: Partial<OrganizationPrompt> & DiscoveryPrompt,
): Promise<OneTapOutcome> => {
  if (hostChecks && submit === api.submit && !body.organization_id)
    throw new LatchkeySDKUsageError(core.brand.method + '.oauth.googleOneTap.start', 'organization_id is a required argument')
  return showPrompt(
    core,
    () => ({
      start: async () => (await core.send(api.start)).google_client_id,
      async submit(id_token) {
        const { code_challenge } = await (await (await core.engine()).proofKeys()).challenge('oauth')
        return core.send(submit as typeof api.submitDiscovery, { id_token, ...body, pkce_code_challenge: code_challenge })
      },
    }),
    { onOneTapCancelled, cancel_on_tap_outside },
  )
}
