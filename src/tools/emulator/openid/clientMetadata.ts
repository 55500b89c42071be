/**
 * What an app says about itself, when it registers or in its own document (RFC 7591, section 2).
 */
import * as v from 'valibot'
import { optionalText } from '../requests/fields.ts'
import type { SeedClient } from './connectedApps.ts'
import { redirectUriFault } from './redirectUris.ts'

/** The error codes of RFC 7591, section 3.2.2. */
export type MetadataErrorCode = 'invalid_redirect_uri' | 'invalid_client_metadata'

const authenticationMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

const webUrl = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be a URL of a web page'),
  ),
)

const schema = v.object({
  redirect_uris: v.array(v.string()),
  client_name: optionalText,
  client_uri: webUrl,
  logo_uri: webUrl,
  // The provider's default. That of RFC 7591 is client_secret_basic.
  token_endpoint_auth_method: v.optional(v.picklist(authenticationMethods), 'none'),
})

/** What an app said about itself, as far as the provider uses it. */
export type ClientMetadata = v.InferOutput<typeof schema>

/** Reads what an app says about itself. `refuse` ends the request, or throws. */
export const readClientMetadata = (input: unknown, refuse: (error: MetadataErrorCode, description: string) => never): ClientMetadata => {
  const { success, output, issues } = v.safeParse(schema, input)
  if (!success) {
    const path = v.getDotPath(issues[0])
    const isUri = path?.startsWith('redirect_uris')
    return refuse(isUri ? 'invalid_redirect_uri' : 'invalid_client_metadata', `${path ?? 'The metadata'} is missing or not valid.`)
  }
  if (output.redirect_uris.length === 0) return refuse('invalid_redirect_uri', 'There is no redirect URI.')
  for (const uri of output.redirect_uris) {
    const fault = redirectUriFault(uri)
    if (fault !== undefined) return refuse('invalid_redirect_uri', fault)
  }
  return output
}

/** The provider has all of these apps use the same flow. */
export const fixedMetadata = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }

/** The app that this metadata describes. Pure. */
export const toClient = ({ client_name = '', logo_uri, redirect_uris, token_endpoint_auth_method }: ClientMetadata): SeedClient => ({
  client_name,
  client_type: token_endpoint_auth_method === 'none' ? 'third_party_public' : 'third_party',
  logo_url: logo_uri,
  redirect_uris,
})
