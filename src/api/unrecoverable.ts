/** The values of `error_type` that end the session. */
export const UNRECOVERABLE_ERROR_TYPES: readonly string[] = [
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
]

/** Returns whether an error means that the session has ended. */
export const isUnrecoverable = (error: unknown): boolean =>
  UNRECOVERABLE_ERROR_TYPES.includes((error as { error_type?: string } | undefined)?.error_type as string)
