/** The error types that say that nobody is signed in. */
const types = ['unauthorized_credentials', 'user_unauthenticated', 'invalid_secret_authentication', 'session_not_found']

/**
 * Returns whether an `error_type` says that nobody is signed in, so that trying again does not
 * help.
 */
export const isSignedOutError = (error_type: unknown): boolean => types.includes(error_type as string)
