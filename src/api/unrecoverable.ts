/** Error types after which a session cannot be saved (spec section 8). */
export const UNRECOVERABLE_ERROR_TYPES: readonly string[] = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]

/** Whether an error says that the session is beyond saving. */
export const isUnrecoverable = (error: unknown): boolean =>
  UNRECOVERABLE_ERROR_TYPES.includes((error as { error_type?: string } | undefined)?.error_type as string)
