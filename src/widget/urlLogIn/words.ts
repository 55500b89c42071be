/** Messages for a visitor who comes back from a link or a provider with a token. */
export const words = {
  'login.loading': 'Logging in...',
  'password.reset.loggingInProgress': 'Logging in...',
  'success.title': 'Success!',
  'login.success.content': 'You have successfully logged in.',
  'error.title': 'Looks like there was an error!',
} as const
