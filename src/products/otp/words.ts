/** Messages of the screens for codes, and of errors in the forms that send them. */
export const words = {
  'formField.otp.ariaLabel': 'Passcode, 6 digits',
  'formField.passcode.status.verifying': 'Verifying passcode...',
  'errors.invalidEmail': 'Invalid email address.',
  'error.invalidPhoneNumber': 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
  'passcode.title': 'Enter passcode',
  'passcode.sentConfirmation': 'A 6-digit passcode was sent to you at <bold>{destination}</bold>.',
  'passcode.expirationCountdown': 'Your code expires in {timeRemaining}.',
  'passcode.expired': 'Your code has expired.',
  'passcode.didntGetIt': "Didn't get it?",
  'passcode.resendCode': 'Resend code',
  'passcode.codeSent': 'Code sent',
  'toast.emailResent': 'Email resent',
  'success.title': 'Success!',
  'otp.success.content': 'Your passcode has been successfully verified.',
} as const
