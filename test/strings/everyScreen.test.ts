/**
 * Shows every screen with each message replaced by a mark, and fails if a text has no mark: a host could not translate that text. The table of
 * screens is complete by type, so a new screen does not compile until it has a row here.
 */
import { closeAll, newClient, newParent, provider } from '../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../src/playground/softwarePasskeys.ts'
import { screenIn, settled, until, type Screen } from '../harness/screen.ts'
import { hasten } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FoundWallet } from '../../src/browser/wallets.ts'
import { coreKey } from '../../src/client/core.ts'
import type { LatchkeyClient } from '../../src/index.ts'
import { callingCodes } from '../../src/products/otp/phone/countries.ts'
import { ar } from '../../src/strings/ar.ts'
import { en, type MessageId } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { he } from '../../src/strings/he.ts'
import type { LoginConfig } from '../../src/ui/config.ts'
import type { Strings } from '../../src/widget/messages.ts'
import type { MailSent, Place, ScreenName } from '../../src/ui/map.ts'
import { mount } from '../../src/widget/mount.tsx'
import { emailMagicLinks } from '../../src/widget/firstScreenChunks.ts'
import { otpScreens } from '../../src/widget/laterChunks.ts'

const test = suite('every screen, with marked messages')
// The pause before a password is checked.
hasten(500)

/** `⟦id⟧`, followed by the message's `{name}`s, plurals and `<tag>`s. */
const marked = Object.fromEntries(
  Object.entries(en).map(([id, text]) => {
    const slots = text.match(/\{\w+, plural,|\{\w+\}|<(\w+)>.*?<\/\1>/g) ?? []
    const kept = slots.map((slot) =>
      slot.endsWith(',')
        ? `${slot} other {#}}`
        : slot.startsWith('<')
          ? slot.replace(/>.*</, `>${/\{\w+\}/.exec(slot)?.[0] ?? `⟦${id}⟧`}<`)
          : slot,
    )
    return [id, [`⟦${id}⟧`, ...kept].join(' ')]
  }),
)
const strings: Strings = { ...marked, lang: 'fr', dir: 'ltr' }

/** The names in the select of countries. They come from the browser, in the language of the texts, not from messages. */
const names = new Intl.DisplayNames(['fr'], { type: 'region' })
const countries = new Set(Object.entries(callingCodes).map(([country, code]) => `${names.of(country)} (+${code})`))

/** Texts that are not messages: data of the visitor, the app and the project, and names of the protocol. */
const EMAIL = 'ada@example.com'
const PHONE = '+12133734253'
const wallets = ['metamask.io', 'phantom.app', 'coinbase.com', 'bnbchain.world']
const app = ['Acme', 'acme.test', 'Read your notes', 'notes:write', 'client_id']
const data = [
  EMAIL,
  PHONE,
  'Soft Wallet',
  'Latchkey Emulator',
  'newer',
  'Safari',
  'iPhone',
  'Google',
  'Ethereum',
  '0x1',
  ...app,
  ...wallets,
]

const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']

/** Every text that a visitor reads or a screen reader announces, with its place. */
function* texts(root: Screen['root']): Generator<[where: string, text: string]> {
  for (const element of root.querySelectorAll('*')) {
    // a secret of the visitor's
    if (element.matches('code')) continue
    if (element.matches('style, script, [aria-hidden=true], [aria-hidden=true] *')) continue
    for (const name of spoken) if (element.hasAttribute(name)) yield [`${element.localName}[${name}]`, element.getAttribute(name)!]
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) yield [element.localName, node.textContent!]
  }
}

/** The texts that contain a letter outside of marks and data. */
const unmarked = (root: Screen['root']) =>
  [...texts(root)].flatMap(([where, text]) => {
    if (where === 'option' && countries.has(text)) return []
    let rest = text.replace(/⟦[^⟧]*⟧/g, '')
    for (const known of data) rest = rest.replaceAll(known, '')
    return /\p{L}/u.test(rest) ? [`${where}: ${text.trim()}`] : []
  })

const seen = new Set<string>()

/** Fails for a text without a mark, and records the marks that it finds. */
const note = ({ root, text }: Screen) => {
  assert.equal(unmarked(root), [])
  const marks = [...texts(root)].flatMap(([, text]) => text.match(/(?<=⟦)[^⟧]*(?=⟧)/g) ?? [])
  assert.ok(marks.length, text())
  for (const id of marks) seen.add(id)
}

