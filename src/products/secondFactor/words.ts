/** Messages of the screens that ask for a second factor. */
export const words = {
  'secondFactor.title': "Confirm it's you",
  'secondFactor.totp.content': 'Enter the 6-digit code that your authenticator app shows.',
  'secondFactor.sms.content': 'We can text a code to your phone, <number>{number}</number>.',
  'secondFactor.sms.send': 'Send code',
  'secondFactor.recoveryCode.content':
    'Enter one of the recovery codes that you saved when you set up your authenticator app. Each code works once.',
  'secondFactor.continue': 'Continue',
  'secondFactor.anotherWay': 'Use another way',
  'secondFactor.way.totp': 'Authenticator app',
  'secondFactor.way.sms': 'Text message to <number>{number}</number>',
  'secondFactor.way.recoveryCode': 'Recovery code',
  'secondFactor.recovered.title': 'Recovery code accepted',
  'secondFactor.recovered.content':
    'This recovery code cannot be used again. If you have lost your authenticator app, remove it from your account and set up a new one.',
  'secondFactor.trustDevice': 'Trust this device',
  'secondFactor.expired': 'This log-in has expired, because it took too long. Please log in again.',
  'secondFactor.success.content': "You have confirmed that it's you.",
  'secondFactor.none': 'Your account has no second way to confirm that it is you. Add one in your account, then come back here.',
  'secondFactor.noUser': 'You are not logged in. Log in first.',
  'secondFactor.error.totp': 'This is not the code that your app shows now. Please try the next one.',
  'secondFactor.error.usedCode': 'This code was already used. Please wait for the next one.',
  'secondFactor.error.recoveryCode': 'This recovery code is wrong or was already used.',
  'login.success.content': 'You have successfully logged in.',
  'success.title': 'Success!',
} as const
