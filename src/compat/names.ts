// What all drop-in entries export under the provider's own names.
export {
  StytchAPIError,
  StytchAPISchemaError,
  StytchAPIUnreachableError,
  StytchError,
  StytchSDKError,
  StytchSDKUsageError,
} from './providerErrors.ts'
export { UNRECOVERABLE_ERROR_TYPES } from '../api/unrecoverable.ts'
export * from './constants.ts'
export * from './legacyErrors.ts'
export * from './nativeErrors.ts'
export type * from '../client/public.ts'
export type * from './types.ts'
export type * from './b2b/types.ts'
// where a name of ours is another type
export type { OAuthStartOptions } from './b2b/types.ts'
export type { OtpOptions, SessionOptions } from './types.ts'
