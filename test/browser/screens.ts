/**
 * Every screen and state of the widget for tests that check all of them: the list of the gallery (src/playground/gallery/states.ts), and how a test leads there.
 * Those of the consent screens are in consentScreens.ts.
 */
import {
  ethereumWallets,
  letIn,
  MISTYPED,
  namedPasskeys,
  screenStates,
  secondFactors,
  WEB_VIEW,
  wholeAccount,
  type ScreenState as Needs,
} from '../../src/playground/gallery/states.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import * as password from './passwordVisits.ts'
import type { Locator, Page } from 'playwright-core'
import { withSoftwareWallets } from './softwareWallets.ts'
import type { LastMethod } from '../../src/ui/lastMethod.ts'
import { alertOf, PUBLIC_TOKEN, SEND_CODE, standing, until, visible, widget, type Arrangement, type Visitor } from './visitors.ts'

type ConsentName = Extract<keyof typeof screenStates, `IDPConsent${string}`>
type StateName = Exclude<keyof typeof screenStates, ConsentName>

export interface ScreenState {
  /** As the gallery names it: it begins with the screen's name in the map. */
  name: StateName | ConsentName
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

const hint = (page: Page) => page.getByRole('button', { name: 'Did you mean' })
const mistype = async ({ page }: Visitor) => {
  await widget(page).email.fill(MISTYPED)
  await widget(page).continueWithEmail.click()
  await visible(hint(page))
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

/** The wallets of the list, and a Solana wallet. */
const wallets = (page: Page) =>
  page.addInitScript(
    withSoftwareWallets(`
    for (const { name, rdns, manners } of ${JSON.stringify(ethereumWallets)})
      soft.announceEthereum(soft.createEthereumWallet({ manners }), { name, rdns })
    window.solana = soft.createInjectedSolana()`),
  )
const press = (name: string | RegExp) => (visitor: Visitor) => visitor.page.getByRole('button', { name }).click()
const heading = (name: string) => (visitor: Visitor) => visible(visitor.page.getByRole('heading', { name }))
const inTurn =
  (...steps: ((visitor: Visitor) => Promise<unknown>)[]) =>
  async (visitor: Visitor) => {
    for (const step of steps) await step(visitor)
  }

/** Signs the visitor in by other means, on the current page. */
export const signIn = async ({ page, emulator }: Visitor) => {
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'vRIQomL!faE2S44s' }] })
  const given = { email: EMAIL, password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 }
  await page.evaluate((given) => (window as any).client.passwords.authenticate(given), given)
}
/** Signs in a user with an authenticator app and a phone. */
const signInForMore = async ({ page, emulator }: Visitor) => {
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'vRIQomL!faE2S44s', ...secondFactors }] })
  const given = { email: EMAIL, password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 }
  await page.evaluate((given) => (window as any).client.passwords.authenticate(given), given)
}
const recover =
  (code: string) =>
  async ({ page }: Visitor) => {
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
const recovered = inTurn(signInForMore, recover(secondFactors.totp.recovery_codes[0]!), heading('Recovery code accepted'))

const makePasskey = inTurn(signIn, press('Create a Passkey'), heading('Passkey successfully created!'), press(/^Rename/))

/** Gives the visitor, who is signed in, passkeys with names of theirs, each created in another browser. */
const withPasskeys = async ({ page, emulator }: Visitor) => {
  const webauthn_registrations = namedPasskeys.map((passkey, at) => ({
    ...passkey,
    webauthn_registration_id: `webauthn-registration-test-${at}`,
    domain: 'localhost',
    authenticator_type: '',
  }))
  const user = await page.evaluate(() => (window as any).client.user.get())
  emulator.faults([{ route: 'GET /users/me', status: 200, body: { data: { ...user, webauthn_registrations } } }])
}
const askingAboutPasskey = (page: Page) => page.getByText('Once deleted, the passkey cannot be restored.')

/** Signs in somebody who has everything that can belong to an account. */
const withWholeAccount = async ({ page, emulator }: Visitor) => {
  emulator.seed({ users: [wholeAccount], clients: [letIn] })
  await page.evaluate(
    async ([email, password, client_id, redirect_uri]) => {
      const { client } = window as any
      await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
      await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
      await client.idp.oauthAuthorizeSubmit({ client_id, redirect_uri, response_type: 'code', scopes: ['openid'], consent_granted: true })
    },
    [EMAIL, wholeAccount.password!, letIn.client_id, letIn.redirect_uris[0]!] as const,
  )
  await page.evaluate(() => (window as any).mounted.unmount())
  await page.evaluate(() => (window as any).client.mountAccount((window as any).props))
  await visible(page.getByText(letIn.client_name))
}

/** How a test leads to each state. A state without one does not compile. */
const drivers: Record<StateName, ScreenState['go']> = {
  'PasswordCreateOrLogin, create': (visitor) => password.submitEmail(visitor).then(() => visible(password.field(visitor))),
  'PasswordCreateOrLogin, create, weak': async (visitor) => {
    await password.submitEmail(visitor)
    await password.field(visitor).fill('jonathanx')
    await visible(visitor.page.getByText('This is similar to a commonly used password'))
  },
  'PasswordCreateOrLogin, create, strong': async (visitor) => {
    await password.submitEmail(visitor)
    await password.field(visitor).fill(password.GOOD)
    await until(() => password.button(visitor, 'Continue').isEnabled(), 'Continue')
    await password.button(visitor, 'Show password').click()
  },
  'PasswordCreateOrLogin, create, LUDS': async (visitor) => {
    await password.submitEmail(visitor)
    await password.field(visitor).fill('abcdefgh')
    await visible(visitor.page.locator('[data-met=true]'))
  },
  'PasswordCreateOrLogin, create, breached': async (visitor) => {
    await password.submitEmail(visitor)
    await password.field(visitor).fill(password.BREACHED)
    await visible(visitor.page.getByText('This password may have been used'))
  },
  'PasswordCreateOrLogin, create, not checked': async (visitor) => {
    await password.submitEmail(visitor)
    await password.field(visitor).fill(password.GOOD)
    await visible(widget(visitor.page).tryAgain)
  },
  'PasswordCreateOrLogin, log in, wrong': async (visitor) => {
    password.seeded(visitor, { password: password.GOOD })
    await password.submitEmail(visitor)
    await password.submitPassword(visitor, 'wrong')
    await alertOf(visitor.page)
  },
  'PasswordCreateOrLogin, passwordless, code': async (visitor) => {
    password.seeded(visitor)
    await password.submitEmail(visitor)
    await visible(widget(visitor.page).codeAwaited)
  },
  'PasswordCreateOrLogin, passwordless, link': async (visitor) => {
    password.seeded(visitor)
    await password.submitEmail(visitor)
    await visible(widget(visitor.page).checkYourEmail)
  },
  PasswordForgot: password.forget,
  'PasswordForgot, another way in': password.forget,
  PasswordBreached: async (visitor) => {
    password.seeded(visitor, { password: password.BREACHED })
    await password.submitEmail(visitor)
    await password.submitPassword(visitor, password.BREACHED)
    await password.title(visitor, 'Check your email to set a new password')
  },
  PasswordResetForm: async (visitor) => {
    await password.forget(visitor)
    await visitor.page.goto(await password.resetUrl(visitor, 'reset_password'))
    await password.title(visitor, 'Reset your password')
  },
  'PasswordResetForm, logging in': async (visitor) => {
    await password.forget(visitor)
    await visitor.page.goto(await password.resetUrl(visitor, 'login'))
    await password.title(visitor, 'Logging in...')
  },
  PasswordSetNew: async (visitor) => {
    password.seeded(visitor)
    await password.submitEmail(visitor)
    await password.title(visitor, 'Check your email!')
  },
  'PasswordDedupe, resent': async (visitor) => {
    password.seeded(visitor, { password: password.GOOD, password_requires_reset: true })
    await password.submitEmail(visitor)
    await password.submitPassword(visitor, password.GOOD)
    await password.title(visitor, 'Check your email to set a new password!')
    await visitor.page.getByRole('button', { name: 'Resend email' }).click()
    await visitor.message(2)
  },
  PasswordConfirmation: async (visitor) => {
    password.seeded(visitor, { password: password.GOOD })
    await password.submitEmail(visitor)
    await password.submitPassword(visitor, password.GOOD)
    await visible(widget(visitor.page).success)
  },
  'PasswordConfirmation, with a new passkey': async (visitor) => {
    password.seeded(visitor, { password: password.GOOD })
    await password.submitEmail(visitor)
    await password.submitPassword(visitor, password.GOOD)
    await visible(visitor.page.getByText('A Passkey was created for you.'))
  },
  'Main, social sign-in': shown((page) => page.getByRole('button', { name: 'Continue with newer' })),
  'Main, everything at once': async ({ page }) => {
    await visible(page.locator('#oauth-yahoo path').first())
    await visible(widget(page).email)
    await visible(page.getByRole('button', { name: 'Set up a new crypto wallet' }))
  },
  'Main, on the way to another provider': async ({ page }) => {
    await page.getByRole('button', { name: 'Continue with Slack' }).click()
    await visible(page.locator('#oauth-slack[aria-busy=true]'))
  },
  'Main, a provider that is set up wrongly': async ({ page }) => {
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await alertOf(page)
  },
  'Main, One Tap': shown((page) => page.frameLocator('.lk iframe').getByRole('button', { name: 'Close' })),
  'Main, One Tap on its way': shown((page) => page.locator('.lk-one-tap [role=status]')),
  'Main, One Tap that is set up wrongly': ({ page }) => alertOf(page),
  'Main, email link': shown((page) => widget(page).email),
  'Main, logo and watermark': shown((page) => page.getByText('Powered by')),
  'Main, text message': shown((page) => widget(page).phone),
  'Main, WhatsApp': shown((page) => widget(page).phone),
  'Main, email code': shown((page) => widget(page).email),
  'Main, a likely typing error': async ({ page }) => {
    await widget(page).email.fill(MISTYPED)
    await page.keyboard.press('Tab')
    await visible(hint(page))
  },
  'Main, last used: Google': shown((page) => page.locator('#oauth-google .lk-last')),
  'Main, last used: email': shown((page) => page.locator('.lk-last')),
  'Main, last used: a tab, in a grid, with a passkey': shown((page) => page.locator('[role=tab] .lk-last')),
  'Main, in the browser of an app': shown((page) => page.getByRole('link', { name: 'Open in browser' })),
  'Main, in the browser of an app, by hand': inTurn(
    press('Copy the link'),
    shown((page) => page.getByLabel('Link to this page')),
  ),
  'Main, tabs': shown((page) => page.getByRole('tab')),
  'Main, misconfigured': ({ page }) => alertOf(page),
  'Main, invalid email': async ({ page }) => {
    await widget(page).email.fill('ada')
    await widget(page).continueWithEmail.click()
    await alertOf(page)
  },
  'Main, invalid phone number': async ({ page }) => {
    await widget(page).phone.pressSequentially('213')
    await widget(page).continueWithText.click()
    await alertOf(page)
  },
  'Main, sending': async ({ page }) => {
    await widget(page).email.fill(EMAIL)
    await widget(page).continueWithEmail.click()
    await visible(page.locator('[aria-busy=true]'))
  },
  'Main, too many requests': async ({ page }) => {
    await widget(page).email.fill(EMAIL)
    await widget(page).continueWithEmail.click()
    await visible(page.locator('[data-wait]'))
  },
  'Main, a method that cannot be loaded': ({ page }) => alertOf(page),
  EmailConfirmation: sendLink,
  'EmailConfirmation, a likely typing error': mistype,
  OTPAuthenticate: atCode,
  'OTPAuthenticate, typing': async (visitor) => {
    await atCode(visitor)
    await visitor.page.keyboard.type('123')
  },
  'OTPAuthenticate, a likely typing error': mistype,
  'OTPAuthenticate, verifying': async (visitor) => {
    await atCode(visitor)
    await visitor.page.keyboard.type('123456')
    await visible(visitor.page.getByText('Verifying passcode...'))
  },
  'OTPAuthenticate, wrong code': async (visitor) => {
    const code = await atCode(visitor)
    await visitor.page.keyboard.type(code === '123456' ? '123457' : '123456')
    await alertOf(visitor.page)
    await until(async () => (await widget(visitor.page).code.inputValue()) === '', 'the digits are cleared')
  },
  'OTPAuthenticate, no answer': async (visitor) => {
    await visitor.page.keyboard.type(await atCode(visitor))
    await visible(widget(visitor.page).tryAgain)
  },
  'OTPAuthenticate, expired': async ({ page }) => {
    await widget(page).email.fill(EMAIL)
    await widget(page).continueWithEmail.click()
    await visible(page.getByText('Your code has expired.'))
  },
  'OTPAuthenticate, sent again': async (visitor) => {
    await atCode(visitor)
    await widget(visitor.page).resend.click()
    await visible(visitor.page.getByRole('button', { name: 'Code sent' }))
  },
  'OTPAuthenticate, not sent again': async (visitor) => {
    await atCode(visitor)
    visitor.emulator.faults([{ route: SEND_CODE, ...twice }])
    await widget(visitor.page).resend.click()
    await alertOf(visitor.page)
  },
  OTPConfirmation: async (visitor) => {
    await visitor.page.keyboard.type(await atCode(visitor))
    await visible(widget(visitor.page).success)
  },
  Success: async (visitor) => {
    await byLink(visitor)
    await visible(widget(visitor.page).success)
  },
  Error: async (visitor) => {
    await byLink(visitor)
    await visible(widget(visitor.page).wrong)
  },
  'Error, another link': async (visitor) => {
    await byLink(visitor)
    await visible(widget(visitor.page).email)
  },
  UrlLogIn: async (visitor) => {
    await byLink(visitor)
    await visible(visitor.page.getByRole('status', { name: 'Logging in...' }))
  },
  'UrlLogIn, press': async (visitor) => {
    await byLink(visitor)
    await visible(visitor.page.getByRole('heading', { name: 'Finish logging in' }))
  },
  'Main, settings on their way': shown((page) => widget(page).email),
  'Main, wallets': shown((page) => page.getByRole('button', { name: 'Timbuktu' })),
  'Main, passkey button': shown((page) => page.getByRole('button', { name: 'Passkey' })),
  'Main, a passkey that nobody has': inTurn(press('Login with a Passkey'), ({ page }) => alertOf(page)),
  CryptoConnect: inTurn(press('Continue with Coinbase'), heading('Connecting to your wallet...')),
  CryptoSignMessage: inTurn(press('Continue with Binance'), heading('Completing signature request...')),
  CryptoError: inTurn(press('Timbuktu'), heading('Looks like there was an error!')),
  CryptoOtherScreen: inTurn(
    press('Continue with other Crypto Wallet'),
    heading('Choose a wallet'),
    shown((page) => page.getByRole('button', { name: 'Solana' })),
  ),
  CryptoSetupWallet: inTurn(
    press('Set up a new crypto wallet'),
    shown((page) => page.getByRole('link', { name: 'Phantom' })),
  ),
  CryptoConfirmation: inTurn(
    press('Continue with Metamask'),
    shown((page) => page.getByText('You have successfully connected your wallet.')),
  ),
  PasskeyRegistrationStart: inTurn(
    signIn,
    shown((page) => page.getByRole('button', { name: 'Create a Passkey' })),
  ),
  'PasskeyRegistrationStart, without passkeys': inTurn(signIn, ({ page }) => alertOf(page)),
  'PasskeyRegistrationStart, nobody signed in': ({ page }) => alertOf(page),
  'PasskeyRegistrationSuccess, none': inTurn(
    signIn,
    press('Skip'),
    shown((page) => page.getByText('You have no passkeys yet.')),
  ),
  'PasskeyRegistrationSuccess, of several devices': inTurn(
    signIn,
    withPasskeys,
    press('Skip'),
    press(`Delete: ${namedPasskeys[2]!.name}`),
    shown(askingAboutPasskey),
  ),
  'PasskeyRegistrationSuccess, editing': inTurn(
    makePasskey,
    shown((page) => page.locator('input:focus')),
  ),
  'PasskeyRegistrationSuccess, deleting': inTurn(
    makePasskey,
    ({ page }) => page.keyboard.press('Escape'),
    press(/^Delete: /),
    shown((page) => page.getByText('Once deleted')),
  ),
  SecondFactor: inTurn(
    signInForMore,
    shown((page) => page.getByRole('button', { name: 'Recovery code' })),
  ),
  'SecondFactor, wrong code': inTurn(
    signInForMore,
    ({ page }) => widget(page).code.pressSequentially('000000'),
    ({ page }) => alertOf(page),
  ),
  'SecondFactor, text message': inTurn(
    signInForMore,
    shown((page) => page.getByRole('button', { name: 'Send code' })),
  ),
  'SecondFactor, text message sent': inTurn(
    signInForMore,
    press('Send code'),
    shown((page) => page.getByRole('button', { name: 'Resend code' })),
  ),
  'SecondFactor, recovery code': inTurn(
    signInForMore,
    shown((page) => page.getByRole('textbox', { name: 'Recovery code' })),
  ),
  'SecondFactor, wrong recovery code': inTurn(signInForMore, recover('larch'), ({ page }) => alertOf(page)),
  'SecondFactor, recovery code accepted': recovered,
  'SecondFactor, none': inTurn(
    signIn,
    shown((page) => page.getByText('Your account has no second way')),
  ),
  'SecondFactor, nobody signed in': ({ page }) => alertOf(page),
  SecondFactorConfirmation: inTurn(
    recovered,
    press('Continue'),
    shown((page) => page.getByText("You have confirmed that it's you.")),
  ),
  Account: withWholeAccount,
  'Account, removing': inTurn(
    withWholeAccount,
    press('Remove: +12133734253'),
    shown((page) => page.getByText('Remove +12133734253?')),
  ),
  'Account, removing, refused': inTurn(withWholeAccount, press('Remove: Google'), press(/^Remove$/), ({ page }) => alertOf(page)),
  'Account, the last way in': inTurn(
    signIn,
    press(`Remove: ${EMAIL}`),
    shown((page) => page.getByText('This is your only way to log in.')),
  ),
  'Account, nobody signed in': ({ page }) => alertOf(page),
  'AccountDestination, email': inTurn(
    signIn,
    press('Add an email address'),
    shown((page) => page.getByRole('button', { name: 'Send code' })),
  ),
  'AccountDestination, phone': inTurn(
    signIn,
    press('Add a phone number'),
    shown((page) => page.getByRole('button', { name: 'Send code' })),
  ),
  AccountCode: inTurn(
    signIn,
    press('Add an email address'),
    ({ page }) => page.locator('input[type=email]').fill('ada@analytical.example'),
    press('Send code'),
    shown((page) => widget(page).codeAwaited),
  ),
  AccountApp: inTurn(
    signIn,
    press('Set up an authenticator app'),
    shown((page) => page.locator('.lk-qr')),
  ),
  AccountRecoveryCodes: inTurn(
    withWholeAccount,
    press('Recovery codes'),
    shown((page) => page.locator('.lk-codes')),
  ),
  PasskeyConfirmation: async (visitor) => {
    await signIn(visitor)
    await visitor.page.evaluate(async () => {
      const { client } = window as any
      await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
      await client.session.revoke()
    })
    await press('Login with a Passkey')(visitor)
    await visible(visitor.page.getByText('Your Passkey has been successfully authenticated.'))
  },
}

/** Makes the device create a passkey where a browser is asked to create one without a question, which no headless Chromium does. */
export const createsUnasked = (page: Page) =>
  page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = ({ mediation, ...options }: CredentialCreationOptions & { mediation?: string } = {}) => create(options)
  })

