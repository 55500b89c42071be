/** Every screen and state of the widget, and how to get there, for tests that check all of them. Those of the consent screens are in consentScreens.ts. */
import { providerNames } from '../../src/products/oauth/providerWords.ts'
import type { ScreenName } from '../../src/ui/map.ts'
import * as password from './passwordVisits.ts'
import type { Locator, Page } from 'playwright-core'
import { withSoftwareWallets } from './softwareWallets.ts'
import {
  alertOf,
  BOOTSTRAP,
  codes,
  LINKS,
  OPEN_LINK,
  SEND_CODE,
  SEND_LINK,
  standing,
  until,
  VERIFY,
  visible,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

export interface ScreenState {
  /** Begins with the screen's name in the map. */
  name: ScreenName | `${ScreenName}, ${string}`
  config?: object
  /** Props of the mount beside `config`. */
  props?: object
  /** Options of the client, given the provider's URL. */
  options?: (provider: string) => object
  arrangement?: Arrangement
  /** Leads from the page, just opened, to the state. */
  go: (visitor: Visitor) => Promise<unknown>
}

const EMAIL = 'ada.lovelace@example.com'
const twice = {
  status: 429,
  body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests. See https://example.com/limits.' },
}

const atCode = async (visitor: Visitor) => {
  const { email, phone, continueWithEmail, continueWithText, codeAwaited } = widget(visitor.page)
  await visible(email.or(phone))
  if (await phone.isVisible()) {
    await phone.pressSequentially('2133734253')
    await continueWithText.click()
  } else {
    await email.fill(EMAIL)
    await continueWithEmail.click()
  }
  await visible(codeAwaited)
  return (await visitor.message()).code!
}

const sendLink = async ({ page }: Visitor) => {
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
}

const byLink = async (visitor: Visitor) => {
  await sendLink(visitor)
  await visitor.page.goto((await visitor.message()).url!)
}

const shown =
  (locate: (page: Page) => Locator) =>
  ({ page }: Visitor) =>
    visible(locate(page).first())

const WALLETS = { products: ['crypto', 'emailMagicLinks'] }
/** Enough software wallets for every screen of wallets: one that never answers, one that refuses, one that signs. */
const wallets = (page: Page) =>
  page.addInitScript(
    withSoftwareWallets(`
    const mannered = (manners) => soft.createEthereumWallet({ manners })
    soft.announceEthereum(mannered({ connect: 'agrees', sign: 'agrees' }), { name: 'MetaMask', rdns: 'io.metamask' })
    soft.announceEthereum(mannered({ connect: 'hangs', sign: 'hangs' }), { name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet' })
    soft.announceEthereum(mannered({ connect: 'agrees', sign: 'hangs' }), { name: 'Binance Wallet', rdns: 'com.binance.wallet' })
    soft.announceEthereum(mannered({ connect: 'refuses', sign: 'refuses' }), { name: 'The Very Careful Wallet of Timbuktu', rdns: 'example.careful' })
    window.solana = soft.createInjectedSolana()`),
  )
const press = (name: string | RegExp) => (visitor: Visitor) => visitor.page.getByRole('button', { name }).click()
const heading = (name: string) => (visitor: Visitor) => visible(visitor.page.getByRole('heading', { name }))
const inTurn =
  (...steps: ((visitor: Visitor) => Promise<unknown>)[]) =>
  async (visitor: Visitor) => {
    for (const step of steps) await step(visitor)
  }

/** A device that keeps passkeys and is touched at once. */
const device = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
}
const PASSKEYS = { props: { mount: 'mountPasskeyRegistration' }, arrangement: { first: device } }
/** Signs the visitor in by other means, on the current page. */
const signIn = async ({ page, emulator }: Visitor) => {
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'vRIQomL!faE2S44s' }] })
  const given = { email: EMAIL, password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 }
  await page.evaluate((given) => (window as any).client.passwords.authenticate(given), given)
}
const makePasskey = inTurn(signIn, press('Create a Passkey'), heading('Passkey successfully created!'), press(/^Rename/))

