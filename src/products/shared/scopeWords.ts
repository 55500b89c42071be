import type { Translate } from '../../ui/words/translator.ts'

/** Messages that say what scopes let an app do. */
export const words = {
  'idpConsent.openid': 'Verify your identity',
  'idpConsent.openid.details': 'View information stored within your account',
  'idpConsent.personal': 'View your personal profile information',
  'idpConsent.profile.details': 'Name, picture and language preferences',
  'idpConsent.email.details': 'Email address',
  'idpConsent.phone.details': 'Phone number',
  'idpConsent.full_access': 'Have full access to your account',
  'idpConsent.offline_access': "Maintain access to your data even when you're not actively using the app",
  'idpConsent.custom': 'Use the {scope} scope',
} as const

/** Returns such a message, in the widget's language. */
export type ScopeWords = Translate<keyof typeof words>
