/** Says what each file of the widget is for, by the name that `latchkey size` prints. */

const purposes: Record<string, string> = {
  embed: 'the script tag: reads its attributes and mounts the widget',
  widget: 'the widget and the form for an email address',
  methods: 'arranges several ways to log in',
  oauth: 'buttons of providers, with four logos',
  otp: 'the form for a code, and the field for a phone number',
  passwords: 'the form for a password',
  passkeys: 'passkeys under the email field, or their button',
  crypto: 'buttons of wallets',
  language: 'finds the closest language, and fetches its texts',
  engine: 'sends calls; fetches the settings of your project',
  integrity: 'hashes of the files that load later',
  furtherLogos: 'logos of the other providers',
  numbers: 'formats and checks phone numbers',
  callingCodes1x: 'phone numbers of North America',
  kit: 'what later screens share, and the texts of failures',
  laterEngine: 'what a call needs before it is sent; the session',
  urlLogIn: 'finishes a log-in by link or provider',
  emailMagicLinks: 'sends the link, and the screen after it',
  otpScreens: 'the screen for the code',
  passwordScreens: 'a new account, a forgotten password',
  newPassword: 'the form for a new password',
  strength: 'how strong a new password is',
  feedback: 'how to make it stronger',
  oauthCalls: 'leads to the provider',
  passkeyLogIn: 'signs in with a passkey',
  webauthn: 'asks the browser for a passkey',
  signing: 'lets the wallet sign, and checks its answer',
  script: "loads a third party's script",
  oneTap: "Google's prompt",
  OneTapPrompt: 'the place for it in the form',
}

/** The parts of a language, each a file `<part>.<locale>`. */
const texts: Record<string, string> = {
  widget: 'the texts of the first screen',
  words: 'hashes of the other texts',
  'widget-later': 'texts of every later screen',
  'otp-later': 'texts of the screens for codes',
  'passwords-later': 'texts of the screens for passwords',
  'passkeys-later': 'texts of the screens for passkeys',
  'crypto-later': 'texts of the screens for wallets',
  oneTap: "texts of Google's prompt",
}

/** Throws if nobody has said what a file is for. */
export const purposeOf = (name: string): string => {
  const [, part, locale] = /^(.+)\.(.+)$/.exec(name) ?? []
  const purpose = part ? texts[part] : purposes[name]
  if (!purpose) throw new Error(`Say in site/cost/purposes.ts what the file '${name}' is for`)
  return locale ? `${purpose}, ${locale}` : purpose
}
