/**
 * The error types that say that the code of an authenticator app is wrong or was used, so that the
 * visitor needs another.
 */
export const wrongAppCodeErrors: readonly string[] = ['unable_to_authenticate_totp', 'totp_code_already_authenticated', 'invalid_code']