/** Names that visitors gave: a plain one, one from right to left, and one that is as long as a name can be. */
const NAMES = [
  'Ada’s phone',
  'המחשב של עדה',
  'The laptop that I bought in 2019 and that has been in the repair shop of my brother ever since, sadly',
]
/** Gives the visitor, who is signed in, passkeys with these names, each created in another browser. */
const withPasskeys = async ({ page, emulator }: Visitor) => {
  const agents = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
    '',
  ]
  const webauthn_registrations = NAMES.map((name, at) => ({
    webauthn_registration_id: `webauthn-registration-test-${at}`,
    domain: 'localhost',
    user_agent: agents[at],
    authenticator_type: '',
    name,
  }))
  const user = await page.evaluate(() => (window as any).client.user.get())
  emulator.faults([{ route: 'GET /users/me', status: 200, body: { data: { ...user, webauthn_registrations } } }])
}
const askingAboutPasskey = (page: Page) => page.getByText('Once deleted, the passkey cannot be restored.')

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" rx="8" fill="#5b5bd6"/></svg>'
const logo = `data:image/svg+xml,${encodeURIComponent(picture)}`

const social = (...types: string[]) => ({ providers: types.map((type) => ({ type })) })

/** Google's prompt, embedded. Both of its scripts are the emulator's. */
const oneTap = {
  config: {
    products: ['oauth', 'emailMagicLinks'],
    oauthOptions: { providers: [{ type: 'google', one_tap: true, position: 'forceLegacyEmbedded' }, { type: 'apple' }] },
  },
  options: (provider: string) => ({
    endpoints: { clientsideServicesIframeURL: `${provider}/clientside-services/index.html`, googleURL: `${provider}/gsi/client` },
  }),
}

const passwordStates: ScreenState[] = [
  { name: 'PasswordCreateOrLogin, create', go: (visitor) => password.submitEmail(visitor).then(() => visible(password.field(visitor))) },
  {
    name: 'PasswordCreateOrLogin, create, weak',
    config: password.WITH_LINKS,
    go: async (visitor) => {
      await password.submitEmail(visitor)
      await password.field(visitor).fill('jonathanx')
      await visible(visitor.page.getByText('This is similar to a commonly used password'))
    },
  },
  {
    name: 'PasswordCreateOrLogin, create, strong',
    config: password.WITH_CODES,
    go: async (visitor) => {
      await password.submitEmail(visitor)
      await password.field(visitor).fill(password.GOOD)
      await until(() => password.button(visitor, 'Continue').isEnabled(), 'Continue')
      await password.button(visitor, 'Show password').click()
    },
  },
  {
    name: 'PasswordCreateOrLogin, create, LUDS',
    arrangement: { project: password.LUDS },
    go: async (visitor) => {
      await password.submitEmail(visitor)
      await password.field(visitor).fill('abcdefgh')
      await visible(visitor.page.locator('[data-met=true]'))
    },
  },
  {
    name: 'PasswordCreateOrLogin, create, breached',
    go: async (visitor) => {
      await password.submitEmail(visitor)
      await password.field(visitor).fill(password.BREACHED)
      await visible(visitor.page.getByText('This password may have been used'))
    },
  },
  {
    name: 'PasswordCreateOrLogin, create, not checked',
    arrangement: { faults: [{ route: 'POST /passwords/strength_check', status: 503, body: 'x' }] },
    go: async (visitor) => {
      await password.submitEmail(visitor)
      await password.field(visitor).fill(password.GOOD)
      await visible(widget(visitor.page).tryAgain)
    },
  },
  {
    name: 'PasswordCreateOrLogin, log in, wrong',
    config: password.WITH_LINKS,
    go: async (visitor) => {
      password.seeded(visitor, { password: password.GOOD })
      await password.submitEmail(visitor)
      await password.submitPassword(visitor, 'wrong')
      await alertOf(visitor.page)
    },
  },
  {
    name: 'PasswordCreateOrLogin, passwordless, code',
    config: password.WITH_CODES,
    go: async (visitor) => {
      password.seeded(visitor)
      await password.submitEmail(visitor)
      await visible(widget(visitor.page).codeAwaited)
    },
  },
  {
    name: 'PasswordCreateOrLogin, passwordless, link',
    config: password.WITH_LINKS,
    go: async (visitor) => {
      password.seeded(visitor)
      await password.submitEmail(visitor)
      await visible(widget(visitor.page).checkYourEmail)
    },
  },
  { name: 'PasswordForgot', go: password.forget },
  { name: 'PasswordForgot, another way in', config: password.WITH_LINKS, go: password.forget },
  {
    name: 'PasswordBreached',
    go: async (visitor) => {
      password.seeded(visitor, { password: password.BREACHED })
      await password.submitEmail(visitor)
      await password.submitPassword(visitor, password.BREACHED)
      await password.title(visitor, 'Check your email to set a new password')
    },
  },
  {
    name: 'PasswordResetForm',
    go: async (visitor) => {
      await password.forget(visitor)
      await visitor.page.goto(await password.resetUrl(visitor, 'reset_password'))
      await password.title(visitor, 'Reset your password')
    },
  },
  {
    name: 'PasswordResetForm, logging in',
    arrangement: { faults: [{ route: password.LOG_IN, hold: 'for good' }] },
    go: async (visitor) => {
      await password.forget(visitor)
      await visitor.page.goto(await password.resetUrl(visitor, 'login'))
      await password.title(visitor, 'Logging in...')
    },
  },
  {
    name: 'PasswordSetNew',
    go: async (visitor) => {
      password.seeded(visitor)
      await password.submitEmail(visitor)
      await password.title(visitor, 'Check your email!')
    },
  },
  {
    name: 'PasswordDedupe, resent',
    go: async (visitor) => {
      password.seeded(visitor, { password: password.GOOD, password_requires_reset: true })
      await password.submitEmail(visitor)
      await password.submitPassword(visitor, password.GOOD)
      await password.title(visitor, 'Check your email to set a new password!')
      await visitor.page.getByRole('button', { name: 'Resend email' }).click()
      await visitor.message(2)
    },
  },
  {
    name: 'PasswordConfirmation',
    go: async (visitor) => {
      password.seeded(visitor, { password: password.GOOD })
      await password.submitEmail(visitor)
      await password.submitPassword(visitor, password.GOOD)
      await visible(widget(visitor.page).success)
    },
  },
]

