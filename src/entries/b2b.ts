export { B2BHeadlessClient } from '../client/b2b/B2BHeadlessClient.ts'
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
export type * from '../client/b2b/publicTypes.ts'
