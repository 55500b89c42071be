/**
 * Mounts of the log-in screen with each option, for documents that are not browsers: unit tests of
 * hosts, and servers.
 */
import type { LoginProps } from '../../src/widget/hostProps.ts'

const config = {
  products: ['emailMagicLinks', 'otp', 'passwords', 'oauth', 'crypto', 'passkeys'],
  otpOptions: { methods: ['sms', 'whatsapp'] },
  oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }, { type: 'github' }] },
  legal: { termsURL: '/t', privacyURL: '/p' },
  prefill: { email: 'ada@example.com' },
  rememberLastMethod: false,
  successURL: '/in',
} as const
const styles = {
  logo: { logoImageUrl: 'https://example.com/logo.png' },
  colors: { primary: '#123456', accent: 'rgb(1 2 3)' },
  buttons: { primary: { backgroundColor: 'red', borderRadius: '4px' } },
  container: { width: '500px', shadow: '0 1px 2px #000' },
  fontFamily: 'Arial, "Open Sans"',
  colorScheme: 'auto',
  hideHeaderText: false,
} as const

/** The props by what they are about. */
export const everyOption: Record<string, object> = {
  'no option': {},
  ...Object.fromEntries(
    config.products.map((product) => [
      product,
      { config: { ...config, products: product === 'passkeys' ? [product, 'emailMagicLinks'] : [product] } },
    ]),
  ),
  ...Object.fromEntries(Object.entries(styles).map(([name, value]) => [`styles.${name}`, { styles: { [name]: value } }])),
  styles: { styles },
  strings: { strings: { 'login.title': 'Hi' } },
  'a language': { language: 'fr' },
  'the language of the page': { language: 'auto' },
  'a shadow root': { config: { products: ['emailMagicLinks'], enableShadowDOM: true } },
  'authenticateByUrl: press': { authenticateByUrl: 'press' },
  'all of them': {
    config: { ...config, enableShadowDOM: true },
    styles,
    strings: { 'login.title': 'Hi' },
    language: 'fr',
    authenticateByUrl: true,
  },
} satisfies Record<string, LoginProps | object>
