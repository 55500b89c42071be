import type { PasswordLengths } from '../bridge/defaults.ts'
import { optionsOf, pluginOf, type Auth, type AuthOffers, type AuthOptions } from './auth.ts'

/** The plugins that the bridge asks. */
const known = [
  'latchkey',
  'magic-link',
  'email-otp',
  'phone-number',
  'passkey',
  'two-factor',
  'oauth-provider',
  'generic-oauth',
  'have-i-been-pwned',
] as const

type Known = (typeof known)[number]

/** How many characters passwords have unless a host says otherwise. */
export const usualLengths: PasswordLengths = { shortest: 8, longest: 128 }

/** What the plugin `captcha` checks unless a host says otherwise. */
const usualCaptchaPaths = ['/sign-up/email', '/sign-in/email', '/request-password-reset']

/** Returns whether a plugin is there. */
export const has = ({ plugins }: Pick<AuthOffers, 'plugins'>, id: Known): boolean => plugins.includes(id)

type Configured = { readonly options: AuthOptions }

/** Returns the number of digits of codes, by the plugin and its option. */
const codeLengths = (auth: Configured): [id: string, option: string, digits: unknown][] => {
  const { totpOptions, otpOptions } = optionsOf(auth, 'two-factor') as Record<string, { digits?: unknown } | undefined>
  return [
    ['email-otp', 'otpLength', optionsOf(auth, 'email-otp').otpLength],
    ['phone-number', 'otpLength', optionsOf(auth, 'phone-number').otpLength],
    ['two-factor', 'totpOptions.digits', totpOptions?.digits],
    ['two-factor', 'otpOptions.digits', otpOptions?.digits],
  ]
}

/** Throws a TypeError if the bridge cannot stand in front of a Better Auth with these options. */
const check = (auth: Configured): void => {
  const { options } = auth
  if (!pluginOf(auth, 'latchkey')) throw new TypeError('bridge() relies on its plugin: add latchkey() to the plugins of betterAuth().')
  if (options.user?.changeEmail?.updateEmailWithoutVerification)
    throw new TypeError('bridge() needs proven addresses: remove user.changeEmail.updateEmailWithoutVerification from betterAuth().')
  const { requireLocalEmailVerified = true } = options.account?.accountLinking ?? {}
  if (!requireLocalEmailVerified)
    throw new TypeError('bridge() needs proven addresses: remove account.accountLinking.requireLocalEmailVerified from betterAuth().')
  if (options.emailVerification?.sendOnSignIn)
    throw new TypeError(
      'bridge() limits mails, and sign-ins with other providers would send them without a limit: remove emailVerification.sendOnSignIn from betterAuth().',
    )
  for (const [id, name, digits] of codeLengths(auth))
    if (digits !== undefined && digits !== 6)
      throw new TypeError(`bridge() serves a form for codes of 6 digits, and ${id} has others: remove ${name} or set it to 6.`)
  const { secondaryStorage, verification } = options
  if (secondaryStorage && !verification?.storeInDatabase)
    throw new TypeError('bridge() counts and ends in the database: add verification: { storeInDatabase: true } to betterAuth().')
}

/**
 * Returns what a Better Auth with these options offers.
 * @throws TypeError if the bridge cannot stand in front of it
 */
export const offersOf = (auth: Pick<Auth, 'options'>): AuthOffers => {
  check(auth)
  const { appName, emailAndPassword = {}, emailVerification, socialProviders } = auth.options
  const secondsOf = (id: Known) => {
    const { expiresIn } = optionsOf(auth, id)
    return typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : undefined
  }
  const { rpID } = optionsOf(auth, 'passkey')
  const { scopes } = optionsOf(auth, 'oauth-provider')
  const { endpoints } = optionsOf(auth, 'captcha')
  return {
    appName,
    plugins: known.filter((id) => pluginOf(auth, id)),
    passwords: emailAndPassword.enabled
      ? {
          shortest: emailAndPassword.minPasswordLength ?? usualLengths.shortest,
          longest: emailAndPassword.maxPasswordLength ?? usualLengths.longest,
        }
      : undefined,
    confirmsByLink: !!emailVerification?.sendVerificationEmail,
    socialSignIn: !!socialProviders,
    codeSeconds: { email: secondsOf('email-otp'), sms: secondsOf('phone-number') },
    passkeyDomain: typeof rpID === 'string' ? rpID : undefined,
    scopes: Array.isArray(scopes) ? scopes.map(String) : undefined,
    captchaPaths: pluginOf(auth, 'captcha') && (Array.isArray(endpoints) && endpoints[0] ? endpoints.map(String) : usualCaptchaPaths),
  }
}
