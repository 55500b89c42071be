/** Messages about failures; ids of wire/messages.json, but for the two general ones. */
export const words = {
  'error.invalidEmail': 'Email format is invalid.',
  'error.invalidPhoneNumber': 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
  'error.unsubscribedPhoneNumber':
    'This phone number is unsubscribed from our messages. Text START to the number they come from to subscribe again.',
  'error.inactiveEmail':
    'The email address is marked as inactive. Please try another email address, or contact your admin if you think this is a mistake.',
  'error.unauthorizedCredentials': 'Unauthorized credentials.',
  'error.userUnauthenticated': 'Must have an active session to call this method. Have you logged in yet?',
  'error.emailNotFound': 'Email not found.',
  'error.unableToAuthMagicLink':
    'The magic link could not be authenticated because it was either already used or expired. Please try again.',
  'error.noUserPassword': 'Password not found for this user. Please try again.',
  'error.breachedPassword': 'Password appears in the list of breached passwords and must be reset.',
  'error.resetPassword': 'Password must be reset.',
  'error.oauthTokenNotFound': 'OAuth Token could not be found.',
  'error.invalidCode': 'Code format is invalid, please try again.',
  'error.memberPasswordNotFound': 'Member password not found.',
  'error.oauthFlowCallbackError': 'An error was encountered in the callback of the OAuth flow. Please try again.',
  'error.unauthorizedAction': 'Unauthorized action.',
  'error.userLockLimitReached': 'Too many failed authentication attempts. Please try again later.',
  'error.invalidSessionToken': 'Invalid session token.',
  'error.sessionNotFound': 'Session not found.',
  'error.invalidPhoneNumberCountryCode': "The phone number's country code is invalid, unsupported, or disabled.",
  'error.otpCodeNotFound': 'Invalid passcode, please try again.',
  'error.duplicatePhoneNumber': 'A member with the specified phone number already exists for this organization.',
  'error.unreachable': 'Unable to contact our servers.',
  'error.unexpected': 'Something went wrong. Please try again.',
}
