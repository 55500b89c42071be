/**
 * Every screen and state of the widget: what it needs, and how a visitor gets there. The gallery
 * shows them (src/tools/playground/gallery/), and tests walk to each of them once:
 * test/chromium/states.test.ts looks at it in Chromium, and test/strings/everyScreen.test.ts reads
 * its texts.
 */
import type { Fault, Project, SeedClient, SeedUser } from '../emulator/index.ts'
import type { LoginConfig, SecondFactorMethod, StyleConfig } from '../../entries/index.ts'
import type { IDPConsentItem } from '../../ui/host/config.ts'
import { oauthProviders } from '../../api/oauthProviders.ts'
import type { Manners } from '../testing/softwareWallets.ts'
import type { LastMethod } from '../../ui/map.ts'
import type { ScreenName } from '../../ui/map.ts'
import type { MessageId } from '../../widget/messages.ts'
import * as at from './steps.ts'
import type { Step } from './steps.ts'

export interface ScreenState {
  config?: LoginConfig
  props?: {
    mount?: 'mountPasskeyRegistration' | 'mountSecondFactor' | 'mountAccount' | 'mountIdentityProvider'
    authenticateByUrl?: true | 'press'
    methods?: SecondFactorMethod[]
    styles?: StyleConfig
  }
  /** What the host's `getIDPConsentManifest` returns. */
  manifest?: IDPConsentItem[]
  project?: Partial<Project>
  faults?: Fault[]
  /**
   * What the visitor's browser has. `noPasskeys`: it knows none at all. `inApp`: it is the web view
   * of an Android app, without a clipboard.
   */
  device?: 'wallets' | 'passkeys' | 'noPasskeys' | 'inApp'
  /** How the visitor has logged in last time. */
  remembers?: LastMethod
  /** The scripts of third parties come from the provider. */
  services?: true
  /** Timers of exactly so many ms never end: what the widget shows stays as it is. */
  stoppedTimers?: number
  /** This file of dist/embed/c/ does not arrive. */
  without?: string
  /** Only a test in a browser can arrange it: it takes more than a page can do. */
  onlyIn?: 'tests'
  /** What the visitor does. */
  steps: readonly Step[]
}

/** What several states of a screen need. */
type Preconditions = Omit<ScreenState, 'steps'>

/** The name of a screen in the map, and of its state if it has several. */
export type ScreenStateName = ScreenName | `${ScreenName}, ${string}`

export const EMAIL = 'ada.lovelace@example.com'
export const MISTYPED = 'ada.lovelace@gmial.com'
export const GOOD = 'fjord-violin-walnut-72'
const BREACHED = 'correct horse battery staple'

const refused = {
  status: 429,
  body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests. See https://example.com/limits.' },
}

/** A change of the account that waits until the visitor has confirmed that it is them. */
const tooOld: Fault = {
  route: 'DELETE /users/oauth/:id',
  status: 403,
  body: { status_code: 403, error_type: 'session_too_old', error_message: 'This session is too old.' },
}

/** The look that hosts with a server of their own have. */
const quartz = { props: { styles: { look: 'quartz' } } } satisfies Preconditions
const LINKS: LoginConfig = { products: ['emailMagicLinks'] }
export const PASSWORDS: LoginConfig = { products: ['passwords'] }
export const PASSWORDS_AND_CODES: LoginConfig = { products: ['passwords', 'otp'], otpOptions: { methods: ['email'] } }
export const PASSWORDS_AND_LINKS: LoginConfig = { products: ['passwords', 'emailMagicLinks'], emailMagicLinksOptions: {} }
const WALLETS: LoginConfig = { products: ['crypto', 'emailMagicLinks'] }
const PASSKEYS: LoginConfig = { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }
export const codes = (...methods: ('sms' | 'whatsapp' | 'email')[]): LoginConfig => ({ products: ['otp'], otpOptions: { methods } })
const social = (...types: string[]) => ({ providers: types.map((type) => ({ type })) })

/** Google's prompt, embedded. Both of its scripts are the emulator's. */
const oneTap = {
  config: {
    products: ['oauth', 'emailMagicLinks'],
    oauthOptions: { providers: [{ type: 'google', one_tap: true, position: 'forceLegacyEmbedded' }, { type: 'apple' }] },
  },
  services: true,
} satisfies Preconditions

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" rx="8" fill="#5b5bd6"/></svg>'
const sun = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="14" fill="#d97706"/></svg>'
const appLogo = `data:image/svg+xml,${encodeURIComponent(sun)}`
const logo = `data:image/svg+xml,${encodeURIComponent(picture)}`

/**
 * Enough wallets for every screen of wallets: one that signs, one that never answers, one that
 * never signs, one that refuses.
 */
