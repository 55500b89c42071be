// The types that every entry with screens exports.
import type * as errors from '../api/errors.ts'
import type * as usage from '../api/usageError.ts'

// The error classes are not part of widget.js, so these are only types: an error's `code` says
// which it is.
export type { ConsentError, OAuthErrorType, UncodedError } from '../api/errors.ts'
/** The provider refused the call; `error_type` says why. */
export type LatchkeyAPIError = errors.LatchkeyAPIError
/** The body of the call does not match the provider's schema. */
export type LatchkeyAPISchemaError = errors.LatchkeyAPISchemaError
/** There was no answer (`unreachable`), or not one of the provider's (`invalid_response`). */
export type LatchkeyAPIUnreachableError = errors.LatchkeyAPIUnreachableError
/**
 * Something went wrong on the page or the device: a passkey prompt that was closed, One Tap that
 * cannot be set up.
 */
export type LatchkeySDKError = errors.LatchkeySDKError
/**
 * A method was called with an argument that it cannot work with, or on a client that was destroyed.
 */
export type LatchkeySDKUsageError = usage.LatchkeySDKUsageError
/** What `onError` receives, and what calls reject with: a union, which `code` tells apart. */
export type LatchkeyError = errors.LatchkeyError
export type * from '../ui/host/config.ts'
export type { Callbacks, WidgetEvent, WidgetEvents } from '../ui/host/events.ts'
export type {
  AccountProps,
  ConfirmProps,
  HostProps,
  IdentityProviderProps,
  LoginProps,
  ResetPasswordProps,
  SecondFactorProps,
} from './hostProps.ts'
export type { MessageId, Strings } from './messages.ts'
export type { Mounted } from './mount.tsx'
