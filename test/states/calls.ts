/**
 * Every call that a visitor makes on a screen: the state before it, how the visitor makes it, and
 * how they repeat it when it has failed. test/widget/callFaults.test.ts makes each of them fail in
 * every way, and test/chromium/callFaults.test.ts in one way each in Chromium. Not here: what a
 * screen sends without the visitor noticing (settings, log, log-out), and a log-in that leaves the
 * page (test/chromium/oauth.test.ts).
 */
import type { MessageId } from '../../src/strings/en.ts'
import {
  account,
  ask,
  codes,
  consent,
  EMAIL,
  GOOD,
  inAccount,
  INSTALLED,
  letIn,
  logOut,
  PASSWORDS,
  PASSWORDS_AND_CODES,
  PASSWORDS_AND_LINKS,
  screenStates,
  secondFactors,
  sendEmail,
  signedIn,
  type ScreenState,
  type ScreenStateName,
} from '../../src/tools/states/states.ts'
import * as at from '../../src/tools/states/steps.ts'
import { press, type Field, type Press, type Step } from '../../src/tools/states/steps.ts'

export interface WidgetCall {
  what: string
  /** As src/api/ declares it. */
  route: string
  /** Its steps lead to the moment before the call. */
  state: ScreenState
  /** Makes the call. */
  act: readonly Step[]
  /** The button that repeats it after a failure, */
  again: Press
  /** and what the visitor does after they have pressed that. */
  after?: readonly Step[]
  /**
   * What the visitor has typed, and must find again. Default of `text`: the code that they were
   * sent, or that their app shows.
   */
  kept?: { field: Field; text?: string }
  /** What the visitor reads whatever the provider answers. Default: a sentence for each fault. */
  says?: MessageId
  /** What shows when the call succeeds. */
  sees: MessageId
  /** The provider's refusal (400) is final: the visitor cannot repeat the call. */
  final?: true
  /**
   * After 429 with `Retry-After`, no button counts down, because the one that was pressed is gone.
   */
  countless?: true
}

type More = Partial<Pick<WidgetCall, 'act' | 'after' | 'kept' | 'says' | 'final' | 'countless'>>

/** A row of the table. Without `act`, the button that repeats the call also makes it. */
const row = (what: string, route: string, state: ScreenState, again: Press, sees: MessageId, more?: More): WidgetCall => ({
  what,
  route,
  state,
  again,
  sees,
  act: [again, ...(more?.after ?? [])],
  ...more,
})

const SEND_LINK = 'POST /magic_links/email/login_or_create'
const SPEND_LINK = 'POST /magic_links/authenticate'
const SEND_CODE = 'POST /otps/:method/login_or_create'
const VERIFY = 'POST /otps/authenticate'
const RESET_START = 'POST /passwords/email/reset/start'
const SECOND_CODE = 'POST /otps/:method/send/:factor'
const ADD_ADDRESS = 'POST /otps/email/send/:factor'
const ME = 'GET /users/me'

const ADDED = 'ada@analytical.example'
const PHONE = '2133734253'
const [recoveryCode] = secondFactors.totp.recovery_codes as [string]

const retry = press('button.retry')
const withEmail = press('button.emailLogin')
const resendCode = press('passcode.resendCode')
const sendToAdd = press('button.sendCode')

const email = { field: 'email', text: EMAIL } as const
const phone = { field: 'phone', text: '(213) 373-4253' } as const
const password = { field: 'password', text: GOOD } as const
const half = { field: 'password', text: 'half' } as const
const partOfCode = { field: 'code', text: '123' } as const
/** The code is sent as soon as it is typed, and then by a button. */
const byCode: More = { act: [at.typeCode(true)], kept: { field: 'code' } }
const byAppCode: More = { act: [at.typeAppCode], kept: { field: 'code' } }

const typeEmail = at.fill('email', EMAIL)
const typeHalf = at.fill('password', 'half')
const typePassword = (text = GOOD) => [at.fill('password', text), at.shows('form button[type=submit]:not([aria-disabled=true])')]
const known = account({ password: GOOD })

/** A state of the table, and more steps. */
const from = (name: ScreenStateName, ...steps: Step[]): ScreenState => {
  const state = (screenStates as Record<string, ScreenState>)[name]!
  return { ...state, steps: [...state.steps, ...steps] }
}

