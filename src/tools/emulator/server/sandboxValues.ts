/**
 * The values for tests that users and members share, as the provider's documentation lists them.
 * They work for the API of servers alone, as there.
 */
import { refuse } from '../requests/refusal.ts'

/** The address to which nothing is sent. */
export const SANDBOX_EMAIL = 'sandbox@stytch.com'

/**
 * Whether the token of a link is the one that works. Refuses those that are documented for an
 * error.
 */
export const isSandboxLink = (token: string) => {
  if (token === '3pzjQpgksDlGKWEwUq2Up--hCHC_0oamfLHyfspKDFU=') refuse('unable_to_auth_magic_link')
  if (token === 'CprTtwhnRNiMBiUS2jSLcWYrfuO2POeBNdo5HhW6qTM=') refuse('magic_link_not_found')
  return token === 'DOYoip3rvIMMW5lgItikFK-Ak1CfMsgjuiCyI7uuU94='
}
