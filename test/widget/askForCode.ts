/** Requests a code on the emulator, as a visitor does. */
import { mail, open, type Login } from '../harness/login.ts'
import type { LoginConfig, WidgetOtpOptions } from '../../src/ui/host/config.ts'

export const VERIFY = 'POST /otps/authenticate'
export const CODE = '.lk-code-input'
export const WRONG = 'Invalid passcode, please try again.'
export const UNREACHABLE = 'Unable to contact our servers.'

/** The methods, each with the visitor's input and the request. */
export const ways = {
  sms: {
    field: '#phone-input',
    typed: '(415) 555-2671',
    to: '+14155552671',
    shown: '+1 415 555 2671',
    button: 'Continue with text message',
    name: 'phone_number',
  },
  whatsapp: {
    field: '#phone-input',
    typed: '+44 7400 123456',
    to: '+447400123456',
    shown: '+44 7400 123456',
    button: 'Continue with WhatsApp',
    name: 'phone_number',
  },
  email: {
    field: '#email-input',
    typed: 'ada@example.com',
    to: 'ada@example.com',
    shown: 'ada@example.com',
    button: 'Continue with email',
    name: 'email',
  },
}
export type Way = keyof typeof ways
export const SEND = (way: Way) => `POST /otps/${way}/login_or_create`

export const options: WidgetOtpOptions = { expirationMinutes: 7, loginTemplateId: 'in', signupTemplateId: 'up', locale: 'es' }
export const configOf = (way: Way, more?: WidgetOtpOptions): LoginConfig => ({ products: ['otp'], otpOptions: { methods: [way], ...more } })

/** Requests a code, and waits for the screen where it is typed. */
export const askForCode = async (way: Way, config = configOf(way)): Promise<Login> => {
  const login = await open({ config })
  await login.type(ways[way].field, ways[way].typed)
  await login.press(ways[way].button)
  await login.see('Enter passcode')
  return login
}

export const codeIn = async () => (await mail()).code!
export const wrongCode = async () => String((Number(await codeIn()) + 1) % 1_000_000).padStart(6, '0')
