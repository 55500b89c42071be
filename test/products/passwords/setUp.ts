/** Brings a visitor on the emulator to the screen for their password. */
import { closeAll, open, provider, type Login } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { hasten } from '../../harness/turns.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import type { LoginConfig, Strings } from '../../../src/widget/publicTypes.ts'
import type { Test } from 'uvu'

export const SEARCH = 'POST /users/search'
export const CREATE = 'POST /passwords'
export const AUTHENTICATE = 'POST /passwords/authenticate'
export const CHECK = 'POST /passwords/strength_check'
export const RESET = 'POST /passwords/email/reset/start'
export const LINK = 'POST /magic_links/email/login_or_create'
export const CODE = 'POST /otps/email/login_or_create'

export const EMAIL = 'ada@example.com'
export const GOOD = 'fjord-violin-walnut-72'
export const FIELD = '#password-input'
export const UNREACHABLE = 'Unable to contact our servers.'

export const withCodes: LoginConfig = {
  products: ['passwords', 'otp'],
  otpOptions: { methods: ['email'], expirationMinutes: 7, loginTemplateId: 'in', locale: 'es' },
}
export const withLinks: LoginConfig = { products: ['passwords', 'emailMagicLinks'], emailMagicLinksOptions: {} }

export const ada = (more: object = {}) => provider.seed({ users: [{ emails: [{ email: EMAIL }], ...more }] })

/** Types the email address and waits for the next screen. */
export const submitEmail = async (sees: string, config: LoginConfig = {}, strings?: Strings): Promise<Login> => {
  const login = await open({ config: { products: ['passwords'], ...config }, strings })
  await login.type('#email-input', EMAIL)
  await login.press('Continue with email')
  await login.see(sees)
  return login
}

export const toCreate = (config?: LoginConfig, strings?: Strings) => submitEmail('Finish creating your account', config, strings)
export const toLogIn = (config?: LoginConfig) => submitEmail('Log In', config)

export const continueOf = ({ button }: Login) => button('Continue') as HTMLButtonElement
/**
 * Whether Continue looks disabled. A press counts all the same, because something may stand in the
 * field that the screen does not know of.
 */
export const isMuted = (login: Login) => continueOf(login).getAttribute('aria-disabled') === 'true'
export const ready = (login: Login) => until(() => !isMuted(login), 'Continue')
export const types = ({ events }: Login) => events.map(({ type }) => type)
export const typesOfErrors = ({ errors }: Login) => errors.map((error) => (error as { error_type?: string }).error_type)
export const bar = ({ find }: Login) => find('[role=meter]')
/** The texts of the elements that describe the password field. */
export const described = ({ find, root }: Login) =>
  find(FIELD)!
    .getAttribute('aria-describedby')!
    .split(/\s+/)
    .map((id) => root.querySelector('#' + id)?.textContent)
    .filter(Boolean)
    .join(' ')
export const lit = (login: Login) => [
  bar(login)!.getAttribute('aria-valuenow'),
  bar(login)!.closest('[data-good]')?.getAttribute('data-good'),
  login.all('[data-lit=true]').length,
]

let clock: Clock | undefined

/** Stops time, except for what `pass` adds. */
export const hold = () => {
  clock = install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
  return async (ms: number) => {
    await clock!.tickAsync(ms)
    await settled()
  }
}

export const prepare = (test: Test) => {
  // the pause before a password is checked
  hasten(500)
  test.after.each(closeAll)
  test.after.each(() => {
    clock?.uninstall()
    clock = undefined
  })
}