export const ethereumWallets: { name: string; rdns: string; manners: Manners }[] = [
  { name: 'MetaMask', rdns: 'io.metamask', manners: { connect: 'agrees', sign: 'agrees' } },
  { name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet', manners: { connect: 'hangs', sign: 'hangs' } },
  { name: 'Binance Wallet', rdns: 'com.binance.wallet', manners: { connect: 'agrees', sign: 'hangs' } },
  { name: 'The Very Careful Wallet of Timbuktu', rdns: 'example.careful', manners: { connect: 'refuses', sign: 'refuses' } },
]

/** The web view of an app on Android. */
export const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240905.003; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36 Instagram 355.1.0.44.103 Android'

export const account = (more: object = {}) => at.seed({ users: [{ emails: [{ email: EMAIL }], ...more }] })
export const sendEmail = [at.fill('email', EMAIL), at.submit]
const sendText = [at.fill('phone', '2133734253'), at.submit]
const sendPassword = (password: string) => [at.fill('password', password), at.submit]
const forget = [account({ password: GOOD }), ...sendEmail, at.press('button.forgotPassword'), at.says('password.forgot.title')]
/** Signs in somebody who has a password. */
export const signedIn = [account({ password: GOOD }), at.signIn(EMAIL, GOOD)]
const alert = at.shows('[role=alert]:not(:empty)')
const emailField = at.shows('input[type=email]')

const passkeyMade = [...signedIn, at.press('button.createPasskey'), at.says('passkey.registrationSuccess.title')]

/**
 * Passkeys with names that visitors gave: a plain one, one from right to left, and one that is as
 * long as a name can be.
 */
export const namedPasskeys: { name: string; user_agent: string }[] = [
  {
    name: 'Ada’s phone',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  },
  { name: 'המחשב של עדה', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0' },
  { name: 'The laptop that I bought in 2019 and that has been in the repair shop of my brother ever since, sadly', user_agent: '' },
]

/** A user with an authenticator app and a phone, who has signed in with their password. */
export const secondFactors = {
  phone_numbers: [{ phone_number: '+12025550123' }],
  totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['larch-fjord-72', 'violin-walnut-19'] },
}
const [recoveryCode] = secondFactors.totp.recovery_codes
const askedAgain = [account({ password: GOOD, ...secondFactors }), at.signIn(EMAIL, GOOD)]
const secondFactor = (...methods: SecondFactorMethod[]) => ({ props: { mount: 'mountSecondFactor', methods } }) satisfies Preconditions
const recovered = [...askedAgain, at.fill('recoveryCode', recoveryCode!), at.submit, at.says('secondFactor.recovered.content')]
/** The host's own server asks for the second factor before it begins a session. */
const beforeSession = { project: { backend: true, second_factor: 'before_session' }, config: PASSWORDS } satisfies Preconditions
const askedFirst = [
  account({ password: GOOD, ...secondFactors }),
  ...sendEmail,
  ...sendPassword(GOOD),
  at.says('secondFactor.totp.content'),
]
const askedForCode = [...askedFirst, at.press('secondFactor.way.recoveryCode'), at.says('secondFactor.recoveryCode.content')]
const letInByCode = [...askedForCode, at.fill('recoveryCode', recoveryCode!), at.submit, at.says('secondFactor.recovered.content')]
/** Somebody who has everything that can belong to an account, beside a passkey. */
export const wholeAccount: SeedUser = {
  emails: [{ email: EMAIL }, { email: 'ada@analytical.example', verified: false }],
  phone_numbers: [{ phone_number: '+12133734253' }],
  password: GOOD,
  totp: { secret: 'JBSWY3DPEHPK3PXP' },
  oauth: [{ provider_type: 'Google', provider_subject: '1' }],
  crypto_wallets: [{ crypto_wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7', crypto_wallet_type: 'ethereum' }],
}
/** The app that they have let in. */
export const letIn = {
  client_id: 'app-1',
  client_name: 'Sunny Notes',
  client_description: 'Reads and sorts your notes',
  client_type: 'third_party',
  redirect_uris: ['https://notes.example/cb'],
} satisfies SeedClient
export const inAccount = { props: { mount: 'mountAccount' }, device: 'passkeys' } satisfies Preconditions
/** Nothing has proved the address of a visitor whose account is on the host's own server. */
const unproven = {
  config: { otpOptions: { resendAfterSeconds: 0 } },
  props: { mount: 'mountPasskeyRegistration' },
  project: { backend: true },
  device: 'passkeys',
} satisfies Preconditions
const refusedPasskey = [
  at.seed({ users: [{ emails: [{ email: EMAIL, verified: false }], password: GOOD }] }),
  at.signIn(EMAIL, GOOD),
  at.press('button.createPasskey'),
  at.says('confirmEmail.title'),
]
/** The host's own server sends links and no codes. */
const noCodes: Fault = {
  route: 'POST /otps/email/send/:factor',
  status: 404,
  body: { status_code: 404, error_type: 'route_not_found', error_message: 'There is no such route.' },
}
const linkSent = [...refusedPasskey, at.press('confirmEmail.send'), at.says('confirmEmail.link')]
/** An app as the host's own server describes it, which knows more than the provider. */
const agentLetIn = {
  connected_app_id: 'app-2',
  name: 'Almanac',
  scopes_granted: 'openid offline_access',
  resources: ['https://calendar.example/mcp'],
  granted_at: '2026-07-01T12:00:00Z',
  last_used_at: '2026-07-04T12:00:00Z',
}
const whole = [
  at.seed({ users: [wholeAccount], clients: [letIn] }),
  at.signIn(EMAIL, GOOD),
  at.makePasskey,
  ...at.letIn(letIn),
  at.says('account.connectedApps'),
]

const confirming = [...whole, at.pressOfRow('button.remove', 'Google'), at.click('.lk-danger'), at.shows('.lk-dialog')]

/** The app that asks for consent, except its URLs. */
export const APP = { client_id: 'app-1', client_name: 'Sunny Notes', client_type: 'third_party_public' } satisfies Partial<SeedClient>

/** RFC 7636, appendix B. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** A user can read notes but not write them. */
export const policy = {
  roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
  resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { scope: 'notes:write', description: 'Change your notes', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

const CALLBACK = 'https://notes.example/cb'
/**
 * A client whose id is the URL of its metadata, and where it waits on the visitor's computer (RFC
 * 8252, section 7.3).
 */
const AGENT = 'https://agent.example/client.json'
const LOOPBACK = 'http://127.0.0.1:4311/callback'
/** An app of its own on the device, which no browser opens here, so the visitor stays. */
export const INSTALLED = 'notes.app:/cb'
export const consent = { props: { mount: 'mountIdentityProvider' }, project: { project_name: 'Larch' } } satisfies Preconditions

interface AppRequest {
  client?: Partial<SeedClient>
  scope?: string
  /** The scopes of the project. */
  scopes?: typeof policy.scopes
  /** The visitor signs in first. Default true. */
  signedIn?: boolean
  /** More of the request's parameters. */
  query?: at.Query
}

const folders = Array.from({ length: 25 }, (_, index) => ({
  scope: `notes:folder-${index + 1}`,
  description: `Read and sort the notes in folder ${index + 1}`,
  permissions: [],
}))

/** One item is required, two can be left out. */
const choices: IDPConsentItem[] = [
  { text: 'Know who you are', scopes: ['openid'] },
  { text: 'Read your notes', scopes: ['notes:read'], selectable: true, details: ['Those in your own folders, and no shared ones'] },
  { text: 'Your name and picture, so that others can see who has written what', scopes: ['profile'], selectable: true },
]

/** Sends the visitor to the page, as an app. */
const send = ({ client, scopes = policy.scopes, signedIn: first = true, query }: AppRequest): Step[] => [
  at.seed({
    clients: [
      {
        ...APP,
        redirect_uris: [CALLBACK, INSTALLED],
        post_logout_redirect_uris: [CALLBACK, INSTALLED],
        ...client,
      },
    ],
    policy: { ...policy, scopes },
  }),
  ...(first ? signedIn : []),
  at.open({ client_id: 'app-1', ...query }),
]
export const ask = ({ scope = 'openid profile notes:read', query, ...request }: AppRequest = {}): Step[] => [
  ...send({
    ...request,
    query: { redirect_uri: CALLBACK, code_challenge: CHALLENGE, scope, ...query },
  }),
  at.says('idpConsent.button.allow'),
]
export const logOut = (post_logout_redirect_uri = CALLBACK): Step[] => [
  ...send({ query: { post_logout_redirect_uri } }),
  at.says('idpLogout.yes'),
]
const beforeConsent = (config: LoginConfig, says: MessageId): ScreenState => ({
  ...quartz,
  config,
  project: { backend: true },
  // on a busy machine, the name of the app takes longer than the form waits for it
  stoppedTimers: 1000,
  steps: [
    at.seed({ clients: [{ ...APP, redirect_uris: [CALLBACK] }] }),
    at.open({ client_id: APP.client_id, sig: 'of the server' }),
    at.says(says),
  ],
})

const SUBMIT = 'POST /idp/oauth/authorize/submit'

/** The states, in the order in which visitors meet them. */
export const screenStates = {
  'Main, email link': { config: LINKS, steps: [emailField] },
  'Main, text message': { config: codes('sms'), steps: [at.shows('input[type=tel]')] },
  'Main, WhatsApp': { config: codes('whatsapp'), steps: [at.shows('input[type=tel]')] },
  'Main, email code': { config: codes('email'), steps: [emailField] },
  'Main, tabs': {
    config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } },
    steps: [at.shows('[role=tab]')],
  },
  'Main, social sign-in': {
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google', 'apple', 'github', 'microsoft', 'newer') },
    steps: [at.shows('#oauth-newer')],
  },
  'Main, everything at once': {
    config: {
      products: ['oauth', 'crypto', 'passkeys', 'passwords', 'otp', 'emailMagicLinks'],
      oauthOptions: social(...Object.keys(oauthProviders)),
      otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
      emailMagicLinksOptions: {},
    },
    steps: [at.shows('#oauth-yahoo path'), emailField, at.says('crypto.wallet.setupNewWallet')],
  },
  'Main, quartz, five providers': {
    ...quartz,
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google', 'apple', 'github', 'gitlab', 'slack') },
    steps: [at.says('oauth.more')],
  },
  'Main, before a consent': beforeConsent(codes('email'), 'login.toContinue'),
  'Main, email link, before a consent': beforeConsent(LINKS, 'login.titleToContinue'),
  'Main, a likely typing error': { config: LINKS, steps: [at.fill('email', MISTYPED), at.leaveEmail] },
  'Main, last used: Google': {
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google', 'apple', 'github') },
    remembers: 'oauth_google',
    steps: [at.shows('#oauth-google .lk-last')],
  },
  'Main, last used: email': {
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google') },
    remembers: 'email',
    steps: [at.shows('.lk-last')],
  },
  'Main, last used: a tab, in a grid, with a passkey': {
    config: {
      products: ['oauth', 'passkeys', 'otp'],
      oauthOptions: social('google', 'apple', 'newer'),
      otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
    },
    props: { styles: { buttons: { social: 'grid' } } },
    remembers: 'whatsapp',
    steps: [at.shows('[role=tab] .lk-last')],
  },
  'Main, in the browser of an app': {
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google', 'apple') },
    device: 'inApp',
    steps: [at.says('inAppBrowser.open')],
  },
  'Main, in the browser of an app, by hand': {
    config: { products: ['oauth'], oauthOptions: social('google') },
    device: 'inApp',
    steps: [at.press('inAppBrowser.copy'), at.shows('.lk-way .lk-input')],
  },
  'Main, wallets': { config: WALLETS, device: 'wallets', steps: [at.says('crypto.wallet.continueWithBinance')] },
  'Main, passkey button': { config: PASSKEYS, steps: [at.says('button.loginWithPasskey')] },
  'Main, One Tap': { ...oneTap, stoppedTimers: 5000, steps: [at.shows('iframe')] },
  'Main, One Tap on its way': {
    ...oneTap,
    faults: [{ route: 'GET /gsi/status', hold: 'for good' }],
    // The widget waits 5 s for it.
    stoppedTimers: 5000,
    steps: [at.shows('.lk-one-tap [role=status]')],
  },
  'Main, logo and watermark': {
    config: LINKS,
    props: { styles: { logo: { logoImageUrl: logo } } },
    project: { disable_sdk_watermark: false },
    steps: [at.says('watermark.altText')],
  },
  'Main, settings on their way': {
    config: LINKS,
    faults: [{ route: 'GET /projects/bootstrap/:public_token', hold: 'for good' }],
    steps: [emailField],
  },
  'Main, too many requests': {
    config: LINKS,
    faults: [{ route: 'POST /magic_links/email/login_or_create', ...refused, headers: { 'Retry-After': '40' } }],
    steps: [...sendEmail, at.shows('[data-wait]')],
  },
  'Main, sending': {
    config: LINKS,
    faults: [{ route: 'POST /magic_links/email/login_or_create', hold: 'for good' }],
    steps: [...sendEmail, at.shows('[aria-busy=true]')],
  },
  'Main, on the way to another provider': {
    config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: social('google', 'slack') },
    faults: [
      { route: 'GET /projects/bootstrap/:public_token', hold: 'for good' },
      // the page stays where it is
      { route: 'GET /v1/public/oauth/:provider/start', status: 204 },
    ],
    steps: [at.click('#oauth-slack'), at.shows('#oauth-slack[aria-busy=true]')],
  },
  'Main, invalid email': { config: LINKS, steps: [at.fill('email', 'ada'), at.submit, at.says('error.invalidEmail')] },
  'Main, invalid phone number': { config: codes('sms'), steps: [at.fill('phone', '213'), at.submit, at.says('error.invalidPhoneNumber')] },
  'Main, misconfigured': { config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } }, steps: [alert] },
  'Main, a method that cannot be loaded': { config: codes('email'), without: 'otp', onlyIn: 'tests', steps: [alert] },
  'Main, a passkey that nobody has': {
    config: PASSKEYS,
    faults: [{ route: 'POST /webauthn/authenticate/start/*', ...refused }],
    steps: [at.press('button.loginWithPasskey'), at.says('error.passkeyUnknown')],
  },
  'Main, a provider that is set up wrongly': {
    config: { products: ['oauth'], oauthOptions: { providers: [{ type: '.' }] } },
    steps: [at.click('[id="oauth-."]'), at.says('error.unexpected')],
  },
  // A frame of the provider finds out, with the provider of all pages.
  'Main, One Tap that is set up wrongly': { ...oneTap, project: { google_client_id: null }, onlyIn: 'tests', steps: [alert] },

  EmailConfirmation: { config: LINKS, steps: [...sendEmail, at.says('emailConfirmation.title')] },

  'EmailConfirmation, quartz': { ...quartz, config: LINKS, steps: [...sendEmail, at.says('emailConfirmation.title')] },
  'EmailConfirmation, a likely typing error': {
    config: LINKS,
    steps: [at.fill('email', MISTYPED), at.submit, at.says('formField.email.suggestion')],
  },

  OTPAuthenticate: { config: codes('sms'), steps: [...sendText, at.says('passcode.title')] },
  'OTPAuthenticate, quartz': { ...quartz, config: codes('email'), steps: [...sendEmail, at.says('passcode.title')] },
  'OTPAuthenticate, typing': { config: codes('email'), steps: [...sendEmail, at.fill('code', '123')] },
  'OTPAuthenticate, a likely typing error': {
    config: codes('email'),
    steps: [at.fill('email', MISTYPED), at.submit, at.says('formField.email.suggestion')],
  },
  'OTPAuthenticate, verifying': {
    config: codes('email'),
    faults: [{ route: 'POST /otps/authenticate', hold: 'for good' }],
    steps: [...sendEmail, at.fill('code', '123456'), at.says('formField.passcode.status.verifying')],
  },
  'OTPAuthenticate, wrong code': { config: codes('email'), steps: [...sendEmail, at.typeCode(false), at.says('error.otpCodeNotFound')] },
  'OTPAuthenticate, no answer': {
    config: codes('email'),
    faults: [{ route: 'POST /otps/authenticate', ...refused }],
    steps: [...sendEmail, at.typeCode(true), at.says('button.retry')],
  },
  'OTPAuthenticate, expired': {
    config: { products: ['otp'], otpOptions: { methods: ['email'], expirationMinutes: 0.001 } },
    faults: [
      {
        route: 'POST /otps/email/login_or_create',
        status: 200,
        body: { data: { method_id: 'email-test-1', request_id: 'r', status_code: 200 } },
      },
    ],
    steps: [...sendEmail, at.says('passcode.expired')],
  },
  'OTPAuthenticate, sent again': {
    config: codes('email'),
    // "Code sent" and the toast.
    stoppedTimers: 2000,
    steps: [...sendEmail, at.press('passcode.resendCode'), at.says('passcode.codeSent')],
  },
  'OTPAuthenticate, not sent again': {
    config: codes('email'),
    steps: [
      ...sendEmail,
      at.says('passcode.title'),
      at.fail([{ route: 'POST /otps/*/login_or_create', ...refused }]),
      at.press('passcode.resendCode'),
      alert,
    ],
  },
  OTPConfirmation: { config: codes('email'), steps: [...sendEmail, at.typeCode(true), at.says('otp.success.content')] },

  'PasswordCreateOrLogin, create': { config: PASSWORDS, steps: [...sendEmail, at.shows('#password-input')] },
  'PasswordCreateOrLogin, create, quartz, nothing typed': {
    ...quartz,
    config: PASSWORDS,
    steps: [...sendEmail, at.shows('#password-input'), at.submit, at.says('password.missing')],
  },
  'PasswordCreateOrLogin, create, weak': {
    config: PASSWORDS_AND_LINKS,
    steps: [...sendEmail, at.fill('password', 'jonathanx'), at.says('password.zxcvbn.warning.similarToCommonPassword')],
  },
  'PasswordCreateOrLogin, create, strong': {
    config: PASSWORDS_AND_CODES,
    steps: [
      ...sendEmail,
      at.fill('password', GOOD),
      at.shows('form button[type=submit]:not([aria-disabled=true])'),
      at.press('formField.password.show.ariaLabel'),
      at.shows('#password-input[type=text]'),
    ],
  },
  'PasswordCreateOrLogin, create, LUDS': {
    config: PASSWORDS,
    project: { password_config: { luds_complexity: 3, luds_minimum_count: 8 } },
    steps: [...sendEmail, at.fill('password', 'abcdefgh'), at.shows('[data-met=true]')],
  },
  'PasswordCreateOrLogin, create, breached': {
    config: PASSWORDS,
    steps: [...sendEmail, at.fill('password', BREACHED), at.says('password.strengthError.breached')],
  },
  'PasswordCreateOrLogin, create, not checked': {
    config: PASSWORDS,
    faults: [{ route: 'POST /passwords/strength_check', status: 503, body: 'x' }],
    steps: [...sendEmail, at.fill('password', GOOD), at.says('button.retry')],
  },
  'PasswordCreateOrLogin, log in, wrong': {
    config: PASSWORDS_AND_LINKS,
    steps: [account({ password: GOOD }), ...sendEmail, ...sendPassword('wrong'), at.says('error.unauthorizedCredentials')],
  },
  'PasswordCreateOrLogin, passwordless, code': {
    config: PASSWORDS_AND_CODES,
    steps: [account(), ...sendEmail, at.says('passcode.title')],
  },
  'PasswordCreateOrLogin, passwordless, link': {
    config: PASSWORDS_AND_LINKS,
    steps: [account(), ...sendEmail, at.says('emailConfirmation.title')],
  },
  PasswordForgot: { config: PASSWORDS, steps: forget },
  'PasswordForgot, another way in': { config: PASSWORDS_AND_LINKS, steps: forget },
  PasswordBreached: {
    config: PASSWORDS,
    steps: [account({ password: BREACHED }), ...sendEmail, ...sendPassword(BREACHED), at.says('password.breached.title')],
  },
  PasswordSetNew: { config: PASSWORDS, steps: [account(), ...sendEmail, at.says('password.setNew.title')] },
  'PasswordDedupe, resent': {
    config: PASSWORDS,
    steps: [
      account({ password: GOOD, password_requires_reset: true }),
      ...sendEmail,
      ...sendPassword(GOOD),
      at.says('password.resetRequired.title'),
      at.press('password.didntGetItResend', 'resendButton'),
      at.sent(2),
    ],
  },
  PasswordResetForm: { config: PASSWORDS, steps: [...forget, at.openReset('reset_password'), at.says('password.reset.title')] },
  'PasswordResetForm, logging in': {
    config: PASSWORDS,
    faults: [{ route: 'POST /magic_links/authenticate', hold: 'for good' }],
    steps: [...forget, at.openReset('login'), at.says('password.reset.loggingInProgress')],
  },
  PasswordConfirmation: {
    config: PASSWORDS,
    steps: [account({ password: GOOD }), ...sendEmail, ...sendPassword(GOOD), at.says('success.title')],
  },
  'PasswordConfirmation, with a new passkey': {
    config: { products: ['passwords', 'passkeys'], passkeyOptions: { upgrade: true } },
    device: 'passkeys',
    steps: [account({ password: GOOD }), ...sendEmail, ...sendPassword(GOOD), at.says('passkey.created')],
  },

  CryptoConnect: { config: WALLETS, device: 'wallets', steps: [at.pressNamed('Coinbase'), at.says('crypto.connectWallet.title')] },
  CryptoSignMessage: { config: WALLETS, device: 'wallets', steps: [at.pressNamed('Binance'), at.says('crypto.signMessage.title')] },
  CryptoError: { config: WALLETS, device: 'wallets', steps: [at.pressNamed('Timbuktu'), alert] },
  CryptoOtherScreen: {
    config: { products: ['crypto', 'oauth'], oauthOptions: social('google', 'apple', 'github') },
    device: 'wallets',
    steps: [at.press('crypto.wallet.continueWithOtherWallet'), at.says('crypto.continueWithOtherWallet.title')],
  },
  CryptoSetupWallet: { config: WALLETS, steps: [at.press('crypto.wallet.setupNewWallet'), at.says('crypto.setupNewWallet.instruction')] },
  CryptoConfirmation: { config: WALLETS, device: 'wallets', steps: [at.pressNamed('Metamask'), at.says('crypto.success.content')] },

  PasskeyConfirmation: {
    config: PASSKEYS,
    device: 'passkeys',
    steps: [...signedIn, at.makePasskey, at.signOut, at.press('button.loginWithPasskey'), at.says('passkey.success.content')],
  },
  PasskeyRegistrationStart: {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [...signedIn, at.says('button.createPasskey')],
  },
  'PasskeyRegistrationStart, without passkeys': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'noPasskeys',
    steps: [...signedIn, alert],
  },
  'PasskeyRegistrationStart, nobody signed in': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [alert],
  },
  'PasskeyRegistrationSuccess, none': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [...signedIn, at.press('button.skip'), at.says('passkey.none')],
  },
  'PasskeyRegistrationSuccess, of several devices': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [
      ...signedIn,
      at.hasPasskeys(namedPasskeys),
      at.press('button.skip'),
      at.pressOfRow('button.delete', namedPasskeys[2]!.name),
      at.says('passkey.registrationSuccess.deleteWarning'),
    ],
  },
  'PasskeyRegistrationSuccess, editing': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [...passkeyMade, at.pressOfRow('button.rename.ariaLabel'), at.says('button.save.ariaLabel')],
  },
  'PasskeyRegistrationSuccess, deleting': {
    props: { mount: 'mountPasskeyRegistration' },
    device: 'passkeys',
    steps: [...passkeyMade, at.pressOfRow('button.delete'), at.says('passkey.registrationSuccess.deleteWarning')],
  },

  SecondFactor: { ...secondFactor('totp', 'sms', 'recoveryCode'), steps: [...askedAgain, at.says('secondFactor.totp.content')] },
  'SecondFactor, wrong code': {
    ...secondFactor('totp', 'sms', 'recoveryCode'),
    steps: [...askedAgain, at.fill('code', '000000'), at.says('secondFactor.error.totp')],
  },
  'SecondFactor, text message': {
    ...secondFactor('sms', 'totp', 'recoveryCode'),
    steps: [...askedAgain, at.says('secondFactor.sms.content')],
  },
  'SecondFactor, text message sent': {
    ...secondFactor('sms', 'totp', 'recoveryCode'),
    steps: [...askedAgain, at.press('secondFactor.sms.send'), at.says('passcode.resendCode')],
  },
  'SecondFactor, recovery code': {
    ...secondFactor('recoveryCode', 'totp', 'sms'),
    steps: [...askedAgain, at.says('secondFactor.recoveryCode.content')],
  },
  'SecondFactor, wrong recovery code': {
    ...secondFactor('recoveryCode', 'totp', 'sms'),
    steps: [...askedAgain, at.fill('recoveryCode', 'larch'), at.submit, at.says('secondFactor.error.recoveryCode')],
  },
  'SecondFactor, recovery code accepted': { ...secondFactor('recoveryCode', 'totp'), steps: recovered },
  'SecondFactor, none': { ...secondFactor('totp', 'sms'), steps: [...signedIn, at.says('secondFactor.none')] },
  'SecondFactor, nobody signed in': { ...secondFactor('totp', 'sms'), steps: [at.says('secondFactor.noUser')] },
  SecondFactorConfirmation: {
    ...secondFactor('recoveryCode', 'totp'),
    steps: [...recovered, at.press('secondFactor.continue'), at.says('secondFactor.success.content')],
  },

  LogInSecondFactor: { ...beforeSession, steps: askedFirst },
  'LogInSecondFactor, no device is trusted': {
    ...beforeSession,
    project: { ...beforeSession.project, trusted_devices: false },
    steps: askedFirst,
  },
  'LogInSecondFactor, wrong code': {
    ...beforeSession,
    steps: [...askedFirst, at.fill('code', '000000'), at.says('secondFactor.error.totp')],
  },
  'LogInSecondFactor, recovery code': { ...beforeSession, steps: askedForCode },
  'LogInSecondFactor, wrong recovery code': {
    ...beforeSession,
    steps: [...askedForCode, at.fill('recoveryCode', 'larch'), at.submit, at.says('secondFactor.error.recoveryCode')],
  },
  'LogInSecondFactor, recovery code accepted': { ...beforeSession, steps: letInByCode },
  LogInConfirmation: { ...beforeSession, steps: [...letInByCode, at.press('secondFactor.continue'), at.says('login.success.content')] },

  Account: { ...inAccount, steps: whole },
  'Account, quartz': { ...inAccount, props: { ...inAccount.props, ...quartz.props }, steps: whole },
  'Account, an agent that is let in': {
    ...inAccount,
    faults: [
      {
        route: 'GET /users/connected_apps',
        status: 200,
        body: { data: { request_id: 'r', status_code: 200, connected_apps: [agentLetIn] } },
      },
    ],
    steps: [...signedIn, at.open(), at.says('account.appUsed')],
  },
  'Account, removing': {
    ...inAccount,
    steps: [...whole, at.pressOfRow('button.remove', '+1 213 373 4253'), at.says('account.removeQuestion')],
  },
  'Account, removing, refused': {
    ...inAccount,
    faults: [{ route: 'DELETE /users/oauth/:id', ...refused }],
    steps: [...whole, at.pressOfRow('button.remove', 'Google'), at.click('.lk-danger'), alert],
  },
  'Account, confirming': { ...inAccount, faults: [tooOld], steps: confirming },
  'Account, confirming, quartz': { ...inAccount, props: { ...inAccount.props, ...quartz.props }, faults: [tooOld], steps: confirming },
  'Account, confirming by password, quartz': {
    ...inAccount,
    props: { ...inAccount.props, ...quartz.props },
    faults: [tooOld],
    steps: [...confirming, at.click('.lk-dialog .lk-row'), at.shows('.lk-dialog input[type=password]')],
  },
  'Account, the last way in': { ...inAccount, steps: [...signedIn, at.pressOfRow('button.remove', EMAIL), at.says('account.lastWayIn')] },
  'Account, nobody signed in': { ...inAccount, steps: [alert] },
  'AccountDestination, email': {
    ...inAccount,
    steps: [...signedIn, at.addTo('account.emails', 'account.addEmail'), at.says('button.sendCode')],
  },
  'AccountDestination, phone': {
    ...inAccount,
    steps: [...signedIn, at.addTo('account.phoneNumbers', 'account.addPhoneNumber'), at.says('button.sendCode')],
  },
  AccountCode: {
    ...inAccount,
    steps: [
      ...signedIn,
      at.addTo('account.emails', 'account.addEmail'),
      at.fill('email', 'ada@analytical.example'),
      at.submit,
      at.says('passcode.title'),
    ],
  },
  AccountApp: {
    ...inAccount,
    steps: [...signedIn, at.addTo('account.authenticatorApp', 'account.addAuthenticatorApp'), at.shows('.lk-qr')],
  },
  AccountRecoveryCodes: { ...inAccount, steps: [...whole, at.press('account.recoveryCodes'), at.shows('.lk-codes')] },

  ConfirmEmail: { ...unproven, steps: refusedPasskey },
  'ConfirmEmail, code': { ...unproven, steps: [...refusedPasskey, at.press('confirmEmail.send'), at.says('passcode.title')] },
  'ConfirmEmail, link': { ...unproven, faults: [noCodes], steps: linkSent },
  'ConfirmEmail, link, not opened yet': {
    ...unproven,
    faults: [noCodes],
    steps: [...linkSent, at.press('confirmEmail.continue'), at.says('confirmEmail.pending')],
  },

  UrlLogIn: {
    config: LINKS,
    props: { authenticateByUrl: true },
    faults: [{ route: 'POST /magic_links/authenticate', hold: 'for good' }],
    steps: [...sendEmail, at.openLink, at.says('login.loading')],
  },
  'UrlLogIn, press': {
    config: LINKS,
    props: { authenticateByUrl: 'press' },
    steps: [...sendEmail, at.openLink, at.says('login.press.title')],
  },
  'UrlLogIn, began elsewhere': {
    config: LINKS,
    props: { authenticateByUrl: true },
    steps: [at.open({ stytch_token_type: 'oauth', token: 'of somebody else' }), at.says('login.begun.content')],
  },
  'UrlLogIn, another account': {
    config: LINKS,
    props: { authenticateByUrl: true },
    steps: [...signedIn, at.open({ stytch_token_type: 'magic_links', token: 'of somebody else' }), at.says('login.replace.stay')],
  },
  Success: { config: LINKS, props: { authenticateByUrl: true }, steps: [...sendEmail, at.openLink, at.says('success.title')] },
  Error: {
    config: LINKS,
    props: { authenticateByUrl: true },
    faults: [{ route: 'POST /magic_links/authenticate', ...refused }],
    steps: [...sendEmail, at.openLink, alert],
  },

  'Error, a log-in that took too long': {
    ...beforeSession,
    faults: [
      {
        route: 'POST /totps/authenticate',
        status: 401,
        body: { status_code: 401, error_type: 'second_factor_expired', error_message: 'Too late.' },
      },
    ],
    steps: [...askedFirst, at.fill('code', '000000'), at.says('secondFactor.expired')],
  },
  'Error, another link': {
    config: LINKS,
    props: { authenticateByUrl: true },
    project: { pkce_required_for_email_magic_links: true },
    faults: [
      {
        route: 'POST /magic_links/authenticate',
        status: 400,
        body: { status_code: 400, error_type: 'pkce_expected_code_verifier', error_message: 'No code_verifier.' },
      },
    ],
    steps: [...sendEmail, at.openLink, at.says('error.newLink')],
  },

  'IDPConsent, question': { ...consent, steps: ask() },
  'IDPConsent, question, logos': {
    ...consent,
    props: { ...consent.props, styles: { logo: { logoImageUrl: logo } } },
    steps: ask({ client: { logo_url: appLogo } }),
  },
  'IDPConsent, question, the logo of the app alone': { ...consent, steps: ask({ client: { logo_url: appLogo } }) },
  'IDPConsent, question, unfolded': {
    ...consent,
    steps: [...ask({ scope: 'openid profile email phone offline_access full_access notes:read notes:write nope' }), at.unfold],
  },
  'IDPConsent, question, folded warning': { ...consent, steps: ask({ scope: 'openid offline_access full_access notes:write' }) },
  'IDPConsent, question, agent': {
    ...consent,
    steps: ask({
      client: { client_id: AGENT, redirect_uris: [LOOPBACK] },
      query: { client_id: AGENT, redirect_uri: LOOPBACK, resource: 'https://tools.example/mcp' },
      scope: 'openid notes:read offline_access',
    }),
  },
  // the host that the app's id names is also where the visitor goes
  'IDPConsent, question, site of an agent': {
    ...consent,
    steps: ask({
      client: { client_id: AGENT, client_name: 'Larch Support', redirect_uris: ['https://agent.example/callback'] },
      query: { client_id: AGENT, redirect_uri: 'https://agent.example/callback', resource: 'https://tools.example/mcp' },
      scope: 'openid notes:read',
    }),
  },
  'IDPConsent, question, two resources that look alike': {
    ...consent,
    steps: ask({ query: { resource: ['https://tools.example/mcp', 'https://xn--tols-55d.example/mcp'] } }),
  },
  'IDPConsent, question, choices': {
    ...consent,
    manifest: choices,
    steps: [
      ...ask({ scope: 'openid notes:read offline_access profile' }),
      at.click('li:last-child input'),
      at.shows('li:last-child input:not(:checked)'),
    ],
  },
  'IDPConsent, question, 25 choices': {
    ...consent,
    manifest: folders.map(({ scope, description }) => ({ text: description, scopes: [scope], selectable: true })),
    steps: ask({ scope: folders.map(({ scope }) => scope).join(' '), scopes: folders }),
  },
  'IDPConsent, question, 25 scopes, quartz': {
    ...consent,
    props: { ...consent.props, ...quartz.props },
    steps: [...ask({ scope: folders.map(({ scope }) => scope).join(' '), scopes: folders }), at.says('idpConsent.showAll')],
  },
  'IDPConsent, question, 25 scopes': {
    ...consent,
    steps: ask({ scope: folders.map(({ scope }) => scope).join(' '), scopes: folders }),
  },
  'IDPConsent, question, 500 scopes': {
    ...consent,
    steps: ask({ scope: `notes:read ${Array.from({ length: 500 }, (_, index) => `s${index}`).join(' ')}` }),
  },
  'IDPConsent, question, 300 characters': {
    ...consent,
    steps: ask({ client: { client_name: 'Wotan'.repeat(60) }, scope: `openid notes:write ${'x'.repeat(300)}` }),
  },
  'IDPConsent, question, 20,000 characters': {
    ...consent,
    project: { project_name: 'W'.repeat(20_000) },
    steps: [
      ...ask({
        client: { client_name: 'Wotan'.repeat(4000), redirect_uris: [`notes.app:/${'x'.repeat(5000)}`] },
        scope: `openid notes:read notes:write ${'x'.repeat(2000)}`,
        query: { redirect_uri: `notes.app:/${'x'.repeat(5000)}` },
      }),
      at.unfold,
    ],
  },
  'IDPConsent, question, failed': {
    ...consent,
    steps: [...ask(), at.fail([{ route: SUBMIT, status: 500, body: 'x' }]), at.press('idpConsent.button.allow'), alert],
  },
  'IDPConsent, question, busy': {
    ...consent,
    faults: [{ route: SUBMIT, hold: 'for good' }],
    steps: [...ask(), at.press('idpConsent.button.deny'), at.shows('[aria-busy=true]')],
  },
  'IDPConsent, denied': {
    ...consent,
    // without a way back to the app
    faults: [{ route: SUBMIT, status: 200, body: { data: { request_id: 'r', status_code: 200 } } }],
    steps: [...ask(), at.press('idpConsent.button.deny'), at.says('idpConsent.denied')],
  },
  'IDPConsent, success': {
    ...consent,
    steps: [...ask({ query: { redirect_uri: INSTALLED } }), at.press('idpConsent.button.allow'), at.says('button.continue')],
  },
  'IDPConsent, no session': {
    ...consent,
    steps: [...send({ signedIn: false, query: { redirect_uri: CALLBACK } }), at.says('idpConsent.noActiveSession')],
  },
  'IDPConsent, missing parameter': { ...consent, steps: [alert] },
  'IDPConsent, waiting': {
    ...consent,
    faults: [{ route: 'POST /idp/oauth/authorize/start', hold: 'for good' }],
    steps: [...send({ query: { redirect_uri: CALLBACK } }), at.says('loading.ariaLabel')],
  },
  'IDPConsent, log out': { ...consent, steps: logOut() },
  'IDPConsent, not logged out': { ...consent, steps: [...logOut(), at.press('idpLogout.no'), at.says('idpLogout.notLoggedOut')] },
  'IDPConsent, logged out': { ...consent, steps: [...logOut(INSTALLED), at.press('idpLogout.yes'), at.says('button.continue')] },
} satisfies Partial<Record<ScreenStateName, ScreenState>>
