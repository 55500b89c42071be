/** For which servers an app's tokens are (RFC 8707). */
import { refuseOAuth } from './oauthAnswer.ts'

/**
 * Whether a text can name a server: an absolute URI without a fragment (RFC 8707, section 2). Pure.
 */
export const isResource = (text: string) => URL.canParse(text) && !text.includes('#')

/**
 * The servers that a token is for: all to which the visitor has consented, or those of them that
 * the app names (RFC 8707, section 2.2). Refuses any other.
 */
export const chooseResources = (consentedResources: readonly string[], requestedResources: readonly string[]) => {
  if (!requestedResources.every((resource) => consentedResources.includes(resource)))
    return refuseOAuth('invalid_target', 'The visitor has not consented to this resource.')
  return requestedResources.length === 0 ? consentedResources : requestedResources
}