/** The log-in screen with this configuration. */
const main = (config: ScreenState['config'], ...steps: Step[]): ScreenState => ({ config, steps })

/** A link of an email that is of no use. */
const uselessLink = (config: ScreenState['config'], ...first: Step[]): ScreenState => ({
  config,
  props: { authenticateByUrl: true },
  steps: [...first, at.open({ stytch_token_type: 'magic_links', token: 'used' }), at.says('error.title'), typeEmail],
})

const byLink: ScreenState = { ...screenStates.EmailConfirmation, props: { authenticateByUrl: true } }
const knownByPasskey: ScreenState = { ...screenStates.PasskeyConfirmation, steps: [...signedIn, at.makePasskey, at.signOut] }
/** Somebody who has created a passkey. */
const passkeyMade: ScreenState = {
  ...screenStates.PasskeyRegistrationStart,
  steps: [...screenStates.PasskeyRegistrationStart.steps, press('button.createPasskey'), at.says('passkey.registrationSuccess.title')],
}
const beforeAccount: ScreenState = { ...inAccount, steps: signedIn }

/** The steps before an app opens the page, and the one that opens it. */
const opening = (steps: readonly Step[]) => {
  const opened = steps.findIndex((step) => step.do === 'open')
  return [{ ...consent, steps: steps.slice(0, opened) }, steps.slice(opened, opened + 1)] as const
}
const [beforeApp, opensPage] = opening(ask())
const [beforeLogOut, opensLogOut] = opening(logOut())

const confirmed: More = { after: [at.click('.lk-danger')], countless: true }
const renamed: More = {
  act: [press('button.rename.ariaLabel'), at.fill('name', 'Larch'), press('button.save.ariaLabel')],
  countless: true,
}

/** What can be removed from an account, by the names on the screen. */
const removals: [route: string, button: Press][] = [
  ['DELETE /users/emails/:id', at.pressNamed(ADDED, 'button.remove')],
  ['DELETE /users/phone_numbers/:id', at.pressNamed('+1 213 373 4253', 'button.remove')],
  ['DELETE /users/totps/:id', press('account.authenticatorApp')],
  ['DELETE /users/oauth/:id', at.pressNamed('Google', 'button.remove')],
  ['DELETE /users/crypto_wallets/:id', at.pressNamed('0x5290', 'button.remove')],
  ['POST /users/connected_apps/:id/revoke', at.pressNamed(letIn.client_name, 'button.remove')],
]