/** What only a test can arrange. */
const furtherArrangements: { [Name in StateName]?: Arrangement } = {
  'Main, on the way to another provider': {
    first: (page) => page.context().route('**/start?*', (route) => route.fulfill({ status: 204 })),
  },
  'PasswordConfirmation, with a new passkey': {
    // without anyone there until the visitor has signed in: the email field would find the passkey
    first: async (page) => {
      await addAuthenticator(page)
      await createsUnasked(page)
    },
  },
  'Main, a method that cannot be loaded': {
    first: (page) => page.context().route('**/c/otp*.js*', (route) => route.fulfill({ status: 404 })),
  },
}

const inApp = (page: Page) =>
  page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  }, WEB_VIEW)

const devices: Record<NonNullable<Needs['device']>, (page: Page) => Promise<unknown>> = {
  wallets,
  passkeys: addAuthenticator,
  inApp,
  noPasskeys: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')),
}

/** The visitor has logged in this way before. */
export const remembering = (method: LastMethod) => (page: Page) =>
  page.addInitScript(
    ([key, method]) => localStorage.setItem(key!, method!),
    [`stytch_sdk_state_${PUBLIC_TOKEN}::last_method`, JSON.stringify(method)],
  )

/** Both of One Tap's scripts are the emulator's. */
const services = (provider: string) => ({
  endpoints: { clientsideServicesIframeURL: `${provider}/clientside-services/index.html`, googleURL: `${provider}/gsi/client` },
})

const arrangementOf = (name: StateName, { project, faults, device, stands, remembers }: Needs): Arrangement => {
  const first = device ? devices[device] : stands ? standing(stands) : remembers ? remembering(remembers) : undefined
  return {
    project,
    faults,
    ...(first && { first }),
    ...(name.startsWith('Password') && { pages: password.resetPage }),
    ...furtherArrangements[name],
  }
}

export const states: ScreenState[] = (Object.keys(drivers) as StateName[]).map((name) => {
  const needs: Needs = screenStates[name]
  const { config, props } = needs
  return { name, config, props, options: needs.services && services, arrangement: arrangementOf(name, needs), go: drivers[name] }
})
