/** Messages of the screens that create and list passkeys. */
export const words = {
  'passkey.registrationStart.title': 'Set up a new Passkey',
  'passkey.registrationStart.subtitle': 'Log in faster, without a password',
  'passkey.registrationStart.description': 'A Passkey lets you log in with your fingerprint, face or screen lock.',
  'passkey.registrationStart.error.noUser': 'Error: Cannot use PasskeyRegistration component without active user authenticated.',
  'passkey.registrationStart.error.unsupported': 'This browser does not support Passkeys. Open this page in another browser to create one.',
  'button.createPasskey': 'Create a Passkey',
  'button.skip': 'Skip',
  'error.duplicatePasskey':
    'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.',
  'error.passkeyNotCreated': 'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.',
  'passkey.registrationSuccess.title': 'Passkey successfully created!',
  'passkey.registrationSuccess.existingPasskeys': 'Existing Passkeys',
  'passkey.registrationSuccess.setupAnother': 'Set up another Passkey',
  'passkey.registrationSuccess.deleteWarning': 'Once deleted, the passkey cannot be restored.',
  'passkey.name.ariaLabel': 'Name',
  'passkey.none': 'There are none yet.',
  'button.rename.ariaLabel': 'Rename',
  'button.save.ariaLabel': 'Save',
  'button.delete': 'Delete',
  'button.cancel': 'Cancel',
  'button.done': 'Done',
} as const
