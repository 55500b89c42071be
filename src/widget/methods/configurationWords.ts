/** Messages about a configuration that is impossible or shows nothing. */
export const words = {
  'config.error.linksAndCodes': 'Cannot use both EML and Email OTP',
  'config.error.passkeysAlone': 'Cannot use Passkeys by itself, please add another product to the config.',
  'config.error.noMethods': 'Nothing to show: add otpOptions.methods, oauthOptions.providers, or another product, to the config.',
} as const
