import { oneTap } from '../../api/b2b/oauth.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import type { MemberCore } from './memberState.ts'

import { showPrompt, type OneTapOutcome, type PromptOptions } from '../oneTap/oneTapPrompt.ts'

/** Options of Google's One Tap prompt for a sign-in to one organization. */
export interface OrganizationPromptOptions extends PromptOptions {
  /** The id of the organization. */
  organization_id: string
  /** Where a member goes: a redirect URL of the project. Default: the project's default one. */
  login_redirect_url?: string
  /** Where a new member goes: a redirect URL of the project. Default: the project's default one. */
  signup_redirect_url?: string
}

/** Options of Google's One Tap prompt for a visitor who has yet to choose an organization. */
export interface DiscoveryPromptOptions extends PromptOptions {
  /** Where the visitor goes: a redirect URL of the project. Default: the project's default one. */
  discovery_redirect_url?: string
}

/**
 * Shows Google's One Tap prompt, and sends its result with `submit`: for one organization, or
 * before the choice of one.
 * @throws a usage error, as a rejection, if `submit` is for one organization and `organization_id`
 * is missing
 */
export const startOneTap = async (
  core: MemberCore,
  submit: typeof oneTap.submit | typeof oneTap.submitDiscovery,
  { onOneTapCancelled, cancel_on_tap_outside, ...body }: Partial<OrganizationPromptOptions> & DiscoveryPromptOptions,
): Promise<OneTapOutcome> => {
  if (hostChecks && submit === oneTap.submit && !body.organization_id)
    throw new LatchkeySDKUsageError(core.brand.method + '.oauth.googleOneTap.start', 'organization_id is a required argument')
  return showPrompt(
    core,
    () => ({
      start: async () => (await core.send(oneTap.start)).google_client_id,
      async submit(id_token) {
        const { code_challenge } = await (await core.proofKeys()).challenge('oauth')
        return core.send(submit as typeof oneTap.submitDiscovery, { id_token, ...body, pkce_code_challenge: code_challenge })
      },
    }),
    { onOneTapCancelled, cancel_on_tap_outside },
  )
}
