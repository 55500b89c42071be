/** Messages of the screens for codes, and of errors in the forms that send them. */
export const words = {
  'errors.invalidEmail': 'Invalid email address.',
  'error.invalidPhoneNumber': 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
  'passcode.title': 'Enter passcode',
  'toast.emailResent': 'Email resent',
  'success.title': 'Success!',
  'otp.success.content': 'Your passcode has been successfully verified.',
} as const
