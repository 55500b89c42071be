/**
 * Code that must not compile. `npm run check` compiles this file, and nothing runs it. Each marked
 * line is an error; if one compiles, that is an error too.
 */
import type { ScreenProps } from '../../src/ui/map.ts'
import {
  LatchkeyClient,
  type KnownErrorType,
  type LatchkeyError,
  type LoginConfig,
  type MountLoginProps,
  type StyleConfig,
  type WidgetEvent,
} from '../../src/entries/index.ts'
import type { LatchkeyProviderProps, LoginComponentProps } from '../../src/entries/react.tsx'
import { StytchUIClient } from '../../src/entries/compat/index.ts'

const client = new LatchkeyClient('public-token-test-types', { customBaseUrl: 'http://provider.test', keepSessionAlive: true })

// @ts-expect-error a public token is a string
new LatchkeyClient(7)
// @ts-expect-error an option that does not exist
new LatchkeyClient('public-token-test-types', { baseUrl: 'http://provider.test' })

client.mountLogin({ elementId: '#log-in' })
client.mountLogin({ elementId: document.body, config: { products: ['emailMagicLinks', 'otp'] as const, otpOptions: { methods: ['sms'] } } })
// @ts-expect-error no element to mount in
client.mountLogin({ config: {} })
// @ts-expect-error a method that does not exist
client.mountLogIn({ elementId: '#log-in' })

export const configs: LoginConfig[] = [
  {},
  {
    sessionOptions: { sessionDurationMinutes: 60 },
    emailMagicLinksOptions: { loginRedirectURL: 'https://a.test', createUserAsPending: true },
  },
  // @ts-expect-error a misspelled key
  { product: ['otp'] },
  // @ts-expect-error a product that does not exist
  { products: ['carrier-pigeon'] },
  // @ts-expect-error a single product is not a list
  { products: 'otp' },
  // @ts-expect-error a method that does not exist
  { otpOptions: { methods: ['fax'] } },
  // @ts-expect-error minutes are a number
  { otpOptions: { methods: ['sms'], expirationMinutes: '5' } },
  // @ts-expect-error spelled as in the API
  { emailMagicLinksOptions: { login_redirect_url: 'https://a.test' } },
  // @ts-expect-error minutes are a number
  { sessionOptions: { sessionDurationMinutes: '60' } },
]

export const styles: StyleConfig[] = [
  {
    colorScheme: 'auto',
    colors: { primary: 'red' },
    buttons: { disabled: { textColor: 'red' } },
    logo: { logoImageUrl: 'https://a.test/logo.png' },
  },
  // @ts-expect-error a scheme that does not exist
  { colorScheme: 'sepia' },
  // @ts-expect-error a value is CSS text
  { container: { borderRadius: 8 } },
  // @ts-expect-error a part that does not exist
  { links: { textColor: 'red' } },
  // @ts-expect-error a style that this part does not have
  { inputs: { width: '100px' } },
]

/** Strings from a JSON file can have any ids. */
export const read = { strings: JSON.parse('{}') as Record<string, string> } satisfies Partial<MountLoginProps>

export const strings: MountLoginProps['strings'][] = [
  { 'login.title': 'Anmelden' },
  { lang: 'de', dir: 'ltr' },
  // @ts-expect-error a message is a string
  { 'login.title': 7 },
  // @ts-expect-error an id that does not exist
  { 'login.titel': 'Anmelden' },
  // @ts-expect-error not a direction
  { dir: 'up' },
]

