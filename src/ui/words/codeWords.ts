/** Messages of every screen that asks for a code. */
export const words = {
  'formField.otp.ariaLabel': 'Passcode, 6 digits',
  'formField.passcode.status.verifying': 'Verifying passcode...',
  'passcode.sentConfirmation': 'A 6-digit passcode was sent to you at <bold>{destination}</bold>.',
  'passcode.expirationCountdown': 'Your code expires in {timeRemaining}.',
  'passcode.expired': 'Your code has expired.',
  'passcode.didntGetIt': "Didn't get it?",
  'account.change': 'Change',
  'passcode.resendIn': 'Resend in {timeRemaining}',
  'passcode.resendCode': 'Resend code',
  'passcode.codeSent': 'Code sent',
} as const
