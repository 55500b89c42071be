/** The message of the passkey button. */
export const words = {
  'button.loginWithPasskey': 'Login with a Passkey',
} as const