/** The type of an event narrows its data. */
export const hear = (event: WidgetEvent): string => {
  switch (event.type) {
    case 'MAGIC_LINK_LOGIN_OR_CREATE':
      // @ts-expect-error an email link has no method_id
      return event.data.method_id
    case 'OTP_LOGIN_OR_CREATE':
      // @ts-expect-error nobody is signed in yet
      event.data.session.session_id
      return event.data.method_id
    case 'OTP_AUTHENTICATE':
      return event.data.session.session_id + event.data.session_jwt + event.data.user.user_id
    case 'PASSWORD_CREATE':
      return event.data.email_id + event.data.session_jwt
    case 'PASSWORD_AUTHENTICATE':
    case 'PASSWORD_RESET_BY_EMAIL':
      return event.data.session.session_id
    case 'PASSWORD_RESET_BY_EMAIL_START':
      // @ts-expect-error nobody is signed in yet
      return event.data.session
    case 'PASSKEY_REGISTER':
    case 'PASSKEY_AUTHENTICATE':
      return event.data.webauthn_registration_id + event.data.session_jwt
    case 'SECOND_FACTOR_SMS_SEND':
      return event.data.method_id
    case 'SECOND_FACTOR_AUTHENTICATE':
      return event.data.method + event.data.session_jwt
    case 'OAUTH_NOT_COMPLETED':
      return `${event.data.provider_type} ${event.data.error} ${event.data.error_description}`
    case 'ACCOUNT_CHANGED':
      return event.data.id
    case 'CRYPTO_WALLET_AUTHENTICATE_START':
      return event.data.challenge
    case 'CRYPTO_WALLET_AUTHENTICATE':
      return event.data.user.user_id
    case 'PASSKEY_SKIP':
    case 'PASSKEY_DONE':
    case 'AUTHENTICATE_FLOW_COMPLETE':
      // @ts-expect-error it has no data
      return event.data.user_id satisfies string
    case 'OAUTH_AUTHORIZE_FLOW_START':
      return event.data.scope
    case 'OAUTH_AUTHORIZE_FLOW_COMPLETE':
    case 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED':
      // @ts-expect-error it has no data
      return event.data.redirect_uri satisfies string
    // @ts-expect-error an event that does not exist
    case 'LOGIN':
      return ''
  }
  // Every type is handled above.
  return event satisfies never
}

/** A screen leads only where the map says, with the data that the map requires. */
export const edges = (
  { go: main }: ScreenProps<'Main'>,
  { at, go: code }: ScreenProps<'OTPAuthenticate'>,
  { go: done }: ScreenProps<'OTPConfirmation'>,
) => {
  main({ name: 'EmailConfirmation', email: 'ada@example.com' })
  main({ name: 'OTPAuthenticate', method: 'sms', methodId: 'id', destination: '+14155550100' })
  // @ts-expect-error Main does not lead to the confirmation of a code
  main({ name: 'OTPConfirmation' })
  // @ts-expect-error without the email address that the screen shows
  main({ name: 'EmailConfirmation' })
  // @ts-expect-error with a method that does not exist
  main({ name: 'OTPAuthenticate', method: 'fax', methodId: 'id', destination: '+14155550100' })
  // @ts-expect-error a screen that does not exist
  main({ name: 'Mane' })
  code({ name: 'OTPConfirmation' })
  code({ name: 'Main', draft: { phone: at.destination } })
  // @ts-expect-error a code screen does not lead to email links
  code({ name: 'EmailConfirmation', email: 'ada@example.com' })
  // @ts-expect-error the code is not part of the data
  at.code
  // @ts-expect-error a confirmation is the end
  done({ name: 'Main' })
}

export const component: LoginComponentProps[] = [
  { client, config: { products: ['otp'] } },
  // The client comes from a provider, or does not exist yet.
  { config: {} },
  { client: null },
  // @ts-expect-error a public token is not a client
  { client: 'public-token-test-types' },
]

export const providers: LatchkeyProviderProps[] = [
  { client },
  { client: null },
  { publicToken: 'public-token-test-types', options: { timeout: 5000 } },
  // @ts-expect-error neither a client nor a public token
  {},
  // @ts-expect-error not an option of a client
  { publicToken: 'public-token-test-types', options: { publicToken: 'public-token-test-types' } },
]

/** The drop-in accepts what a host of the provider's SDK has written. */
new StytchUIClient('public-token-test-types', {
  endpointOptions: { testApiDomain: 'api.test' },
  cookieOptions: { jwtCookieName: 'jwt' },
}).mountLogin({
  elementId: '#log-in',
  config: { products: ['emailMagicLinks'], emailMagicLinksOptions: { loginExpirationMinutes: 30 } },
  styles: { hideHeaderText: true },
  callbacks: { onEvent: ({ type, data }) => [type, data], onError: (error) => error },
})

/** An error is told apart by its `code`, without a cast. */
export const onError = (error: LatchkeyError): string | number | undefined => {
  // @ts-expect-error a form that was filled in wrongly has no status
  error.status_code
  // @ts-expect-error a code that does not exist
  if (error.code === 'refused') return undefined
  if (error.code === 'api') return error.error_type === 'otp_code_not_found' ? error.error_message : error.status_code
  if (error.code === 'no_current_session') return error.error_type
  return error.code === undefined ? error.message : error.code
}
client.mountLogin({ elementId: '#log-in', callbacks: { onError } })
client.mountLogin({ elementId: '#log-in', callbacks: { onError: (error) => void error.error_type } })
export const known: KnownErrorType[] = [
  'breached_password',
  // @ts-expect-error a type that does not exist
  'breeched_password',
]
