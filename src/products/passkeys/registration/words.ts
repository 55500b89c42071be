import { words as rows } from '../../../ui/words/listWords.ts'

/** Messages of the screens that create and list passkeys. */
export const words = {
  ...rows,
  'passkey.registrationStart.title': 'Set up a new Passkey',
  'passkey.registrationStart.subtitle': 'Log in faster, without a password',
  'passkey.registrationStart.description': 'A Passkey lets you log in with your fingerprint, face or screen lock.',
  'passkey.registrationStart.error.noUser': 'Error: Cannot use PasskeyRegistration component without active user authenticated.',
  'passkey.registrationStart.error.unsupported': 'This browser does not support Passkeys. Open this page in another browser to create one.',
  'button.skip': 'Skip',
  'error.passkeyNotCreated': 'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.',
  'passkey.registrationSuccess.title': 'Passkey successfully created!',
  'passkey.registrationSuccess.existingPasskeys': 'Existing Passkeys',
  'passkey.registrationSuccess.setupAnother': 'Set up another Passkey',
  'passkey.registrationSuccess.deleteWarning': 'Once deleted, the passkey cannot be restored.',
  'passkey.none': 'You have no passkeys yet.',
  'passkey.setUp': 'Set up a Passkey',
  'passkey.deleteNamed': 'Delete “{name}”',
  'button.delete': 'Delete',
  'button.done': 'Done',
} as const
