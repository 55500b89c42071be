/** What is wrong with a configuration that shows nothing, or cannot be. */
export const words = {
  'config.error.linksAndCodes': 'Cannot use both EML and Email OTP',
  'config.error.passkeysAlone': 'Cannot use Passkeys by itself, please add another product to the config.',
  'config.error.noMethods': 'Nothing to show: add otpOptions.methods, oauthOptions.providers, or another product, to the config.',
}
