export { createClient } from '../client/createClient.ts'
export { HeadlessClient } from '../client/HeadlessClient.ts'
export { authenticateByUrl, parseAuthenticateUrl } from '../client/url/urlParts.ts'
export { cryptoWallets } from '../client/namespaces/cryptoWallets.ts'
export { idp } from '../client/namespaces/idp.ts'
export { impersonation } from '../client/namespaces/impersonation.ts'
export { magicLinks } from '../client/namespaces/magicLinks.ts'
export { oauth } from '../client/namespaces/oauth.ts'
export { otps } from '../client/namespaces/otps.ts'
export { passwords } from '../client/namespaces/passwords.ts'
export { rbac } from '../client/namespaces/rbac.ts'
export { session } from '../client/session/namespace.ts'
export { totps } from '../client/namespaces/totps.ts'
export { user } from '../client/namespaces/user.ts'
export { webauthn } from '../client/namespaces/webauthn.ts'
export {
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeyError,
  LatchkeySDKError,
  type ConsentError,
  type OAuthErrorType,
  type UncodedError,
} from '../api/errors.ts'
export { LatchkeySDKUsageError } from '../api/usageError.ts'
export { UNRECOVERABLE_ERROR_TYPES } from '../api/unrecoverable.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams, type Parsed } from '../client/url/idpParams.ts'
export type { BareClient, Client, Part, PartName, Parts } from '../client/createClient.ts'
export type * from '../client/publicTypes.ts'