interface Show {
  place: Place
  config?: LoginConfig
  authenticateByUrl?: 'press'
  /** Leads to the texts that come last, and to the states of the screen with more texts. */
  go: (screen: Screen) => Promise<unknown>
  /** Runs before the screen shows. */
  first?: (client: LatchkeyClient) => unknown
}

const never = () => new Promise<never>(() => {})
const wallet: FoundWallet = { kind: 'Ethereum', name: 'Soft Wallet', chain: 'ethereum', provider: { request: never } as never }
const sent: MailSent = { name: 'EmailConfirmation', email: EMAIL, back: true }
const code: MailSent = { name: 'OTPAuthenticate', method: 'email', methodId: 'email-test-1', destination: EMAIL }
const main: Place = { name: 'Main' }
const signIn = (client: LatchkeyClient) =>
  client.passwords.create({ email: EMAIL, password: 'a sentence that nobody says 7', session_duration_minutes: 30 })

/** Signs in a user with an authenticator app and a phone. */
const withSecondFactors = (client: LatchkeyClient) => {
  provider.seed({
    users: [
      {
        emails: [{ email: EMAIL }],
        phone_numbers: [{ phone_number: '+12025550123' }],
        password: 'a sentence that nobody says 7',
        totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] },
      },
    ],
  })
  return client.passwords.authenticate({ email: EMAIL, password: 'a sentence that nobody says 7', session_duration_minutes: 30 })
}

/** Signs in somebody who has everything that can belong to an account, as the provider's record says. */
const signInWithEverything = async (client: LatchkeyClient) => {
  await signIn(client)
  const data = {
    ...(await client.user.get()),
    phone_numbers: [{ phone_id: 'p', phone_number: PHONE, verified: false }],
    webauthn_registrations: [
      { webauthn_registration_id: 'w', domain: 'localhost', name: 'Acme', user_agent: 'iPhone Safari', verified: true },
    ],
    totps: [{ totp_id: 't', verified: true }],
    providers: [{ oauth_user_registration_id: 'o', provider_type: 'Google', provider_subject: '1', profile_picture_url: '', locale: '' }],
    crypto_wallets: [{ crypto_wallet_id: 'c', crypto_wallet_address: '0x1', crypto_wallet_type: 'ethereum', verified: true }],
  }
  const connected_apps = [{ connected_app_id: 'a', name: 'Acme', description: 'Read your notes', client_type: '', scopes_granted: '' }]
  provider.faults([
    { route: 'GET /users/me', body: { data } },
    { route: 'GET /users/connected_apps', body: { data: { connected_apps } } },
  ])
}

/** More scopes, which everybody can grant. */
const folders = ['notes:1', 'notes:2', 'notes:3', 'notes:4', 'notes:5', 'notes:6']

