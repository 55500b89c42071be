// The exports, under the provider's names, that all drop-in entries have.
export {
  StytchAPIError,
  StytchAPISchemaError,
  StytchAPIUnreachableError,
  StytchError,
  StytchSDKError,
  StytchSDKUsageError,
} from './providerErrors.ts'
export { UNRECOVERABLE_ERROR_TYPES } from '../../api/unrecoverable.ts'
export * from './constants.ts'
export * from './legacyErrors.ts'
export * from './nativeErrors.ts'
export type * from '../../client/publicTypes.ts'
export type * from './types.ts'
export type * from './b2b/types.ts'
// Latchkey uses these names for other types
export type { OAuthStartOptions } from './b2b/types.ts'
export type { OtpOptions, SessionOptions } from './types.ts'
