/** Messages for a visitor who comes back from another provider without a log-in. */
export const words = {
  'oauth.return.cancelled': '{provider}: cancelled. Try again, or choose another way.',
  'oauth.return.failed': '{provider} could not log you in. Try again, or choose another way.',
  'oauth.return.expired': 'The log-in with {provider} took too long. Start it again.',
  'oauth.return.notLinked': 'You have an account with this email address already. Log in the way you did before, then link {provider}.',
  'oauth.return.noEmail': '{provider} did not tell us your email address. Choose another way.',
} as const
