/**
 * Tests that what a visitor has typed is there after every way back, from whatever screen, and
 * after every refusal.
 */
import '../harness/everyFramework.ts'
import { closeAll, open, provider } from '../harness/login.ts'
import { settled, until, type Screen } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { emailMagicLinks, kit, methods, otp, passwords, walletButtons } from '../../src/widget/firstScreenChunks.ts'
import { otpScreens, passwordScreens, secondFactor, signing } from '../../src/widget/laterChunks.ts'
import * as secondFactors from '../products/secondFactor/setUp.ts'
import { configOf } from './askForCode.ts'

const test = suite('what was typed')

const EMAIL = 'Grace.Hopper@example.org'
const PASSWORD = 'fjord-violin-walnut-72'
const NUMBER = '07400 123456'
const back = (screen: Screen) => screen.press('Back')

test.before(async () => {
  const all = [kit, methods, emailMagicLinks, otp, passwords, walletButtons, otpScreens, passwordScreens, secondFactor, signing]
  await Promise.all(all.map((chunk) => chunk.load()))
})
test.after.each(async () => {
  for (const client of secondFactors.clients.splice(0)) client.destroy()
  await closeAll()
})

const account = (more: object = {}) => provider.seed({ users: [{ emails: [{ email: EMAIL.toLowerCase() }], ...more }] })
const typeEmail = (screen: Screen) => screen.type('#email-input', EMAIL)
const sendEmail = async (screen: Screen) => {
  await typeEmail(screen)
  await screen.press('Continue with email')
}
const choose = async ({ find }: Screen, country: string) => {
  const select = await until(() => find<HTMLSelectElement>('[name=country-select]'), 'the select')
  await until(() => select.options.length > 100, 'the countries')
  select.value = country
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
}
const typeNumber = async (screen: Screen) => {
  await choose(screen, 'GB')
  await screen.type('#phone-input', NUMBER)
}
const stood = ({ find }: Screen) => ({
  email: find<HTMLInputElement>('#email-input')?.value,
  phone: find<HTMLInputElement>('#phone-input')?.value,
  country: find<HTMLSelectElement>('[name=country-select]')?.value,
  recoveryCode: find<HTMLInputElement>(secondFactors.RECOVERY)?.value,
})
const email = { email: EMAIL, phone: undefined, country: undefined, recoveryCode: undefined }
const phone = { email: undefined, phone: NUMBER, country: 'GB', recoveryCode: undefined }

const links: LoginConfig = { products: ['emailMagicLinks'] }
const linksAndWallets: LoginConfig = { products: ['crypto', 'emailMagicLinks'] }
const textsAndWallets: LoginConfig = { products: ['crypto', 'otp'], otpOptions: { methods: ['sms'] } }
const withPasswords: LoginConfig = { products: ['passwords'] }
const passwordsAndLinks: LoginConfig = { products: ['passwords', 'emailMagicLinks'], emailMagicLinksOptions: {} }
const passwordsAndCodes: LoginConfig = { products: ['passwords', 'otp'], otpOptions: { methods: ['email'] } }
const tabs: LoginConfig = { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['whatsapp', 'sms'] } }

