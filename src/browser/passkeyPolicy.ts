import { safeDocument } from './safeDocument.ts'

/** What Chromium says about the page's Permissions-Policy; other browsers do not. */
type PolicyDocument = Document & { featurePolicy?: { allowsFeature(name: string): boolean } }

let warned = ''

/**
 * Whether the page, and the pages around it, let it use passkeys (WebAuthn, section 5.9). The
 * console names the header if they do not.
 */
export const allowsPasskeys = (action: 'create' | 'get'): boolean => {
  const feature = 'publickey-credentials-' + action
  // a server that renders the form has no document
  const policy = typeof Document === 'function' ? (safeDocument as PolicyDocument).featurePolicy : undefined
  const isAllowed = policy?.allowsFeature(feature) !== false
  if (!isAllowed && warned !== feature) console.warn(`[Latchkey] Permissions-Policy forbids ${(warned = feature)}.`)
  return isAllowed
}
