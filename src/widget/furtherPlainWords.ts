import type { Strings } from './messages.ts'

/**
 * The texts of {@link plainWords} that few log-ins show: wallets, One Tap, passkeys that a visitor
 * sets up, the account and consent.
 */
export const furtherPlainWords = {
  // setting up passkeys
  'passkey.registrationStart.title': 'Set up a new passkey',
  'passkey.registrationStart.description': 'A passkey lets you log in with your fingerprint, face or screen lock.',
  'passkey.registrationStart.error.noUser': 'Log in before you set up a passkey.',
  'passkey.registrationStart.error.unsupported': 'This browser does not support passkeys. Open this page in another browser to create one.',
  'button.createPasskey': 'Create a passkey',
  'error.duplicatePasskey': 'You already have a passkey here. It may have come from another of your devices. Use that one.',
  'error.passkeyNotCreated': 'Your passkey was not created. Click “Create a passkey” to try again, or skip this step.',
  'passkey.registrationSuccess.title': 'Passkey created',
  'passkey.registrationSuccess.existingPasskeys': 'Your passkeys',
  'passkey.registrationSuccess.setupAnother': 'Set up another passkey',
  'passkey.registrationSuccess.deleteWarning': 'A deleted passkey cannot be restored.',
  'passkey.setUp': 'Set up a passkey',

  // wallets
  'crypto.connectWallet.title': 'Connecting to your wallet…',
  'crypto.connectWallet.instructionPopup': 'Answer the request in the window of your wallet.',
  'crypto.signMessage.title': 'Waiting for your signature…',
  'crypto.wallet.otherEthereum': 'Other Ethereum wallet',
  'crypto.wallet.otherSolana': 'Other Solana wallet',
  'crypto.error.title': 'That did not work',
  'crypto.error.connect': 'We could not connect to your wallet',
  'crypto.error.sign': 'Your wallet did not sign the message',
  'crypto.success.title': 'All set',
  'crypto.success.content': 'Your wallet is connected.',

  // One Tap, for developers
  'oneTap.error.origin':
    'One Tap: Google does not allow the origin of this page. Add it to the authorized JavaScript origins of your Google client.',
  'oneTap.error.noRedirectUrls':
    'One Tap: the project has no redirect URLs for log-in and sign-up. Set them in the dashboard or in oauthOptions.',
  'oneTap.error.defaultProvider': 'One Tap: it needs a Google client of your own. Configure one in the dashboard.',

  // the account
  'account.passkeyNotCreated': 'Your passkey was not created. Try again.',

  // consent to apps
  'idpConsent.signIn.title': 'Log in to {clientName} with {projectName}',
  'idpConsent.customScopes.title': '{clientName} wants to use your {projectName} account',
  'idpConsent.allowClientTo': '{clientName} will be able to:',
  'idpConsent.defaultClientName': 'The app',
  'idpConsent.openid': 'Know who you are',
  'idpConsent.openid.details': 'See information from your account',
  'idpConsent.personal': 'See your profile',
  'idpConsent.offline_access': 'Keep access while you are away',
  'idpConsent.custom': 'Use the permission {scope}',
  'idpConsent.noPermissionsToGrant': 'You cannot grant some of what {clientName} asks for.',
  'idpConsent.cannotGrantRequest': 'You cannot allow {clientName} to:',
  'idpConsent.redirect': 'You will go to <bold>{host}</bold>.',
  'idpConsent.redirectToApp': 'You will go to an app on this device that opens <bold>{scheme}</bold> links.',
  'idpConsent.redirectHere': 'You will go to an app on this computer (<bold>{host}</bold>).',
  'idpConsent.anyApp': 'Any app on this computer can pretend to be {clientName}. Allow this only if you have just started it.',
  'idpConsent.denied': 'The app did not get access. Go back to it and start again.',
  'idpConsent.noActiveSession': 'Log in to continue.',
  'idpConsent.missingParameter': 'The request lacks a parameter: {param}. Contact the developer of the app.',
  'idpConsent.unexpectedRedirect': 'We cannot take you back to the app. Contact its developer.',
  'idpConsent.foreignFrame': 'For your safety, this page does not work inside another site. Open it in a window of its own.',
  'idpLogout.confirmMessage': 'You will be logged out of your {projectName} account.',
  'idpLogout.yes': 'Log out',
  'idpLogout.no': 'Stay logged in',
  'idpLogout.notLoggedOut': 'You are still logged in. You can close this page.',
  'idpLogout.loggedOut': 'You are logged out. You can close this page.',
} as const satisfies Strings