/** Each way back: what the visitor does, and what stands in the fields then. */
const waysBack: Record<string, { config?: LoginConfig; do(screen: Screen): Promise<void>; stands: typeof email | typeof phone | object }> =
  {
    'a link, Try again': {
      config: links,
      async do(screen) {
        await sendEmail(screen)
        await screen.see('Check your email')
        await screen.press('Try again')
      },
      stands: email,
    },
    'a code by email': {
      config: configOf('email'),
      async do(screen) {
        await sendEmail(screen)
        await screen.see('Enter passcode')
        await back(screen)
      },
      stands: email,
    },
    'a code by text message, to another country': {
      config: configOf('sms'),
      async do(screen) {
        await typeNumber(screen)
        await screen.press('Continue with text message')
        await screen.see('Enter passcode')
        await back(screen)
      },
      stands: phone,
    },
    'a password': {
      config: withPasswords,
      async do(screen) {
        account({ password: PASSWORD })
        await sendEmail(screen)
        await screen.see('Forgot Password?')
        await back(screen)
      },
      stands: email,
    },
    'a new password': {
      config: withPasswords,
      async do(screen) {
        await sendEmail(screen)
        await screen.see('Finish creating your account')
        await back(screen)
      },
      stands: email,
    },
    'a forgotten password': {
      config: withPasswords,
      async do(screen) {
        account({ password: PASSWORD })
        await sendEmail(screen)
        await screen.press('Forgot Password?')
        await screen.see('Forgot Password?')
        await back(screen)
      },
      stands: email,
    },
    'a link instead of a password': {
      config: passwordsAndLinks,
      async do(screen) {
        account()
        await sendEmail(screen)
        await screen.see('Check your email')
        await screen.press('Try again')
      },
      stands: email,
    },
    'a code instead of a password': {
      config: passwordsAndCodes,
      async do(screen) {
        account()
        await sendEmail(screen)
        await screen.see('Enter passcode')
        await back(screen)
      },
      stands: email,
    },
    'a wallet, beside an email': {
      config: linksAndWallets,
      async do(screen) {
        await typeEmail(screen)
        await screen.press('Set up a new crypto wallet')
        await screen.see('Install one of these')
        await back(screen)
      },
      stands: email,
    },
    'a wallet, beside a number that is not complete': {
      config: textsAndWallets,
      async do(screen) {
        await choose(screen, 'DE')
        await screen.type('#phone-input', '0151')
        await screen.press('Set up a new crypto wallet')
        await screen.see('Install one of these')
        await back(screen)
      },
      stands: { ...phone, phone: '0151', country: 'DE' },
    },
    'another tab by its key and back, from a field that nobody typed in': {
      config: tabs,
      async do(screen) {
        screen.find('[role=tab]')!.focus()
        await settled()
        // as a password manager does it, without an event
        Object.assign(screen.find('#email-input')!, { value: EMAIL })
        screen.find('[role=tab]')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
        await until(() => screen.find('#phone-input'), 'the other form')
        await screen.press('Email')
        await until(() => screen.find('#email-input'), 'the form')
      },
      stands: email,
    },
    'another tab with the same field': {
      config: tabs,
      async do(screen) {
        await screen.press('Text')
        await typeNumber(screen)
        await screen.press('WhatsApp')
        await screen.see('Continue with WhatsApp')
      },
      stands: phone,
    },
    'a code of another tab': {
      config: tabs,
      async do(screen) {
        await typeEmail(screen)
        await screen.press('Text')
        await typeNumber(screen)
        await screen.press('Continue with text message')
        await screen.see('Enter passcode')
        await back(screen)
      },
      stands: phone,
    },
    'a tab, from the screen of another': {
      config: tabs,
      async do(screen) {
        await typeEmail(screen)
        await screen.press('Text')
        await typeNumber(screen)
        await screen.press('Continue with text message')
        await screen.see('Enter passcode')
        await back(screen)
        await screen.press('Email')
        await until(() => screen.find('#email-input'), 'the form')
      },
      stands: email,
    },
  }

for (const [from, { config, do: go, stands }] of Object.entries(waysBack)) {
  test(`back from ${from}`, async () => {
    const screen = await open({ config })
    await go(screen)
    await until(
      () => screen.find('#email-input, #phone-input'),
      () => `a field in '${screen.text()}'`,
    )
    await settled()
    assert.equal(stood(screen), stands)
  })
}

test('back from another second factor', async () => {
  const screen = await secondFactors.ask({ totp: secondFactors.totp })
  await screen.press('Recovery code')
  await screen.type(secondFactors.RECOVERY, 'abcd-ef')
  await screen.press('Authenticator app')
  await screen.see(secondFactors.APP)
  await screen.press('Recovery code')
  await until(() => screen.find(secondFactors.RECOVERY), 'the field')
  assert.is(stood(screen).recoveryCode, 'abcd-ef')
})

test('a form whose button was pressed before this code ran', async () => {
  const screen = await open({ config: links })
  screen.find<HTMLInputElement>('#email-input')!.value = EMAIL
  screen.button('Continue with email')!.click()
  await screen.see('Check your email')
  await screen.press('Try again')
  await until(() => screen.find('#email-input'), 'the form')
  assert.is(stood(screen).email, EMAIL)
})

test('what was typed stands in no other widget of the page', async () => {
  const screen = await open({ config: links })
  await typeEmail(screen)
  const other = await open({ config: links })
  assert.is(other.find<HTMLInputElement>('[id^=email-input]')!.value, '')
})

test.run()