const socialStates: ScreenState[] = [
  {
    name: 'Main, social sign-in',
    config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: social('google', 'apple', 'github', 'microsoft', 'newer') },
    go: shown((page) => page.getByRole('button', { name: 'Continue with newer' })),
  },
  {
    name: 'Main, everything at once',
    config: {
      products: ['oauth', 'crypto', 'passkeys', 'passwords', 'otp', 'emailMagicLinks'],
      oauthOptions: social(...Object.keys(providerNames)),
      otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
      emailMagicLinksOptions: {},
    },
    go: async ({ page }) => {
      await visible(page.locator('#oauth-yahoo path').first())
      await visible(widget(page).email)
      await visible(page.getByRole('button', { name: 'Set up a new crypto wallet' }))
    },
  },
  {
    name: 'Main, on the way to another provider',
    config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: social('google', 'slack') },
    arrangement: {
      faults: [{ route: BOOTSTRAP, hold: 'for good' }],
      first: (page) => page.context().route('**/start?*', (route) => route.fulfill({ status: 204 })),
    },
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Continue with Slack' }).click()
      await visible(page.locator('#oauth-slack[aria-busy=true]'))
    },
  },
  {
    name: 'Main, a provider that is set up wrongly',
    config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'google', custom_scopes: 'calendar' }] } },
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await alertOf(page)
    },
  },
  {
    name: 'Main, One Tap',
    ...oneTap,
    arrangement: { first: standing(5000) },
    go: shown((page) => page.frameLocator('.lk iframe').getByRole('button', { name: 'Close' })),
  },
  {
    name: 'Main, One Tap on its way',
    ...oneTap,
    // The widget waits 5 s for it.
    arrangement: { faults: [{ route: 'GET /gsi/status', hold: 'for good' }], first: standing(5000) },
    go: shown((page) => page.locator('.lk-one-tap [role=status]')),
  },
  {
    name: 'Main, One Tap that is set up wrongly',
    ...oneTap,
    arrangement: { project: { google_client_id: null } },
    go: ({ page }) => alertOf(page),
  },
]

