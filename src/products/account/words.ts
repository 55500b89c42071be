import { words as scopeWords } from '../shared/scopeWords.ts'

/** Messages of the screens with what belongs to the account. */
export const words = {
  ...scopeWords,
  'account.title': 'Your account',
  'account.noUser': 'Log in to see your account.',
  'account.emails': 'Email addresses',
  'account.phoneNumbers': 'Phone numbers',
  'account.passkeys': 'Passkeys',
  'account.authenticatorApp': 'Authenticator app',
  'account.providers': 'Linked accounts',
  'account.wallets': 'Wallets',
  'account.connectedApps': 'Connected apps',
  'account.unconfirmed': 'Not confirmed',
  'account.removeQuestion': 'Remove {name}?',
  'account.lastWayIn': 'This is your only way to log in. Add another one before you remove it.',
  'account.passkeyNotCreated': 'Your passkey was not created. Please try again.',
  'account.added': '{name} was added.',
  'button.remove': 'Remove',
} as const
