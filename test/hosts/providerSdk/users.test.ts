/**
 * Users sign in through the provider's own SDK, with and without its screens, on the emulator as
 * `latchkey dev` starts it.
 */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withSoftwareWallets } from '../../chromium/softwareWallets.ts'
import { until } from '../../chromium/visitors.ts'
import { addAuthenticator } from '../../harness/authenticator.ts'
import { closeBrowser } from '../../harness/browser.ts'
import { userClients, userFlows } from './flows.ts'
import { consent, open, testFlows, tokenIn, visiting, type Host, type Visitor } from './visitors.ts'

const test = suite("users, with the provider's own SDK")
const email = 'ada@example.com'
const phone = '+14155550100'
const password = 'vRIQomL!faE2S44s'
const person = { emails: [{ email }], password }

let host: Host
test.before(async () => {
  host = await open(userClients)
})
test.after(async () => {
  await host.close()
  await closeBrowser()
})

/** The user whom the page shows as signed in, confirmed by the server's half of the API. */
const signedIn = async (visitor: Visitor) => {
  const user_id = await visitor.signedIn()
  const { user } = await host.users.sessions.authenticate({ session_token: await visitor.sessionToken() })
  assert.is(user.user_id, user_id)
  return user
}

const withEmail = async (visitor: Visitor) => assert.is((await signedIn(visitor)).emails[0]!.email, email)
const withPhone = async (visitor: Visitor) => assert.is((await signedIn(visitor)).phone_numbers[0]!.phone_number, phone)
const withPassword = async (visitor: Visitor) => assert.ok((await signedIn(visitor)).password)

const wallet = (page: Page) =>
  page.addInitScript(withSoftwareWallets('window.ethereum = Object.assign(soft.createEthereumWallet(), { isMetaMask: true })'))

/** Presses the address of the visitor in Google's prompt, which the emulator stands in for. */
const tapOnce = (page: Page) =>
  page
    .frameLocator('iframe[title*="Google"]')
    .getByRole('button', { name: `Continue as ${email}` })
    .click()

const minutes = 'session_duration_minutes: 30'
const links = ({ url }: Visitor) => ({ loginRedirectURL: url, signupRedirectURL: url })

const onEmailForm = async (visitor: Visitor) => {
  await visitor.type(/email/i, email)
  await visitor.press('Continue with email')
}

const onPhoneForm = async ({ page, press }: Visitor, button: string) => {
  const field = page.getByRole('textbox')
  await field.fill(phone.slice(2))
  // The SDK asks the page of services, and before its answer the number is not valid.
  await until(async () => /\D/.test(await field.inputValue()), 'a formatted number')
  await press(button)
}

const onCodeScreen = async ({ page, message }: Visitor) => {
  const { code } = await message()
  const field = page.getByRole('textbox').first()
  // The field of the screen before has text in it.
  await until(async () => (await field.inputValue()) === '', 'the field for the code')
  await field.click()
  await page.keyboard.type(code!)
}

const otp = (method: string) => ({ config: { products: ['otp'], otpOptions: { methods: [method], expirationMinutes: 5 } } })

const onPasswordForm = async (visitor: Visitor) => {
  const passwordOptions = { loginRedirectURL: visitor.url, resetPasswordRedirectURL: visitor.url }
  await visitor.arrive({ config: { products: ['passwords'], passwordOptions } })
  await onEmailForm(visitor)
}

const onNewPassword = async ({ page, press }: Visitor, text: string) => {
  await page.locator('input[type=password]').fill(text)
  await press(/^(Continue|Create Account)$/i)
}

/** A user comes back later: their session has ended, and their browser has kept the rest. */
const later = ({ page }: Visitor) => page.context().clearCookies()

/** Logs in by password, without a screen. */
const logIn = async (visitor: Visitor) => {
  await host.seed({ users: [person] })
  await visitor.arrive({ screen: 'nothing' })
  await visitor.run(`client.passwords.authenticate({ email: '${email}', password: '${password}', ${minutes} })`)
}

type Work = Record<keyof typeof userFlows, (visitor: Visitor) => Promise<unknown>>