export const calls: WidgetCall[] = [
  row('emails a link', SEND_LINK, from('Main, email link', typeEmail), withEmail, 'emailConfirmation.title', { kept: email }),
  row('emails a code', SEND_CODE, from('Main, email code', typeEmail), withEmail, 'passcode.title', { kept: email }),
  row('texts a code', SEND_CODE, from('Main, text message', at.fill('phone', PHONE)), press('button.sms'), 'passcode.title', {
    kept: phone,
  }),
  row('sends a code by WhatsApp', SEND_CODE, from('Main, WhatsApp', at.fill('phone', PHONE)), press('button.whatsapp'), 'passcode.title', {
    kept: phone,
  }),
  row('checks a code', VERIFY, from('OTPAuthenticate'), retry, 'otp.success.content', byCode),
  row('sends another code', SEND_CODE, from('OTPAuthenticate, typing'), resendCode, 'passcode.codeSent', { kept: partOfCode }),
  row('spends a link', SPEND_LINK, byLink, retry, 'success.title', { act: [at.openLink], final: true }),
  row('emails another link', SEND_LINK, uselessLink({ products: ['emailMagicLinks'] }), withEmail, 'emailConfirmation.title', {
    kept: email,
  }),
  row('emails a code instead of a link', SEND_CODE, uselessLink(codes('email')), withEmail, 'passcode.title', { kept: email }),
  row('emails another link for a new password', RESET_START, uselessLink(PASSWORDS, known), withEmail, 'password.forgot.content', {
    kept: email,
  }),

  row('looks the visitor up', 'POST /users/search', main(PASSWORDS, typeEmail), withEmail, 'createAccount.title', { kept: email }),
  row(
    'emails a link to somebody without a password',
    SEND_LINK,
    main(PASSWORDS_AND_LINKS, account(), typeEmail),
    withEmail,
    'emailConfirmation.title',
    { kept: email },
  ),
  row(
    'creates a password',
    'POST /passwords',
    from('PasswordCreateOrLogin, create', ...typePassword()),
    press('button.continue'),
    'success.title',
    { kept: password },
  ),
  row('checks a password', 'POST /passwords/strength_check', from('PasswordCreateOrLogin, create'), retry, 'password.strength.strong', {
    act: [at.fill('password', GOOD)],
    kept: password,
  }),
  row(
    'logs in with a password',
    'POST /passwords/authenticate',
    main(PASSWORDS, known, ...sendEmail, ...typePassword()),
    press('button.continue'),
    'success.title',
    { kept: password },
  ),
  row(
    'emails a link for a new password',
    RESET_START,
    main(PASSWORDS, known, ...sendEmail, typeHalf),
    press('button.forgotPassword'),
    'password.forgot.content',
    { kept: half },
  ),
  row('emails it again', RESET_START, from('PasswordForgot'), press('password.didntGetItResend', 'resendButton'), 'toast.emailResent'),
  row(
    'emails a link beside a password',
    SEND_LINK,
    main(PASSWORDS_AND_LINKS, known, ...sendEmail, typeHalf),
    press('button.emailMagicLink'),
    'emailConfirmation.title',
    { kept: half },
  ),
  row(
    'emails a code before a first password',
    SEND_CODE,
    main(PASSWORDS_AND_CODES, ...sendEmail, typeHalf),
    press('button.emailOTP'),
    'passcode.title',
    { kept: half },
  ),
  row(
    'emails a link beside a mail for a new password',
    SEND_LINK,
    { ...screenStates.PasswordBreached, config: PASSWORDS_AND_LINKS },
    press('button.loginWithoutPassword'),
    'emailConfirmation.title',
  ),
  row(
    'emails a link for a first password',
    RESET_START,
    from('PasswordCreateOrLogin, passwordless, link'),
    press('button.createPasswordInstead'),
    'password.setNew.content',
  ),
  row(
    'sets a new password',
    'POST /passwords/email/reset',
    from('PasswordResetForm', ...typePassword(`new-${GOOD}`)),
    press('button.continue'),
    'success.title',
    { kept: { field: 'password', text: `new-${GOOD}` } },
  ),
  row('logs in by the link for a new password', SPEND_LINK, from('PasswordForgot'), retry, 'success.title', {
    act: [at.openReset('login')],
    final: true,
  }),

  ...['POST /webauthn/authenticate/start/:factor', 'POST /webauthn/authenticate'].map((route) =>
    row('logs in with a passkey', route, knownByPasskey, press('button.loginWithPasskey'), 'passkey.success.content', {
      says: 'error.passkeyUnknown',
    }),
  ),
  ...['POST /webauthn/register/start', 'POST /webauthn/register'].map((route) =>
    row('creates a passkey', route, from('PasskeyRegistrationStart'), press('button.createPasskey'), 'passkey.registrationSuccess.title'),
  ),
  row('loads the passkeys', ME, from('PasskeyRegistrationStart'), retry, 'passkey.none', { act: [press('button.skip')] }),
  row(
    'renames a passkey',
    'PUT /webauthn/update/:webauthn_registration_id',
    passkeyMade,
    press('button.save.ariaLabel'),
    'button.rename.ariaLabel',
    renamed,
  ),
  row('deletes a passkey', 'DELETE /users/webauthn_registrations/:id', passkeyMade, press('button.delete'), 'passkey.none', confirmed),

  ...['POST /crypto_wallets/authenticate/start/:factor', 'POST /crypto_wallets/authenticate'].map((route) =>
    row('logs in with a wallet', route, from('Main, wallets'), retry, 'crypto.success.content', { act: [at.pressNamed('Metamask')] }),
  ),

  row('checks a code of an app', 'POST /totps/authenticate', from('SecondFactor'), retry, 'secondFactor.success.content', byAppCode),
  row(
    'texts a code for a second factor',
    SECOND_CODE,
    from('SecondFactor, text message'),
    press('secondFactor.sms.send'),
    'passcode.resendCode',
  ),
  row(
    'texts another code for a second factor',
    SECOND_CODE,
    from('SecondFactor, text message sent', at.fill('code', '123')),
    resendCode,
    'passcode.codeSent',
    { kept: partOfCode },
  ),
  row('checks a code of a text message', VERIFY, from('SecondFactor, text message sent'), retry, 'secondFactor.success.content', byCode),
  row(
    'spends a recovery code',
    'POST /totps/recover',
    from('SecondFactor, recovery code', at.fill('recoveryCode', recoveryCode)),
    press('secondFactor.continue'),
    'secondFactor.recovered.content',
    { kept: { field: 'recoveryCode', text: recoveryCode } },
  ),

  row(
    'checks a code of an app before the session',
    'POST /totps/authenticate',
    from('LogInSecondFactor'),
    retry,
    'login.success.content',
    byAppCode,
  ),
  row(
    'spends a recovery code before the session',
    'POST /totps/recover',
    from('LogInSecondFactor, recovery code', at.fill('recoveryCode', recoveryCode)),
    press('secondFactor.continue'),
    'secondFactor.recovered.content',
    { kept: { field: 'recoveryCode', text: recoveryCode } },
  ),

  row('loads the account', ME, beforeAccount, retry, 'account.addEmail', { act: [at.open()] }),
  row('loads the connected apps', 'GET /users/connected_apps', beforeAccount, retry, 'account.addEmail', { act: [at.open()] }),
  row(
    'sends a code to a new address',
    ADD_ADDRESS,
    from('AccountDestination, email', at.fill('email', ADDED)),
    sendToAdd,
    'passcode.title',
    {
      kept: { field: 'email', text: ADDED },
    },
  ),
  row(
    'sends a code to a new number',
    SECOND_CODE,
    from('AccountDestination, phone', at.fill('phone', PHONE)),
    sendToAdd,
    'passcode.title',
    {
      kept: phone,
    },
  ),
  row('sends another code to a new address', ADD_ADDRESS, from('AccountCode', at.fill('code', '123')), resendCode, 'passcode.codeSent', {
    kept: partOfCode,
  }),
  row('adds an address', VERIFY, from('AccountCode'), retry, 'account.added', byCode),
  row('sends a code to an unproven address', ADD_ADDRESS, from('ConfirmEmail'), press('confirmEmail.send'), 'passcode.title'),
  row(
    'sends another code to an unproven address',
    ADD_ADDRESS,
    from('ConfirmEmail, code', at.fill('code', '123')),
    resendCode,
    'passcode.codeSent',
    {
      kept: partOfCode,
    },
  ),
  row('proves an address', VERIFY, from('ConfirmEmail, code'), retry, 'passkey.registrationSuccess.title', byCode),
  row(
    'sends a link to an unproven address',
    'POST /magic_links/email/send/:factor',
    { ...screenStates['ConfirmEmail, link'], steps: screenStates.ConfirmEmail.steps },
    press('confirmEmail.send'),
    'confirmEmail.link',
  ),
  row('makes a secret for an app', 'POST /totps', beforeAccount, retry, 'account.scan', {
    act: [press('account.addAuthenticatorApp')],
  }),
  row('adds an app', 'POST /totps/authenticate', from('AccountApp'), retry, 'account.keepCodes', byAppCode),
  row('reads the recovery codes', 'POST /totps/recovery_codes', screenStates.Account, retry, 'account.keepCodes', {
    act: [press('account.recoveryCodes')],
  }),
  ...removals.map(([route, button]) =>
    row('removes it from the account', route, screenStates.Account, button, 'account.addPhoneNumber', confirmed),
  ),

  row('reads what an app asks for', 'POST /idp/oauth/authorize/start', beforeApp, retry, 'idpConsent.button.allow', { act: opensPage }),
  row(
    'lets an app in',
    'POST /idp/oauth/authorize/submit',
    { ...consent, steps: ask({ query: { redirect_uri: INSTALLED } }) },
    press('idpConsent.button.allow'),
    'button.continue',
  ),
  row('reads that an app logs the visitor out', 'POST /oauth/logout/start', beforeLogOut, retry, 'idpLogout.yes', { act: opensLogOut }),
]
