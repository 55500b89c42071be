/** Error types that say that nobody is signed in: the unrecoverable ones (spec section 8, row 19). */
const types = ['unauthorized_credentials', 'user_unauthenticated', 'invalid_secret_authentication', 'session_not_found']

export const saysSignedOut = (error_type: unknown): boolean => types.includes(error_type as string)