const onScreens: Omit<Work, 'authenticator app'> = {
  'email link': async (visitor) => {
    await visitor.arrive({ config: { products: ['emailMagicLinks'], emailMagicLinksOptions: links(visitor) } })
    await onEmailForm(visitor)
    await visitor.openLink()
    await withEmail(visitor)
  },
  'code by email': async (visitor) => {
    await visitor.arrive(otp('email'))
    await onEmailForm(visitor)
    await onCodeScreen(visitor)
    await withEmail(visitor)
  },
  'code by SMS': async (visitor) => {
    await visitor.arrive(otp('sms'))
    await onPhoneForm(visitor, 'Continue with text message')
    await onCodeScreen(visitor)
    await withPhone(visitor)
  },
  'code by WhatsApp': async (visitor) => {
    await visitor.arrive(otp('whatsapp'))
    await onPhoneForm(visitor, 'Continue with WhatsApp')
    await onCodeScreen(visitor)
    await withPhone(visitor)
  },
  'password, sign-up': async (visitor) => {
    await onPasswordForm(visitor)
    await onNewPassword(visitor, password)
    await withPassword(visitor)
  },
  'password, log-in': async (visitor) => {
    await host.seed({ users: [person] })
    await onPasswordForm(visitor)
    await onNewPassword(visitor, password)
    await withPassword(visitor)
  },
  'password, reset': async (visitor) => {
    await host.seed({ users: [person] })
    await onPasswordForm(visitor)
    await visitor.page.getByText(/forgot (your )?password/i).click()
    await visitor.openLink()
    await onNewPassword(visitor, `${password}2`)
    await withPassword(visitor)
  },
  OAuth: async (visitor) => {
    await visitor.arrive({ config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'github' }], ...links(visitor) } } })
    await visitor.press('Continue with GitHub')
    await visitor.type('Someone else', email)
    await visitor.press('Allow')
    assert.is((await signedIn(visitor)).providers[0]!.provider_type, 'GitHub')
  },
  'Google One Tap': async (visitor) => {
    await visitor.standInForGoogle()
    await host.seed({ users: [person] })
    const oauthOptions = { providers: [{ type: 'google', one_tap: true }], ...links(visitor) }
    await visitor.arrive({ config: { products: ['oauth'], oauthOptions } })
    await tapOnce(visitor.page)
    assert.is((await signedIn(visitor)).providers[0]!.provider_type, 'Google')
  },
  passkey: async (visitor) => {
    await addAuthenticator(visitor.page)
    await logIn(visitor)
    await visitor.arrive({ screen: 'passkey registration', config: { products: ['passkeyRegistration', 'passkeys'] } })
    await visitor.press(/create/i)
    await visitor.page
      .getByText(/success|created/i)
      .first()
      .waitFor()
    await later(visitor)
    // The browser offers the passkey in the email field.
    await visitor.arrive({ config: { ...otp('email').config, products: ['passkeys', 'otp'] } })
    assert.is((await signedIn(visitor)).webauthn_registrations.length, 1)
  },
  'crypto wallet': async (visitor) => {
    await wallet(visitor.page)
    await visitor.arrive({ config: { products: ['crypto'] } })
    await visitor.press(/metamask/i)
    assert.is((await signedIn(visitor)).crypto_wallets.length, 1)
  },
  consent: (visitor) =>
    consent(visitor, async () => {
      await logIn(visitor)
      await withEmail(visitor)
    }),
}

/** Sends a code with `call`, and redeems it. */
const byCode = async (visitor: Visitor, call: string) => {
  await visitor.arrive({ screen: 'nothing' })
  const method_id = await visitor.run(`client.otps.${call}.then((sent) => sent.method_id)`)
  const { code } = await visitor.message()
  await visitor.run(`client.otps.authenticate('${code}', '${method_id}', { ${minutes} })`)
}

const credentials = (text: string) => `{ email: '${email}', password: '${text}', ${minutes} }`

