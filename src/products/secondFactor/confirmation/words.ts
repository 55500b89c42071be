/** Messages of the dialog in which a visitor who is signed in confirms that it is them. */
export const words = {
  'secondFactor.title': "Confirm it's you",
  'secondFactor.totp.content': 'Enter the 6-digit code that your authenticator app shows.',
  'secondFactor.continue': 'Continue',
  'secondFactor.anotherWay': 'Use another way',
  'secondFactor.way.totp': 'Authenticator app',
  'formField.password.label': 'Password',
  'button.cancel': 'Cancel',
  'confirm.content': 'You logged in a while ago. Show that it is still you, then you can go on.',
  'confirm.passkey': 'Use a passkey',
  'confirm.passkeyFailed': 'Your passkey was not used. Try again, or use another way.',
  'confirm.code': 'Send a code to {destination}',
} as const
