/** The message ids that the provider's SDK has since 6, by the ids of the same texts here. */
import type { MessageId, Strings } from '../../widget/messages.ts'

type Texts = Readonly<Record<string, unknown>>

/** The id of a text here, and how the text is made from the provider's if it is not the same. */
type Counterpart = readonly [id: MessageId, from?: (text: string, texts: Texts) => string]

/**
 * Each id of the provider that is not ours: its counterpart, or null if the widget says nothing
 * like it (docs/guides/migration.md).
 */
export const messageIds = {
  'button.edit': ['button.rename.ariaLabel'],
  'button.emailResent': null,
  'button.goBack': ['button.back.ariaLabel'],
  'button.hidePassword': null,
  'button.resendEmail': ['password.didntGetItResend', (text) => `<resendButton>${text}</resendButton>`],
  'button.save': ['button.save.ariaLabel'],
  'button.showPassword': ['formField.password.show.ariaLabel'],
  'emailConfirmation.emailSent': null,
  'formField.countryCode.label': ['formField.country.ariaLabel'],
  'loading.label': ['loading.ariaLabel'],
  'oauth.continueWithX': ['oauth.continueWithTwitter'],
  'passkey.editing.label': ['passkey.name.ariaLabel'],
  'password.createAccount.title': ['createAccount.title'],
  'password.requirement.fulfilled': ['password.strength.met.ariaLabel', (text) => `${text}:`],
  'password.requirement.notFulfilled': null,
  'password.requirement.suggestion': null,
  'password.requirement.warning': null,
  'password.setPassword.title': null,
  'password.strength': null,
  'password.strength.accepted': null,
  'password.strength.notAccepted': null,
  'password.strength.requirementsNotMet': null,
  'provider.lastUsed': ['method.last'],
  'tab.listLabel': ['tabs.ariaLabel'],
  'watermark.poweredBy': ['watermark.altText', (text, texts) => `${text} ${texts['watermark.altText'] || 'Stytch'}`],
} as const satisfies Record<string, Counterpart | null>

/** A host's own texts, by our ids or the provider's. */
export type ProviderStrings = Strings & { [Id in keyof typeof messageIds]?: string }

/** The texts of the provider by which tests of hosts find a field, and which are others here. */
const defaults: Strings = { 'formField.email.placeholder': 'example@email.com' }

/**
 * Returns a host's texts by our ids, and the provider's for what tests look for. A text that has
 * our id already stays, unless two texts of the provider are one here.
 */
export const ownStrings = (strings: ProviderStrings | null | undefined): Strings => {
  // the same object for the same texts, so that nothing renders again
  if (!strings) return defaults
  const own: Record<string, unknown> = { ...defaults, ...strings }
  for (const [theirs, counterpart] of Object.entries<Counterpart | null>(messageIds)) {
    const text = Object.hasOwn(strings, theirs) && (strings as Texts)[theirs]
    if (!counterpart || typeof text !== 'string') continue
    const [id, from] = counterpart
    if (from || !Object.hasOwn(strings, id)) own[id] = from ? from(text, strings) : text
  }
  return own
}
