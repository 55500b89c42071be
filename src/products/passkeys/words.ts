/** The message of the button for passkeys. */
export const words = {
  'button.loginWithPasskey': 'Login with a Passkey',
}
