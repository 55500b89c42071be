export { HeadlessClient } from './client/HeadlessClient.ts'
export {
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeyError,
  LatchkeySDKError,
} from './api/errors.ts'
export { LatchkeySDKUsageError } from './api/usageError.ts'
export { UNRECOVERABLE_ERROR_TYPES } from './api/unrecoverable.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams, type Parsed } from './client/idpParams.ts'
export type * from './client/public.ts'