/** An app sends the visitor, with this request in the page's URL. */
const asks = (query: Record<string, string>) => {
  const client_id = 'app-1'
  const redirect_uri = 'https://acme.test/callback'
  provider.seed({
    clients: [
      {
        client_id,
        client_name: 'Acme',
        client_type: 'third_party_public',
        redirect_uris: [redirect_uri],
        post_logout_redirect_uris: ['https://acme.test/bye'],
      },
    ],
    policy: {
      roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
      resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
      scopes: [
        { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
        { scope: 'notes:write', description: '', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
        ...folders.map((scope) => ({ scope, description: 'Read your notes', permissions: [] })),
      ],
    },
  })
  history.replaceState(null, '', `/?${new URLSearchParams({ client_id, ...('scope' in query && { redirect_uri }), ...query })}`)
}

/** Presses a button by the id of its message. */
const press = (id: MessageId) => (screen: Screen) => screen.press(`⟦${id}⟧`)
const see = (id: MessageId) => (screen: Screen) => screen.see(`⟦${id}⟧`)
/** Waits for a text that only a screen reader announces. */
const hear = (id: MessageId) => (screen: Screen) => until(() => screen.find(`[aria-label^='⟦${id}⟧']`), id)

const shows: { [Name in ScreenName]: (client: LatchkeyClient) => (Show & { place: Place<Name> })[] } = {
  Main: () => [
    { place: { name: 'Main' }, go: see('button.emailLogin') },
    {
      place: { name: 'Main' },
      config: { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } },
      go: async (screen) => {
        await see('button.sms')(screen)
        await until(() => screen.all('option').length > 200, 'the countries')
        note(screen)
        await press('tab.whatsapp')(screen)
        await see('button.whatsapp')(screen)
      },
    },
    {
      place: { name: 'Main' },
      config: { products: ['passwords', 'otp'], otpOptions: { methods: ['sms', 'email'] } },
      go: see('button.emailLogin'),
    },
    {
      place: { name: 'Main' },
      config: {
        products: ['oauth', 'crypto', 'passkeys', 'emailMagicLinks'],
        oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }, { type: 'newer' }] },
      },
      go: see('oauth.continueWithGoogle'),
    },
    { place: { name: 'Main' }, config: { products: ['crypto'] }, go: see('crypto.wallet.setupNewWallet') },
    { place: { name: 'Main' }, config: { products: ['passkeys'] }, go: see('config.error.passkeysAlone') },
    { place: { name: 'Main' }, config: { products: ['otp'] }, go: see('config.error.noMethods') },
    {
      place: { name: 'Main' },
      config: { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } },
      go: see('config.error.linksAndCodes'),
    },
    {
      place: { name: 'Main' },
      go: async (screen) => {
        await screen.type('input[type=email]', 'ada')
        await press('button.emailLogin')(screen)
        await see('error.invalidEmail')(screen)
      },
    },
    {
      place: { name: 'Main' },
      first: () => provider.faults([{ route: 'POST /magic_links/email/login_or_create', drop: true }]),
      go: async (screen) => {
        await screen.type('input[type=email]', EMAIL)
        await press('button.emailLogin')(screen)
        await see('error.unreachable')(screen)
      },
    },
    { place: { name: 'Main' }, first: () => provider.project({ disable_sdk_watermark: false }), go: see('watermark.altText') },
    { place: { name: 'Main' }, config: { legal: { termsURL: '/t', privacyURL: '/p' } }, go: see('legal.both') },
    { place: { name: 'Main' }, config: { legal: { termsURL: '/t' } }, go: see('legal.terms') },
    { place: { name: 'Main' }, config: { legal: { privacyURL: '/p' } }, go: see('legal.privacy') },
  ],
  EmailConfirmation: () => [{ place: { name: 'EmailConfirmation', email: EMAIL, back: true }, go: see('button.retry') }],
  OTPAuthenticate: () => [
    {
      place: { name: 'OTPAuthenticate', method: 'sms', methodId: 'phone-number-test-1', destination: PHONE },
      go: see('passcode.resendCode'),
    },
    {
      place: { name: 'OTPAuthenticate', method: 'email', methodId: 'email-test-1', destination: EMAIL },
      config: { otpOptions: { expirationMinutes: 0.001 } },
      first: () => provider.faults([{ route: 'POST /otps/authenticate', hold: 'the check' }]),
      go: async (screen) => {
        await see('passcode.expired')(screen)
        note(screen)
        await screen.type('input', '123456')
        await see('formField.passcode.status.verifying')(screen)
      },
    },
    {
      place: { name: 'OTPAuthenticate', method: 'email', methodId: 'email-test-1', destination: EMAIL },
      go: async (screen) => {
        await screen.type('input', '123456')
        await see('error.otpCodeNotFound')(screen)
        await press('passcode.resendCode')(screen)
        await see('passcode.codeSent')(screen)
      },
    },
  ],
  OTPConfirmation: () => [
    { place: { name: 'OTPConfirmation' }, go: see('otp.success.content') },
    { place: { name: 'OTPConfirmation' }, config: { successURL: '#in' }, go: see('success.next') },
  ],
  PasswordCreateOrLogin: () => [
    { place: { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL }, go: hear('password.strength.ariaLabel') },
    {
      place: { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL, second: { kind: 'code', product: otpScreens as never } },
      go: async (screen) => {
        await until(() => screen.find('input[type=password]'), 'the field')
        await screen.type('input[type=password]', 'jonathanx')
        await see('password.zxcvbn.warning.similarToCommonPassword')(screen)
        note(screen)
        await screen.type('input[type=password]', 'otterplum')
        await see('password.strength.weak')(screen)
        note(screen)
        await screen.type('input[type=password]', 'plum otter')
        await see('password.strength.good')(screen)
        note(screen)
        await screen.type('input[type=password]', 'fjord-violin-walnut-72')
        await see('password.strength.strong')(screen)
        note(screen)
        await screen.type('input[type=password]', 'password')
        await see('password.strengthError.breached')(screen)
      },
    },
    {
      place: { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL, second: { kind: 'link', product: emailMagicLinks as never } },
      first: () => provider.project({ password_config: { luds_complexity: 3, luds_minimum_count: 8 } as never }),
      go: async (screen) => {
        await until(() => screen.find('input[type=password]'), 'the field')
        await screen.type('input[type=password]', 'abcdefgh')
        await see('password.strengthError.complexity')(screen)
        await until(() => screen.find('[aria-label="⟦password.strength.met.ariaLabel⟧"]'), 'a requirement that is met')
      },
    },
    {
      place: { name: 'PasswordCreateOrLogin', type: 'password', email: EMAIL, second: { kind: 'code', product: otpScreens as never } },
      go: see('button.emailOTP'),
    },
    {
      place: {
        name: 'PasswordCreateOrLogin',
        type: 'passwordless',
        email: EMAIL,
        sent,
        second: { kind: 'link', product: emailMagicLinks as never },
      },
      go: see('button.createPasswordInstead'),
    },
    {
      place: {
        name: 'PasswordCreateOrLogin',
        type: 'passwordless',
        email: EMAIL,
        sent: code,
        second: { kind: 'code', product: otpScreens as never },
      },
      go: see('button.createPasswordInstead'),
    },
  ],
  PasswordForgot: () => [
    {
      place: { name: 'PasswordForgot', email: EMAIL, second: { kind: 'code', product: otpScreens as never } },
      go: see('button.loginWithoutPassword'),
    },
  ],
  PasswordBreached: () => [{ place: { name: 'PasswordBreached', email: EMAIL }, go: see('password.breached.content') }],
  PasswordSetNew: () => [{ place: { name: 'PasswordSetNew', email: EMAIL }, go: see('password.setNew.content') }],
  PasswordDedupe: () => [{ place: { name: 'PasswordDedupe', email: EMAIL }, go: see('password.resetRequired.content') }],
  PasswordConfirmation: () => [
    { place: { name: 'PasswordConfirmation' }, go: see('login.success.content') },
    {
      place: { name: 'PasswordConfirmation' },
      config: { products: ['passwords', 'passkeys'], passkeyOptions: { upgrade: true } },
      first: signIn,
      go: see('passkey.created'),
    },
  ],
  PasswordResetForm: () => [
    { place: { name: 'PasswordResetForm', token: 'token', logIn: never }, go: hear('password.strength.ariaLabel') },
  ],
  Account: () => [
    { place: { name: 'Account' }, go: see('account.noUser') },
    { place: { name: 'Account', added: 't' }, first: signInWithEverything, go: see('account.added') },
    {
      place: { name: 'Account' },
      first: signInWithEverything,
      go: async (screen) => {
        await see('account.connectedApps')(screen)
        note(screen)
        await screen.press(`⟦button.remove⟧: ${EMAIL}`)
        await see('account.removeQuestion')(screen)
        note(screen)
        await screen.press('⟦button.cancel⟧')
      },
    },
    {
      place: { name: 'Account' },
      first: signIn,
      go: async (screen) => {
        await screen.press(`⟦button.remove⟧: ${EMAIL}`)
        await see('account.lastWayIn')(screen)
        note(screen)
        device.next.push({ fails: 'NotAllowedError' })
        await screen.press('⟦button.createPasskey⟧')
        await see('account.passkeyNotCreated')(screen)
      },
    },
  ],
  AccountDestination: () => [
    { place: { name: 'AccountDestination', kind: 'email' }, first: signIn, go: see('button.sendCode') },
    { place: { name: 'AccountDestination', kind: 'phone' }, first: signIn, go: see('account.addPhoneNumber') },
  ],
  AccountCode: () => [
    { place: { name: 'AccountCode', kind: 'email', destination: EMAIL, methodId: 'm' }, first: signIn, go: see('passcode.title') },
  ],
  AccountApp: () => [
    {
      place: { name: 'AccountApp' },
      first: signIn,
      go: async (screen) => {
        await see('account.scan')(screen)
        note(screen)
        await screen.press('⟦button.copy⟧')
        await see('button.copied')(screen)
      },
    },
  ],
  AccountRecoveryCodes: () => [
    { place: { name: 'AccountRecoveryCodes', codes: ['0000-0000'] }, first: signIn, go: see('account.codesSaved') },
    { place: { name: 'AccountRecoveryCodes' }, first: signIn, go: see('account.keepCodes') },
  ],
  PasskeyConfirmation: () => [{ place: { name: 'PasskeyConfirmation' }, go: see('passkey.success.content') }],
  PasskeyRegistrationStart: () => [
    { place: { name: 'PasskeyRegistrationStart' }, go: see('passkey.registrationStart.error.noUser') },
    { place: { name: 'PasskeyRegistrationStart' }, first: signIn, go: see('passkey.registrationStart.title') },
    {
      place: { name: 'PasskeyRegistrationStart' },
      first: async (client) => {
        await signIn(client)
        device.remove()
      },
      go: see('passkey.registrationStart.error.unsupported'),
    },
  ],
  PasskeyRegistrationSuccess: () => [
    { place: { name: 'PasskeyRegistrationSuccess' }, first: signIn, go: see('passkey.none') },
    {
      place: { name: 'PasskeyRegistrationSuccess', created: true, id: 'w' },
      first: async (client) => {
        await signIn(client)
        const made = { webauthn_registration_id: 'w', domain: 'localhost', name: 'Acme', user_agent: 'iPhone Safari' }
        provider.faults([{ route: 'GET /users/me', body: { data: { ...(await client.user.get()), webauthn_registrations: [made] } } }])
      },
      go: async (screen) => {
        await until(() => screen.button('⟦button.rename.ariaLabel⟧: Acme'), 'the list')
        note(screen)
        await screen.press('⟦button.rename.ariaLabel⟧: Acme')
        await until(() => screen.button('⟦button.save.ariaLabel⟧: Acme'), 'the name can be saved')
        note(screen)
        await screen.press('⟦button.save.ariaLabel⟧: Acme')
        await screen.press('⟦button.delete⟧: Acme')
        await see('passkey.registrationSuccess.deleteWarning')(screen)
        await see('passkey.deleteNamed')(screen)
      },
    },
  ],
  SecondFactor: () => [
    { place: { name: 'SecondFactor' }, go: see('secondFactor.noUser') },
    { place: { name: 'SecondFactor' }, first: signIn, go: see('secondFactor.none') },
    {
      place: { name: 'SecondFactor' },
      first: withSecondFactors,
      go: async (screen) => {
        await see('secondFactor.totp.content')(screen)
        note(screen)
        await screen.type('.lk-code-input', '000000')
        await see('secondFactor.error.totp')(screen)
        note(screen)
        await screen.press('⟦secondFactor.way.recoveryCode⟧')
        await see('secondFactor.recoveryCode.content')(screen)
        note(screen)
        await screen.type('#recovery-code-input', 'wrong')
        await screen.press('⟦secondFactor.continue⟧')
        await see('secondFactor.error.recoveryCode')(screen)
        note(screen)
        await screen.press('⟦secondFactor.way.totp⟧')
        provider.faults([
          {
            route: 'POST /totps/authenticate',
            status: 401,
            body: { status_code: 401, error_type: 'totp_code_already_authenticated', error_message: 'x' },
            times: 1,
          },
        ])
        await screen.type('.lk-code-input', '000000')
        await see('secondFactor.error.usedCode')(screen)
        note(screen)
        await screen.press('⟦secondFactor.way.recoveryCode⟧')
        await screen.type('#recovery-code-input', 'abcd-efgh')
        await screen.press('⟦secondFactor.continue⟧')
        await see('secondFactor.recovered.content')(screen)
      },
    },
    {
      place: { name: 'SecondFactor', step: 'sms', number: '+12025550123' },
      first: withSecondFactors,
      go: async (screen) => {
        await see('secondFactor.sms.content')(screen)
        note(screen)
        await screen.press('⟦secondFactor.sms.send⟧')
        await see('passcode.resendCode')(screen)
      },
    },
  ],
  SecondFactorConfirmation: () => [{ place: { name: 'SecondFactorConfirmation' }, go: see('secondFactor.success.content') }],
  CryptoConnect: () => [{ place: { name: 'CryptoConnect', wallet }, go: see('crypto.troubleHelp') }],
  CryptoSignMessage: () => [
    { place: { name: 'CryptoSignMessage', wallet, address: '0x1', challenge: 'x' }, go: see('crypto.troubleHelp') },
  ],
  CryptoOtherScreen: () => [{ place: { name: 'CryptoOtherScreen', shown: [] }, go: see('crypto.wallet.setupNewWallet') }],
  CryptoSetupWallet: () => [{ place: { name: 'CryptoSetupWallet' }, go: see('crypto.wallet.binance') }],
  CryptoError: () => [{ place: { name: 'CryptoError', wallet, error: marked['crypto.error.connect'] }, go: see('button.retry') }],
  CryptoConfirmation: () => [{ place: { name: 'CryptoConfirmation', wallet: 'wallet Metamask' }, go: see('crypto.success.content') }],
  UrlLogIn: () => [
    { place: { name: 'UrlLogIn', finish: never }, go: hear('login.loading') },
    { place: { name: 'UrlLogIn', finish: never, reset: true }, go: hear('password.reset.loggingInProgress') },
    {
      place: { name: 'UrlLogIn', finish: never },
      authenticateByUrl: 'press',
      first: () => history.replaceState(null, '', '/?stytch_token_type=magic_links&token=a'),
      go: see('login.press.content'),
    },
  ],
  Success: () => [{ place: { name: 'Success' }, go: see('login.success.content') }],
  IDPConsent: (client) => [
    { place: { name: 'IDPConsent', step: 'preflight', client }, go: see('idpConsent.missingParameter') },
    {
      place: { name: 'IDPConsent', step: 'preflight', client },
      first: () => asks({ scope: 'openid' }),
      go: see('idpConsent.noActiveSession'),
    },
    {
      place: { name: 'IDPConsent', step: 'preflight', client },
      first: async () => {
        asks({ scope: `openid profile email phone offline_access full_access notes:read notes:write ${folders.join(' ')}` })
        await signIn(client)
      },
      go: async (screen) => {
        await see('idpConsent.button.allow')(screen)
        await see('idpConsent.count')(screen)
        for (const fold of screen.all('details')) fold.setAttribute('open', '')
      },
    },
    {
      place: { name: 'IDPConsent', step: 'preflight', client },
      first: async () => {
        asks({ scope: 'openid' })
        await signIn(client)
      },
      go: see('idpConsent.signIn.title'),
    },
    {
      place: { name: 'IDPConsent', step: 'preflight', client },
      first: async () => {
        asks({ post_logout_redirect_uri: 'https://acme.test/bye' })
        await signIn(client)
      },
      go: async (screen) => {
        await see('idpLogout.title')(screen)
        note(screen)
        await press('idpLogout.no')(screen)
        await see('idpLogout.notLoggedOut')(screen)
      },
    },
    { place: { name: 'IDPConsent', step: 'outcome', client, title: marked['idpConsent.denied']! }, go: see('idpConsent.denied') },
  ],
  Error: () => [
    { place: { name: 'Error', error: marked['error.unexpected'], again: { name: 'UrlLogIn', finish: never } }, go: see('button.retry') },
  ],
}