export const states: ScreenState[] = [
  ...passwordStates.map((state) => ({
    config: password.PASSWORDS,
    ...state,
    arrangement: { pages: password.resetPage, ...state.arrangement },
  })),
  ...socialStates,
  { name: 'Main, email link', config: LINKS, go: shown((page) => widget(page).email) },
  {
    name: 'Main, logo and watermark',
    config: LINKS,
    props: { styles: { logo: { logoImageUrl: logo } } },
    arrangement: { project: { disable_sdk_watermark: false } },
    go: shown((page) => page.getByText('Powered by')),
  },
  { name: 'Main, text message', config: codes('sms'), go: shown((page) => widget(page).phone) },
  { name: 'Main, WhatsApp', config: codes('whatsapp'), go: shown((page) => widget(page).phone) },
  { name: 'Main, email code', config: codes('email'), go: shown((page) => widget(page).email) },
  {
    name: 'Main, tabs',
    config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } },
    go: shown((page) => page.getByRole('tab')),
  },
  {
    name: 'Main, misconfigured',
    config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } },
    go: ({ page }) => alertOf(page),
  },
  {
    name: 'Main, invalid email',
    config: LINKS,
    go: async ({ page }) => {
      await widget(page).email.fill('ada')
      await widget(page).continueWithEmail.click()
      await alertOf(page)
    },
  },
  {
    name: 'Main, invalid phone number',
    config: codes('sms'),
    go: async ({ page }) => {
      await widget(page).phone.pressSequentially('213')
      await widget(page).continueWithText.click()
      await alertOf(page)
    },
  },
  {
    name: 'Main, sending',
    config: LINKS,
    arrangement: { faults: [{ route: SEND_LINK, hold: 'for good' }] },
    go: async ({ page }) => {
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
      await visible(page.locator('[aria-busy=true]'))
    },
  },
  {
    name: 'Main, a method that cannot be loaded',
    config: codes('email'),
    arrangement: { first: (page) => page.context().route('**/c/otp*.js*', (route) => route.fulfill({ status: 404 })) },
    go: ({ page }) => alertOf(page),
  },
  { name: 'EmailConfirmation', config: LINKS, go: sendLink },
  { name: 'OTPAuthenticate', config: codes('sms'), go: atCode },
  {
    name: 'OTPAuthenticate, typing',
    config: codes('email'),
    go: async (visitor) => {
      await atCode(visitor)
      await visitor.page.keyboard.type('123')
    },
  },
  {
    name: 'OTPAuthenticate, verifying',
    config: codes('email'),
    arrangement: { faults: [{ route: VERIFY, hold: 'for good' }] },
    go: async (visitor) => {
      await atCode(visitor)
      await visitor.page.keyboard.type('123456')
      await visible(visitor.page.getByText('Verifying passcode...'))
    },
  },
  {
    name: 'OTPAuthenticate, wrong code',
    config: codes('email'),
    go: async (visitor) => {
      const code = await atCode(visitor)
      await visitor.page.keyboard.type(code === '123456' ? '123457' : '123456')
      await alertOf(visitor.page)
      await until(async () => (await widget(visitor.page).code.inputValue()) === '', 'the digits are cleared')
    },
  },
  {
    name: 'OTPAuthenticate, no answer',
    config: codes('email'),
    arrangement: { faults: [{ route: VERIFY, ...twice }] },
    go: async (visitor) => {
      await visitor.page.keyboard.type(await atCode(visitor))
      await visible(widget(visitor.page).tryAgain)
    },
  },
  {
    name: 'OTPAuthenticate, expired',
    config: { products: ['otp'], otpOptions: { methods: ['email'], expirationMinutes: 0.001 } },
    arrangement: {
      faults: [
        {
          route: SEND_CODE.replace('*', 'email'),
          status: 200,
          body: { data: { method_id: 'email-test-1', request_id: 'r', status_code: 200 } },
        },
      ],
    },
    go: async ({ page }) => {
      await widget(page).email.fill(EMAIL)
      await widget(page).continueWithEmail.click()
      await visible(page.getByText('Your code has expired.'))
    },
  },
  {
    name: 'OTPAuthenticate, sent again',
    config: codes('email'),
    // "Code sent" and the toast.
    arrangement: { first: standing(2000) },
    go: async (visitor) => {
      await atCode(visitor)
      await widget(visitor.page).resend.click()
      await visible(visitor.page.getByRole('button', { name: 'Code sent' }))
    },
  },
  {
    name: 'OTPAuthenticate, not sent again',
    config: codes('email'),
    go: async (visitor) => {
      await atCode(visitor)
      visitor.emulator.faults([{ route: SEND_CODE, ...twice }])
      await widget(visitor.page).resend.click()
      await alertOf(visitor.page)
    },
  },
  {
    name: 'OTPConfirmation',
    config: codes('email'),
    go: async (visitor) => {
      await visitor.page.keyboard.type(await atCode(visitor))
      await visible(widget(visitor.page).success)
    },
  },
  {
    name: 'Success',
    config: LINKS,
    props: { authenticateByUrl: true },
    go: async (visitor) => {
      await byLink(visitor)
      await visible(widget(visitor.page).success)
    },
  },
  {
    name: 'Error',
    config: LINKS,
    props: { authenticateByUrl: true },
    arrangement: { faults: [{ route: OPEN_LINK, ...twice }] },
    go: async (visitor) => {
      await byLink(visitor)
      await visible(widget(visitor.page).wrong)
    },
  },
  {
    name: 'UrlLogIn',
    config: LINKS,
    props: { authenticateByUrl: true },
    arrangement: { faults: [{ route: OPEN_LINK, hold: 'for good' }] },
    go: async (visitor) => {
      await byLink(visitor)
      await visible(visitor.page.getByRole('status', { name: 'Logging in...' }))
    },
  },
  {
    name: 'Main, settings on their way',
    config: LINKS,
    arrangement: { faults: [{ route: BOOTSTRAP, hold: 'for good' }] },
    go: shown((page) => widget(page).email),
  },
  {
    name: 'Main, wallets',
    config: WALLETS,
    arrangement: { first: wallets },
    go: shown((page) => page.getByRole('button', { name: 'Timbuktu' })),
  },
  {
    name: 'Main, passkey button',
    config: { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } },
    go: shown((page) => page.getByRole('button', { name: 'Passkey' })),
  },
  {
    name: 'Main, a passkey that nobody has',
    config: { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } },
    arrangement: { faults: [{ route: 'POST /webauthn/authenticate/start/*', ...twice }] },
    go: inTurn(press('Login with a Passkey'), ({ page }) => alertOf(page)),
  },
  {
    name: 'CryptoConnect',
    config: WALLETS,
    arrangement: { first: wallets },
    go: inTurn(press('Continue with Coinbase'), heading('Connecting to your wallet...')),
  },
  {
    name: 'CryptoSignMessage',
    config: WALLETS,
    arrangement: { first: wallets },
    go: inTurn(press('Continue with Binance'), heading('Completing signature request...')),
  },
  {
    name: 'CryptoError',
    config: WALLETS,
    arrangement: { first: wallets },
    go: inTurn(press('Timbuktu'), heading('Looks like there was an error!')),
  },
  {
    name: 'CryptoOtherScreen',
    config: { products: ['crypto', 'oauth'], oauthOptions: { providers: ['google', 'apple', 'github'].map((type) => ({ type })) } },
    arrangement: { first: wallets },
    go: inTurn(
      press('Continue with other Crypto Wallet'),
      heading('Choose a wallet'),
      shown((page) => page.getByRole('button', { name: 'Solana' })),
    ),
  },
  {
    name: 'CryptoSetupWallet',
    config: WALLETS,
    go: inTurn(
      press('Set up a new crypto wallet'),
      shown((page) => page.getByRole('link', { name: 'Phantom' })),
    ),
  },
  {
    name: 'CryptoConfirmation',
    config: WALLETS,
    arrangement: { first: wallets },
    go: inTurn(
      press('Continue with Metamask'),
      shown((page) => page.getByText('You have successfully connected your wallet.')),
    ),
  },
  {
    name: 'PasskeyRegistrationStart',
    ...PASSKEYS,
    go: inTurn(
      signIn,
      shown((page) => page.getByRole('button', { name: 'Create a Passkey' })),
    ),
  },
  {
    name: 'PasskeyRegistrationStart, without passkeys',
    props: { mount: 'mountPasskeyRegistration' },
    arrangement: {
      first: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')),
    },
    go: inTurn(signIn, ({ page }) => alertOf(page)),
  },
  { name: 'PasskeyRegistrationStart, nobody signed in', ...PASSKEYS, go: ({ page }) => alertOf(page) },
  {
    name: 'PasskeyRegistrationSuccess, none',
    ...PASSKEYS,
    go: inTurn(
      signIn,
      press('Skip'),
      shown((page) => page.getByText('You have no passkeys yet.')),
    ),
  },
  {
    name: 'PasskeyRegistrationSuccess, of several devices',
    ...PASSKEYS,
    go: inTurn(signIn, withPasskeys, press('Skip'), press(`Delete: ${NAMES[2]}`), shown(askingAboutPasskey)),
  },
  {
    name: 'PasskeyRegistrationSuccess, editing',
    ...PASSKEYS,
    go: inTurn(
      makePasskey,
      shown((page) => page.locator('input:focus')),
    ),
  },
  {
    name: 'PasskeyRegistrationSuccess, deleting',
    ...PASSKEYS,
    go: inTurn(
      makePasskey,
      ({ page }) => page.keyboard.press('Escape'),
      press(/^Delete: /),
      shown((page) => page.getByText('Once deleted')),
    ),
  },
  {
    name: 'PasskeyConfirmation',
    config: { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } },
    arrangement: { first: device },
    go: async (visitor) => {
      await signIn(visitor)
      await visitor.page.evaluate(async () => {
        const { client } = window as any
        await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
        await client.session.revoke()
      })
      await press('Login with a Passkey')(visitor)
      await visible(visitor.page.getByText('Your Passkey has been successfully authenticated.'))
    },
  },
]
