import type { Strings } from './messages.ts'

/**
 * The texts of a log-in in Latchkey's own words, which a widget with a `backend` has by default:
 * "Wrong email or password. Try again." instead of "Unauthorized credentials." Only those that
 * differ from the built-in texts, which are the provider's.
 */
export const plainWords = {
  // every widget
  'error.unreachable': 'We cannot reach our servers. Check your connection and try again.',
  'success.title': 'All set',
  'success.next': 'Taking you to {projectName}…',

  // several methods
  'crypto.wallet.continueWithOtherWallet': 'Continue with another crypto wallet',
  'config.error.linksAndCodes': 'Links and codes by email cannot be used together. Remove one of the two from the config.',
  'config.error.passkeysAlone': 'Passkeys need a second way to log in. Add another product to the config.',

  // errors
  'ownWindow.content': 'Inside another site, your browser would not keep your log-in. Continue in a window of its own.',
  'error.invalidEmail': 'Enter a valid email address.',
  'error.invalidPhoneNumber': 'Check the phone number, including the country code.',
  'error.inactiveEmail': 'This email address is not active. Try another one, or contact your admin if you think this is a mistake.',
  'error.unauthorizedCredentials': 'Wrong email or password. Try again.',
  'error.userUnauthenticated': 'Your session has ended. Log in again.',
  'error.emailNotFound': 'We could not find that email address. Check it, or use another one.',
  'error.unableToAuthMagicLink': 'This link was already used or has expired. Send yourself a new one.',
  'error.noUserPassword': 'This account has no password. Log in another way.',
  'error.breachedPassword': 'This password has appeared in a data leak. Set a new one.',
  'error.resetPassword': 'Your password no longer works. Set a new one.',
  'error.oauthTokenNotFound': 'We could not finish logging you in. Try again.',
  'error.invalidCode': 'Check the code and try again.',
  'error.memberPasswordNotFound': 'This account has no password. Log in another way.',
  'error.oauthFlowCallbackError': 'We could not log you in with that account. Try again.',
  'error.unauthorizedAction': 'You may not do that. If you think this is a mistake, contact us.',
  'error.userLockLimitReached': 'Too many failed attempts. Try again later.',
  'error.invalidSessionToken': 'Your session is no longer valid. Log in again.',
  'error.sessionNotFound': 'Your session has ended. Log in again.',
  'error.invalidPhoneNumberCountryCode':
    'The country code of this phone number is wrong or not supported. Check it, or use another number.',
  'error.otpCodeNotFound': 'This code is wrong or has expired. Check the digits, or get a new one.',
  'error.duplicatePhoneNumber': 'Another member of this organization already has this phone number. Use another one.',
  'error.emailNotVerified': 'Your email address is not confirmed yet. Open the link that we sent to it.',
  'error.logInAgain': 'Log in again to confirm that it is you.',
  'error.tooManyRequests': 'Too many attempts. Wait a moment, then try again.',
  'error.duplicateEmail': 'This email address already has an account. Log in with it, or use another one.',
  'error.weakPassword': 'This password is too weak. Choose another one.',
  'error.passwordTooLong': 'This password is too long. Choose a shorter one.',
  'error.lastWayIn': 'This is your only way to log in. Add another one before you remove it.',
  'error.logInNotAllowed': 'You may not log in here. If you think this is a mistake, contact us.',
  'error.signUpNotAllowed': 'You may not sign up with this address. Use another one, or contact us.',
  'error.signUpDisabled': 'New accounts cannot be created at the moment. If you have an account, log in.',
  'error.requestRefused': 'This is not possible at the moment. Try again later.',
  'error.noSecondFactor': 'Your account needs a second step that this page does not offer. Contact us.',
  'error.invalidResponse': 'Our servers did not answer properly. Try again.',
  'error.invalidJson': 'Our servers did not answer properly. Try again.',
  'error.noResponse': 'Our servers did not answer properly. Try again.',
  'error.schema': 'Our servers refused the request. Check what you entered.',
  'error.captchaRequired': 'We could not check that you are human. Turn off blockers for this page, then try again.',
  'error.unexpected': 'Something went wrong. Try again.',

  // links with a token
  'login.loading': 'Logging you in…',
  'password.reset.loggingInProgress': 'Logging you in…',
  'login.begun.content': 'Log in only if you started this yourself. Somebody else may want you to use their account.',
  'login.success.content': 'You are logged in.',
  'error.newCode': 'Enter your email to get a new code.',
  'error.title': 'That did not work',

  // email links
  'emailConfirmation.content': 'We sent an email to <bold>{email}</bold>.',
  'emailConfirmation.didntGetIt': 'Nothing arrived?',

  // other providers
  'oauth.return.cancelled': '{provider}: canceled. Try again, or choose another way.',
  'oauth.return.notLinked': 'You already have an account with this email address. Log in the way you did before, then link {provider}.',

  // one-time codes
  'formField.otp.ariaLabel': '6-digit code',
  'formField.passcode.status.verifying': 'Checking the code…',
  'errors.invalidEmail': 'Enter a valid email address.',
  'passcode.title': 'Enter the code',
  'passcode.sentConfirmation': 'We sent a 6-digit code to <bold>{destination}</bold>.',
  'passcode.expired': 'Your code has expired. Get a new one.',
  'passcode.didntGetIt': 'Nothing arrived?',
  'otp.success.content': 'Your code was correct.',

  // passwords
  'button.emailMagicLink': 'Email me a link',
  'button.emailOTP': 'Email me a code',
  'button.forgotPassword': 'Forgot your password?',
  'button.loginWithoutPassword': 'Log in without a password',
  'password.createAccount.content': 'Set a password to finish creating your account.',
  'password.login.title': 'Log in',
  'password.forgot.content': 'We sent a link to <bold>{email}</bold>. Use it to reset your password.',
  'password.breached.content': 'Others may know your password. We sent a link to <bold>{email}</bold>. Use it to set a new password.',
  'password.resetRequired.title': 'Check your email to set a new password',
  'password.resetRequired.content': 'We sent a link to <bold>{email}</bold>. Use it to set a new password.',
  'password.setNew.title': 'Check your email',
  'password.setNew.content': 'We sent a link to <bold>{email}</bold>. Use it to log in.',
  'password.didntGetItResend': 'Nothing arrived? <resendButton>Resend email</resendButton>',
  'password.reset.loginWithoutPassword': 'Log in without a password',
  'password.strengthError.breached': 'This password has appeared in a data leak. Choose another one.',
  'password.strengthError.minimumLength': 'At least {characterLength, plural, one {# character} other {# characters}}',
  'password.strengthError.maximumLength': 'At most {characterLength, plural, one {# character} other {# characters}}',
  'password.strengthError.complexity':
    'At least {complexity, plural, other {#}} of these: uppercase letter, lowercase letter, number, symbol',
  'password.zxcvbn.warning.repeats': 'Repeats like “aaa” are easy to guess.',
  'password.zxcvbn.warning.longerRepeats': 'Repeats like “abcabcabc” are only slightly harder to guess than “abc”.',
  'password.zxcvbn.warning.sequences': 'Sequences like “abc” or “6543” are easy to guess.',
  'password.zxcvbn.warning.top10CommonPassword': 'This is one of the 10 most common passwords.',
  'password.zxcvbn.warning.top100CommonPassword': 'This is one of the 100 most common passwords.',
  'password.zxcvbn.suggestion.useAFewWords': 'Use a few words that are not a common phrase.',
  'password.zxcvbn.suggestion.noSymbolsDigitsUppercase': 'You need no symbols, digits or uppercase letters.',
  'password.zxcvbn.suggestion.avoidYearsAssociatedWithYou': 'Avoid years that have to do with you.',
  'password.zxcvbn.suggestion.avoidDatesAndYearsAssociatedWithYou': 'Avoid dates and years that have to do with you.',
  'password.zxcvbn.suggestion.capitalization': 'Capital letters do not help very much.',
  'password.zxcvbn.suggestion.allUppercase': 'A password in capitals is almost as easy to guess as one in small letters.',
  'password.zxcvbn.suggestion.reversed': 'Reversed words are not much harder to guess.',
  'password.zxcvbn.suggestion.predictableSubstitutions': 'Swaps like “@” for “a” do not help very much.',

  // passkeys
  'button.loginWithPasskey': 'Log in with a passkey',
  'error.passkeyRegistrationNotFound':
    'This passkey no longer belongs to an account. You may have deleted it from your account, but not from your password manager. Try another one.',
  'error.passkeyUnknown': 'We could not log you in with that passkey. Try again.',
  'passkey.success.content': 'You logged in with your passkey.',
  'passkey.created': 'A passkey was created for you. Next time, you can log in with your fingerprint, face or screen lock.',

  // a second factor
  'secondFactor.title': 'Confirm that it is you',
  'secondFactor.expired': 'This log-in took too long and has expired. Log in again.',
  'secondFactor.success.content': 'You have confirmed that it is you.',
  'secondFactor.error.totp': 'This is not the code that your app shows now. Try the next one.',
  'secondFactor.error.usedCode': 'This code was already used. Wait for the next one.',
  'secondFactor.error.recoveryCode': 'This recovery code is wrong or was already used. Try another one.',
} as const satisfies Strings
