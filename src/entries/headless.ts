export { createClient } from '../client/createClient.ts'
export { HeadlessClient } from '../client/HeadlessClient.ts'
export { authenticateByUrl, parseAuthenticateUrl } from '../client/urlParts.ts'
export { cryptoWallets } from '../client/cryptoWallets.ts'
export { idp } from '../client/idp.ts'
export { impersonation } from '../client/impersonation.ts'
export { magicLinks } from '../client/magicLinks.ts'
export { oauth } from '../client/oauth.ts'
export { otps } from '../client/otps.ts'
export { passwords } from '../client/passwords.ts'
export { rbac } from '../client/rbac.ts'
export { session } from '../client/session/namespace.ts'
export { totps } from '../client/totps.ts'
export { user } from '../client/user.ts'
export { webauthn } from '../client/webauthn.ts'
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
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams, type Parsed } from '../client/idpParams.ts'
export type { BareClient, Client, Part, PartName, Parts } from '../client/createClient.ts'
export type * from '../client/publicTypes.ts'
