/** The message of the passkey button. */
export const words = {
  'button.loginWithPasskey': 'Login with a Passkey',
} as const

/** The same in plain English, which a first screen cannot wait for (widget/plainWords.ts). */
export const plainWords = { 'button.loginWithPasskey': 'Log in with a passkey' } as const
