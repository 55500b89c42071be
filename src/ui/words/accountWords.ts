/** Messages that the account and the screens that it leads to share. */
export const words = {
  'account.addEmail': 'Add an email address',
  'account.addPhoneNumber': 'Add a phone number',
  'account.addAuthenticatorApp': 'Set up an authenticator app',
  'account.recoveryCodes': 'Recovery codes',
} as const
