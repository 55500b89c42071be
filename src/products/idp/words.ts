import type { Translate } from '../../ui/words/translator.ts'

/** Messages of the identity-provider screens. */
export const words = {
  'idpConsent.signIn.title': 'Sign in to {clientName} with {projectName}',
  'idpConsent.customScopes.title': '{clientName} wants to access your {projectName} account',
  'idpConsent.allowClientTo': '{clientName} is requesting to:',
  'idpConsent.defaultClientName': 'The App',
  'account.notYou': 'Not you?',
  'idpConsent.count': '{count} permissions',
  'idpConsent.showAll': 'Show all {count}',
  'idpConsent.removable': 'You can remove this in your account at any time.',
  'idpConsent.noPermissionsToGrant': 'You do not have permissions to grant {clientName} access to some of the requested scopes.',
  'idpConsent.cannotGrantRequest': "You cannot grant {clientName}'s request to:",
  'idpConsent.openid': 'Verify your identity',
  'idpConsent.openid.details': 'View information stored within your account',
  'idpConsent.personal': 'View your personal profile information',
  'idpConsent.profile.details': 'Name, picture and language preferences',
  'idpConsent.email.details': 'Email address',
  'idpConsent.phone.details': 'Phone number',
  'idpConsent.full_access': 'Have full access to your account',
  'idpConsent.offline_access': "Maintain access to your data even when you're not actively using the app",
  'idpConsent.custom': 'Use the {scope} scope',
  'idpConsent.redirect': 'You will be redirected to <bold>{host}</bold>.',
  'idpConsent.redirectToApp': 'You will be redirected to an app on this device that opens <bold>{scheme}</bold> links.',
  'idpConsent.redirectHere': 'You will be redirected to an app on this computer (<bold>{host}</bold>).',
  'idpConsent.ownName': 'It calls itself {clientName}.',
  'idpConsent.anyApp': 'Any app on this computer can pretend to be {clientName}. Allow this only if you have just started it yourself.',
  'idpConsent.resources': 'It can use this access at:',
  'idpConsent.button.allow': 'Allow',
  'idpConsent.button.deny': 'Deny',
  'idpConsent.denied': 'Access to the application was denied.',
  'idpConsent.noActiveSession': 'No active session detected. Please log in to continue.',
  'idpConsent.missingParameter': 'Required parameter is missing: {param}. Please reach out to the application developer.',
  'idpConsent.unexpectedRedirect': 'The application cannot be returned to. Please reach out to the application developer.',
  'idpConsent.foreignFrame': 'For your safety, this page does not work inside of another site.',
  'success.title': 'Success!',
  'login.success.content': 'You have successfully logged in.',
  'error.title': 'Looks like there was an error!',
  'button.continue': 'Continue',
} as const

/** Returns the message for an id, in the widget's language. */
export type Words = Translate<keyof typeof words>