const withoutScreens: Omit<Work, 'consent'> = {
  'email link': async (visitor) => {
    await host.project({ pkce_required_for_email_magic_links: true })
    await visitor.arrive({ screen: 'nothing' })
    await visitor.run(
      `client.magicLinks.email.loginOrCreate('${email}', { login_magic_link_url: '${visitor.url}', signup_magic_link_url: '${visitor.url}' })`,
    )
    await visitor.openLink()
    await visitor.run(`client.magicLinks.authenticate('${await tokenIn(visitor)}', { ${minutes} })`)
    await withEmail(visitor)
  },
  'code by email': async (visitor) => {
    await byCode(visitor, `email.loginOrCreate('${email}', { expiration_minutes: 5 })`)
    await withEmail(visitor)
  },
  'code by SMS': async (visitor) => {
    await byCode(visitor, `sms.loginOrCreate('${phone}', { expiration_minutes: 5 })`)
    await withPhone(visitor)
  },
  'code by WhatsApp': async (visitor) => {
    await byCode(visitor, `whatsapp.loginOrCreate('${phone}', { expiration_minutes: 5 })`)
    await withPhone(visitor)
  },
  'password, sign-up': async (visitor) => {
    await visitor.arrive({ screen: 'nothing' })
    assert.is(await visitor.run(`client.passwords.strengthCheck({ password: 'abc' }).then((strength) => strength.valid_password)`), false)
    await visitor.run(`client.passwords.create(${credentials(password)})`)
    await withPassword(visitor)
  },
  'password, log-in': async (visitor) => {
    await logIn(visitor)
    await withPassword(visitor)
  },
  'password, reset': async (visitor) => {
    await host.seed({ users: [person] })
    await visitor.arrive({ screen: 'nothing' })
    const urls = `login_redirect_url: '${visitor.url}', reset_password_redirect_url: '${visitor.url}'`
    await visitor.run(`client.passwords.resetByEmailStart({ email: '${email}', ${urls} })`)
    await visitor.openLink()
    await visitor.run(`client.passwords.resetByEmail({ token: '${await tokenIn(visitor)}', password: '${password}2', ${minutes} })`)
    await withPassword(visitor)
  },
  OAuth: async (visitor) => {
    await host.project({ pkce_required_for_oauth: true })
    await visitor.arrive({ screen: 'nothing' })
    await visitor.run(`void client.oauth.github.start({ login_redirect_url: '${visitor.url}', signup_redirect_url: '${visitor.url}' })`)
    await visitor.type('Someone else', email)
    await visitor.press('Allow')
    await visitor.run(`client.oauth.authenticate('${await tokenIn(visitor)}', { ${minutes} })`)
    assert.is((await signedIn(visitor)).providers[0]!.provider_type, 'GitHub')
  },
  'Google One Tap': async (visitor) => {
    await visitor.standInForGoogle()
    await host.seed({ users: [person] })
    await visitor.arrive({ screen: 'nothing' })
    await visitor.run(
      `void client.oauth.googleOneTap.start({ login_redirect_url: '${visitor.url}', signup_redirect_url: '${visitor.url}' })`,
    )
    await tapOnce(visitor.page)
    await visitor.run(`client.oauth.authenticate('${await tokenIn(visitor)}', { ${minutes} })`)
    assert.is((await signedIn(visitor)).providers[0]!.provider_type, 'Google')
  },
  passkey: async (visitor) => {
    await addAuthenticator(visitor.page)
    await logIn(visitor)
    await visitor.run(`client.webauthn.register({ is_passkey: true, ${minutes} })`)
    await visitor.run(`client.session.revoke().then(() => client.webauthn.authenticate({ is_passkey: true, ${minutes} }))`)
    assert.is((await signedIn(visitor)).webauthn_registrations.length, 1)
  },
  'crypto wallet': async (visitor) => {
    await wallet(visitor.page)
    await visitor.arrive({ screen: 'nothing' })
    await visitor.run(`(async () => {
      const wallet = { crypto_wallet_type: 'ethereum', crypto_wallet_address: (await ethereum.request({ method: 'eth_requestAccounts' }))[0] }
      const { challenge } = await client.cryptoWallets.authenticateStart(wallet)
      const signature = await ethereum.request({ method: 'personal_sign', params: [challenge, wallet.crypto_wallet_address] })
      await client.cryptoWallets.authenticate({ ...wallet, signature, ${minutes} })
    })()`)
    assert.is((await signedIn(visitor)).crypto_wallets.length, 1)
  },
  'authenticator app': async (visitor) => {
    await logIn(visitor)
    const { secret, recovery_codes } = await visitor.run('client.totps.create({ expiration_minutes: 5 })')
    await visitor.run(`client.totps.authenticate({ totp_code: '${new TOTP({ secret }).generate()}', ${minutes} })`)
    await visitor.run(`client.totps.recover({ recovery_code: '${recovery_codes[0]}', ${minutes} })`)
    assert.is((await signedIn(visitor)).totps.length, 1)
  },
}

/**
 * From version 6, the SDK replaces its own request for a passkey, and reports that. On a busy
 * machine, the one for React reports "Empty response" instead, while the browser asks for the
 * passkey once and each of its calls has its answer.
 */
const replacesItsRequest = /signal is aborted without reason|"Empty response"/

testFlows(test, 'users', userFlows, userClients, (name, client) =>
  visiting(
    host,
    client,
    async (visitor) => {
      const work: Partial<Work> = client.endsWith('headless') ? withoutScreens : onScreens
      await work[name]!(visitor)
      if (client === 'react 20' && name !== 'consent') await visitor.page.locator('#hooks', { hasText: /^Signed in: / }).waitFor()
    },
    name === 'passkey' ? replacesItsRequest : undefined,
  ),
)

test.run()
