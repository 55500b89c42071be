import type { Strings } from '../widget/messages.ts'

/**
 * English in plain words, for `strings`: "Wrong email or password." in place of "Unauthorized
 * credentials." It has only the texts that differ from the built-in ones, which the provider words.
 * Use it where the widget speaks English, because `strings` takes precedence over `language`.
 */
export const enPlain = {
  lang: 'en',
  dir: 'ltr',

  // every widget
  'error.unreachable': 'We cannot reach our servers. Check your connection and try again.',
  'success.next': 'Taking you to {projectName}…',

  // several methods
  'config.error.linksAndCodes': 'Links and codes by email cannot be used together.',
  'config.error.passkeysAlone': 'Passkeys cannot be used alone: add another product to the config.',

  // errors
  'error.invalidEmail': 'Enter a valid email address.',
  'error.invalidPhoneNumber': 'Check the phone number, including the country code.',
  'error.inactiveEmail': 'This email address is not active. Try another one, or contact your admin if you think this is a mistake.',
  'error.unauthorizedCredentials': 'Wrong email or password.',
  'error.userUnauthenticated': 'Your session has ended. Log in again.',
  'error.emailNotFound': 'We could not find that email address.',
  'error.unableToAuthMagicLink': 'This link was already used or has expired. Send yourself a new one.',
  'error.noUserPassword': 'This account has no password. Log in another way.',
  'error.breachedPassword': 'This password has appeared in a data leak. Set a new one.',
  'error.resetPassword': 'You need to set a new password.',
  'error.oauthTokenNotFound': 'We could not finish logging you in. Try again.',
  'error.invalidCode': 'Check the code and try again.',
  'error.memberPasswordNotFound': 'This account has no password.',
  'error.oauthFlowCallbackError': 'We could not log you in with that account. Try again.',
  'error.unauthorizedAction': 'You are not allowed to do that.',
  'error.userLockLimitReached': 'Too many failed attempts. Try again later.',
  'error.invalidSessionToken': 'Your session is no longer valid. Log in again.',
  'error.sessionNotFound': 'Your session has ended. Log in again.',
  'error.invalidPhoneNumberCountryCode': 'The country code of this phone number is wrong or not supported.',
  'error.otpCodeNotFound': 'This code is wrong or has expired. Try again.',
  'error.duplicatePhoneNumber': 'Another member of this organization already has this phone number.',
  'error.invalidResponse': 'Our servers did not answer properly. Try again.',
  'error.invalidJson': 'Our servers did not answer properly. Try again.',
  'error.noResponse': 'Our servers did not answer properly. Try again.',
  'error.schema': 'Our servers refused the request. Check what you entered.',

  // links with a token
  'login.loading': 'Logging you in…',
  'password.reset.loggingInProgress': 'Logging you in…',
  'login.success.content': 'You are logged in.',
  'error.title': 'That did not work',

  // email links
  'emailConfirmation.content': 'We sent an email to <bold>{email}</bold>.',

  // one-time codes
  'formField.otp.ariaLabel': '6-digit code',
  'formField.passcode.status.verifying': 'Checking the code…',
  'errors.invalidEmail': 'Enter a valid email address.',
  'passcode.title': 'Enter the code',
  'passcode.sentConfirmation': 'We sent a 6-digit code to <bold>{destination}</bold>.',
  'otp.success.content': 'Your code was correct.',

  // passwords
  'button.forgotPassword': 'Forgot your password?',
  'button.loginWithoutPassword': 'Log in without a password',
  'password.login.title': 'Log in',
  'password.forgot.content': 'We sent a link to <bold>{email}</bold>. Use it to reset your password.',
  'password.breached.content': 'Others may know your password. We sent a link to <bold>{email}</bold>. Use it to set a new password.',
  'password.resetRequired.title': 'Check your email to set a new password',
  'password.resetRequired.content': 'We sent a link to <bold>{email}</bold>. Use it to set a new password.',
  'password.setNew.title': 'Check your email',
  'password.setNew.content': 'We sent a login link to <bold>{email}</bold>.',
  'password.reset.loginWithoutPassword': 'Log in without a password',
  'password.strengthError.breached': 'This password has appeared in a data leak. Choose another one.',

  // passkeys
  'button.loginWithPasskey': 'Log in with a passkey',
  'error.passkeyRegistrationNotFound':
    'This passkey no longer belongs to an account. You may have deleted it from your account, but not from your password manager. Try another one.',
  'error.passkeyUnknown': 'We could not log you in with that passkey. Try again.',
  'passkey.success.content': 'You logged in with your passkey.',
  'passkey.created': 'A passkey was created for you. Next time, you can log in with your fingerprint, face or screen lock.',
  'passkey.registrationStart.title': 'Set up a new passkey',
  'passkey.registrationStart.description': 'A passkey lets you log in with your fingerprint, face or screen lock.',
  'passkey.registrationStart.error.noUser': 'Log in before you set up a passkey.',
  'passkey.registrationStart.error.unsupported': 'This browser does not support passkeys. Open this page in another browser to create one.',
  'button.createPasskey': 'Create a passkey',
  'error.duplicatePasskey': 'You seem to have a passkey here already. It may have been created on another device and synced to this one.',
  'error.passkeyNotCreated': 'Your passkey was not created. Click “Create a passkey” to try again, or skip this step.',
  'passkey.registrationSuccess.title': 'Passkey created',
  'passkey.registrationSuccess.existingPasskeys': 'Your passkeys',
  'passkey.registrationSuccess.setupAnother': 'Set up another passkey',
  'passkey.setUp': 'Set up a passkey',

  // wallets
  'crypto.wallet.continueWithOtherWallet': 'Continue with another crypto wallet',
  'crypto.connectWallet.title': 'Connecting to your wallet…',
  'crypto.connectWallet.instructionPopup': 'Answer the request in the window of your wallet.',
  'crypto.signMessage.title': 'Waiting for your signature…',
  'crypto.wallet.otherEthereum': 'Other Ethereum wallet',
  'crypto.wallet.otherSolana': 'Other Solana wallet',
  'crypto.error.title': 'That did not work',
  'crypto.error.connect': 'Could not connect to your wallet',
  'crypto.error.sign': 'Could not sign the message',
  'crypto.success.content': 'Your wallet is connected.',

  // consent to apps
  'idpConsent.signIn.title': 'Log in to {clientName} with {projectName}',
  'idpConsent.allowClientTo': '{clientName} wants to:',
  'idpConsent.defaultClientName': 'The app',
  'idpConsent.openid.details': 'View information stored in your account',
  'idpConsent.offline_access': 'Keep access to your data when you are not using the app',
  'idpConsent.custom': 'Use the permission {scope}',
  'idpConsent.noPermissionsToGrant': 'You cannot grant some of what {clientName} asks for.',
  'idpConsent.cannotGrantRequest': 'You cannot allow {clientName} to:',
  'idpConsent.denied': 'The app was not given access.',
  'idpConsent.noActiveSession': 'Log in to continue.',
  'idpConsent.missingParameter': 'The request lacks a parameter: {param}. Contact the developer of the app.',
  'idpConsent.unexpectedRedirect': 'We cannot take you back to the app. Contact its developer.',
} as const satisfies Strings

export default enPlain
