/** Messages of a log-in screen with several methods. */
export const words = {
  'tab.email': 'Email',
  'tab.text': 'Text',
  'tab.whatsapp': 'WhatsApp',
  'tabs.ariaLabel': 'Ways to log in',
  'methodDivider.text': 'or',
  'config.error.linksAndCodes': 'Cannot use both EML and Email OTP',
  'config.error.passkeysAlone': 'Cannot use Passkeys by itself, please add another product to the config.',
  'config.error.noMethods': 'Nothing to show: add otpOptions.methods, oauthOptions.providers, or another product, to the config.',
}
