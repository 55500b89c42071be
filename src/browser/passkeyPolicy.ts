import { safeDocument } from './safeDocument.ts'

/** What Chromium says about the page's Permissions-Policy; other browsers do not. */
type PolicyDocument = Document & { featurePolicy?: { allowsFeature(name: string): boolean } }

let warned = ''

/**
 * Returns whether the page, and the pages around it, let it use passkeys (WebAuthn, section 5.9).
 * The console names the header if they do not.
 */
export const allowsPasskeys = (action: 'create' | 'get' = 'get'): boolean => {
  const feature = 'publickey-credentials-' + action
  const isAllowed = (safeDocument as PolicyDocument).featurePolicy?.allowsFeature(feature) !== false
  if (!isAllowed && warned !== feature) console.warn(`[Latchkey] Permissions-Policy forbids ${(warned = feature)}.`)
  return isAllowed
}
