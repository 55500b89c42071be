/** What a visitor reads when a passkey came by itself. */
export const words = {
  'passkey.created': 'A Passkey was created for you. Next time, you can log in with your fingerprint, face or screen lock.',
} as const