const unmounts: (() => void)[] = []
let device: PasskeyDevice

const show = async (client: LatchkeyClient, { place, config, authenticateByUrl }: Omit<Show, 'go'>, words: Strings) => {
  const parent = newParent()
  const core = client[coreKey]
  const widget = mount('mountLogin', parent, 'div', { core, start: () => place, props: { config, authenticateByUrl, strings: words } })
  unmounts.push(() => widget.unmount())
  unmounts.push(() => core.destroy())
  const screen = screenIn(parent)
  await until(() => screen.text().trim() || screen.find('[aria-label]:not(section)'), `something of ${place.name}`)
  await settled()
  return screen
}

test.before.each(() => {
  device = installPasskeys({ unasked: true })
})
test.after.each(async () => {
  for (const unmount of unmounts.splice(0)) unmount()
  await closeAll()
  device.remove()
})

for (const name of Object.keys(shows) as ScreenName[]) {
  for (let at = 0; at < shows[name](newClient()).length; at++) {
    test(`${name} ${at + 1}: every text is a message`, async () => {
      const client = newClient()
      const wanted = shows[name](client)[at]!
      await wanted.first?.(client)
      const screen = await show(client, wanted, strings)
      note(screen)
      await wanted.go(screen)
      await settled()
      note(screen)
    })
  }
}

