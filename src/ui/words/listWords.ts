/** The messages that the list of passkeys and the account share. */
export const words = {
  'button.createPasskey': 'Create a Passkey',
  'error.duplicatePasskey':
    'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.',
  'passkey.name.ariaLabel': 'Name',
  'passkey.new': 'New',
  'passkey.device': '{browser} on {system}',
  'button.more.ariaLabel': 'More',
  'button.rename.ariaLabel': 'Rename',
  'button.save.ariaLabel': 'Save',
  'button.cancel': 'Cancel',
} as const
