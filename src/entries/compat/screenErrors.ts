import { LatchkeySDKUsageError } from '../../api/usageError.ts'
import { IDPOAuthFlowMissingParamError, NoCurrentSessionError } from './nativeErrors.ts'
import { providerError, StytchSDKUsageError } from './providerErrors.ts'

/**
 * Does the same as {@link providerError}, for the client with screens: some of its errors are of
 * other classes in the provider's SDK.
 */
export const screenError = (error: unknown): unknown => {
  const { code, message, options } = (error || {}) as { code?: string; message?: string; options?: unknown }
  if (code === 'no_current_session') return new NoCurrentSessionError()
  if (code === 'idp_oauth_flow_missing_param') return new IDPOAuthFlowMissingParamError(`${options}`)
  // `session.updateSession` throws a plain error, because the class does not fit into the first
  // screen
  const [, method, words] =
    (code === 'usage' && !(error instanceof LatchkeySDKUsageError) && /^Invalid call to (.*)\n(.*)$/.exec(message!)) || []
  return words ? new StytchSDKUsageError(method!, words) : providerError(error)
}
