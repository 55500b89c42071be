/** Messages of a log-in with a passkey. */
export const words = {
  'error.passkeyRegistrationNotFound':
    'Passkey registration not found. You may have deleted the passkey from your account but not password manager. Please try again.',
  'error.passkeyUnknown': 'Unknown error occurred during passkey authentication. Please try again.',
  'success.title': 'Success!',
  'passkey.success.content': 'Your Passkey has been successfully authenticated.',
} as const