test('a text without a mark would be found', async () => {
  const { 'formField.email.label': _, ...rest } = strings
  const screen = await show(newClient(), { place: main }, rest)
  assert.equal(unmarked(screen.root), ['label: Email'])
})

/** Messages that these screens did not show: one of many of a kind, or one for a fault of which another is shown above. */
const further = [
  /^error\./,
  /^errors\./,
  /^password\.zxcvbn\./,
  /^oauth\.continueWith/,
  /^oneTap\.error\./,
  /^crypto\.(wallet\.|error\.(sign|pending))/,
  /^idpConsent\.(unexpectedRedirect|foreignFrame|defaultClientName)$/,
  /^idpLogout\.loggedOut$/,
  // A part that takes a while to load: see test/ui/chunk.test.tsx.
  /^loading\.ariaLabel$/,
  // What a button and a field add outside of the screens' rendering: see test/browser/deadEnds.test.ts.
  /^(button\.retryIn|formField\.email\.suggestion)$/,
  // A form in a page's HTML, without its widget: see test/browser/prerendered.test.ts.
  /^prerendered\./,
  // Of a visitor who comes back: see test/browser/lastUsed.test.ts; in the browser of an app: see test/browser/inAppBrowser.matrix.test.ts.
  /^method\.last$/,
  /^inAppBrowser\./,
]

test('every other message was on some screen', () => {
  const unseen = Object.keys(en).filter((id) => !seen.has(id) && id !== 'lang' && id !== 'dir')
  assert.equal(
    unseen.filter((id) => !further.some((kind) => kind.test(id))),
    [],
  )
})

const roots: [words: Strings | undefined, lang: string | null, dir: string | null][] = [
  [undefined, null, null],
  [{ 'login.title': 'Hi' }, null, null],
  [{ ...fr, 'login.title': 'Salut' }, 'fr', 'ltr'],
  [ar, 'ar', 'rtl'],
  [he, 'he', 'rtl'],
]
for (const [words, lang, dir] of roots) {
  test(`the root names the language of its texts: ${lang}, ${dir}`, async () => {
    const screen = await show(newClient(), { place: main }, words!)
    const root = screen.find('section')!
    assert.equal([root.getAttribute('lang'), root.getAttribute('dir')], [lang, dir])
    assert.is(screen.find('h2')!.textContent, words?.['login.title'] ?? 'Sign up or log in')
  })
}

test('plurals follow the language of the texts, not of the page', async () => {
  document.documentElement.lang = 'en'
  provider.project({ password_config: { luds_complexity: 3, luds_minimum_count: 8 } as never })
  const screen = await show(newClient(), { place: { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL } }, ar)
  await until(() => screen.find('input[type=password]'), 'the field')
  await screen.type('input[type=password]', 'a')
  await screen.see('يجب ألا تقل عن 8 أحرف')
  await screen.see('3 أنواع')
  document.documentElement.lang = ''
})

test('the countries follow a change of the texts', async () => {
  document.documentElement.lang = 'de'
  const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['sms'] } }
  const parent = newParent()
  const client = newClient()
  const widget = mount('mountLogin', parent, 'div', { core: client[coreKey], start: () => main, props: { config, strings: {} } })
  unmounts.push(
    () => widget.unmount(),
    () => client[coreKey].destroy(),
  )
  const named = (name: string) =>
    until(
      () =>
        screenIn(parent)
          .all('option')
          .find((option) => option.textContent!.includes(name)),
      name,
    )
  await named('Frankreich (+33)')
  widget.update({ strings: fr })
  await named('Allemagne (+49)')
  widget.update({ strings: ar })
  await named('فرنسا (+33)')
  document.documentElement.lang = ''
})

test.run()
