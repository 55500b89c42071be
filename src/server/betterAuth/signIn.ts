import { readEmail } from '../../api/emailAddress.ts'
import type { SecondFactorAnswer } from '../bridge/calls.ts'
import { isWeakScore, strengthOf } from '../bridge/defaults.ts'
import { refusal } from '../bridge/refusals.ts'
import type { BetterAuthBridgeOptions } from './auth.ts'
import type { Asker, AskingBackend, Json } from './ask.ts'
import { signedIn, text, userIn } from './entities.ts'
import { decode, encode, FOR, VERIFICATION } from './links.ts'
import type { AuthOffers } from './auth.ts'
import { has } from './offers.ts'
import { CODE_HEADER } from './plugin/codes.ts'
import { ADDRESS_PATH, LANDING_PATH } from './plugin/paths.ts'
import { ownerIn } from './plugin/owner.ts'

/** Returns a second factor that comes first, or undefined. */
export const secondFactorIn = (answer: Json): SecondFactorAnswer | undefined => {
  if (answer.twoFactorRedirect !== true) return undefined
  if (!Array.isArray(answer.twoFactorMethods) || !answer.twoFactorMethods.includes('totp')) throw refusal('no_second_factor')
  return { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: true }
}

/** What a code proves: an address or number to log in with, or the address of who is signed in. */
type CodeKind = 'email' | 'phone' | 'confirm'

/**
 * Returns the id of what a code was sent to: where to, and a secret that only the browser has that
 * asked.
 */
const methodId = (kind: CodeKind, to: string, secret: string) => `${kind}-${encode(to)}.${secret}`

/** Reads the id of what a code was sent to. The browser may have changed it. */
const readMethodId = (id: string): { kind: CodeKind; to: string; secret: string } => {
  const [, kind, code = '', secret = ''] = /^(email|phone|confirm)-([\w-]{1,600})\.([\w-]{36})$/.exec(id) ?? []
  const to = decode(code) ?? ''
  if (kind === 'phone' ? !/^\+[1-9]\d{6,14}$/.test(to) : readEmail(to) !== to) throw refusal('otp_code_not_found')
  return { kind: kind as CodeKind, to, secret }
}

/** Returns whether a mail is for who is signed in, to confirm their own address in place. */
const confirms = async (asker: Asker, email: string | undefined): Promise<boolean> => {
  const user = asker.visit.params.factor === 'secondary' ? await userIn(asker) : undefined
  return user?.emailVerified === false && text(user.email) === email?.toLowerCase()
}

/** Returns whether a link may land: the browser has asked for one to its address. */
export const mayLand = async (token: string, { offers, ask, base }: Asker): Promise<boolean> => {
  // the other kind only confirms an address
  if (!has(offers, 'latchkey') || token.startsWith(VERIFICATION)) return false
  // a page that a browser opens has no Origin
  const headers = { origin: new URL(base).origin }
  return (await ask(`POST ${LANDING_PATH}`, { headers, body: { token } })).mayLand === true
}

export const linksAndCodes = (offers: AuthOffers, options: BetterAuthBridgeOptions): Pick<AskingBackend, 'magicLinks' | 'otps'> => {
  const sendLink: NonNullable<AskingBackend['magicLinks']>['loginOrCreate'] = async (body, asker) => {
    const { email } = body
    const callbackURL = body.login_magic_link_url ?? options.loginPage
    if (offers.confirmsByLink && (await confirms(asker, email)))
      await asker.ask('POST /send-verification-email', { body: { email, callbackURL } })
    else if (!has(offers, 'magic-link')) throw refusal('route_not_found')
    else await asker.ask('POST /sign-in/magic-link', { body: { email, callbackURL, newUserCallbackURL: body.signup_magic_link_url } })
    return {}
  }
  const sendCode: NonNullable<AskingBackend['otps']>['loginOrCreate'] = async ({ email, phone_number }, asker) => {
    const secret = crypto.randomUUID()
    const headers = { [CODE_HEADER]: secret }
    if (asker.visit.params.method === 'email' && has(offers, 'email-otp')) {
      if (!email) throw refusal('invalid_email')
      const kind = (await confirms(asker, email)) ? 'confirm' : 'email'
      const type = kind === 'confirm' ? 'email-verification' : 'sign-in'
      await asker.ask('POST /email-otp/send-verification-otp', { body: { email, type }, headers })
      return { method_id: methodId(kind, email, secret) }
    }
    if (asker.visit.params.method !== 'sms' || !has(offers, 'phone-number')) throw refusal('route_not_found')
    if (!phone_number) throw refusal('invalid_phone_number')
    await asker.ask('POST /phone-number/send-otp', { body: { phoneNumber: phone_number }, headers })
    return { method_id: methodId('phone', phone_number, secret) }
  }
  const hasLinks = has(offers, 'magic-link') || offers.confirmsByLink
  return {
    magicLinks: {
      ...(has(offers, 'magic-link') && { loginOrCreate: sendLink }),
      ...(hasLinks && { send: sendLink }),
      async authenticate({ token }, asker) {
        if (token.startsWith(VERIFICATION)) {
          await asker.ask('GET /verify-email', { query: { token: token.slice(VERIFICATION.length) } })
          // there is a session if the host has turned on `autoSignInAfterVerification`
          const session = await signedIn(asker).catch(() => undefined)
          if (!session) throw refusal('email_verified')
          return { ...session, method_id: '' }
        }
        await asker.ask('GET /magic-link/verify', { query: { token } })
        return { ...(await signedIn(asker)), method_id: '' }
      },
    },
    otps: {
      loginOrCreate: sendCode,
      send: sendCode,
      async authenticate({ token, method_id }, asker) {
        const { kind, to, secret } = readMethodId(method_id)
        const headers = { [CODE_HEADER]: secret }
        if (kind === 'phone') await asker.ask('POST /phone-number/verify', { body: { phoneNumber: to, code: token }, headers })
        else if (kind === 'email') await asker.ask('POST /sign-in/email-otp', { body: { email: to, otp: token }, headers })
        else await asker.ask('POST /email-otp/verify-email', { body: { email: to, otp: token }, headers })
        return { ...(await signedIn(asker)), method_id }
      },
    },
  }
}

/**
 * How long the answer to a reset takes at least, in ms. Better Auth stores a token for a known
 * address alone, and a host may wait for the mail; this is longer.
 */
const RESET_TIME = 500

export const passwords = (offers: AuthOffers, options: BetterAuthBridgeOptions): Pick<AskingBackend, 'passwords' | 'userSearch'> => {
  const { passwords: lengths } = offers
  const logIn = async (asker: Asker, email: string, password: string) =>
    secondFactorIn(await asker.ask('POST /sign-in/email', { body: { email, password } })) ?? signedIn(asker)

  const refuseWeak = async (password: string, email: string | undefined) => {
    if (options.passwordScore && isWeakScore(await options.passwordScore(password, email))) throw refusal('weak_password')
  }

  return {
    userSearch: {
      async search({ email }, { ask }) {
        // without the plugin, everybody is asked for a password
        const { userType } = has(offers, 'latchkey') ? await ask(`POST ${ADDRESS_PATH}`, { body: { email } }) : { userType: 'password' }
        return { userType: userType as 'new' | 'password' | 'passwordless' }
      },
    },
    passwords: lengths
      ? {
          async create({ email, password }, asker) {
            await refuseWeak(password, email)
            const { token } = await asker.ask('POST /sign-up/email', { body: { name: '', email, password } })
            // the address has to be confirmed first, or nobody may know that it has an account
            // already
            if (!token) throw refusal('email_not_verified')
            const session = await signedIn(asker)
            return { ...session, email_id: session.user.emails[0]?.email_id ?? '' }
          },
          authenticate: ({ email, password }, asker) => logIn(asker, email, password),
          async resetByEmailStart(body, asker) {
            const later = new Promise((resolve) => setTimeout(resolve, RESET_TIME))
            const page = new URL(body.reset_password_redirect_url ?? options.resetPage ?? options.loginPage ?? '/', asker.base)
            // A reset gives no session, and its token does not say whose it is. The link goes to
            // that address anyway.
            page.searchParams.set(FOR, encode(body.email))
            await asker.ask('POST /request-password-reset', { body: { email: body.email, redirectTo: page.href } })
            await later
            return {}
          },
          async resetByEmail({ token, password }, asker) {
            const [, secret, whose = ''] = /^([^.]+)(?:\.([\w-]*))?$/.exec(token) ?? []
            const email = readEmail(decode(whose) ?? '')
            if (!secret) throw refusal('unable_to_auth_magic_link')
            await refuseWeak(password, email)
            await asker.ask('POST /reset-password', { body: { newPassword: password, token: secret } })
            // whose the token is, the plugin says, whatever the page's part of it says
            const owner = ownerIn(asker) ?? email
            if (!owner) throw refusal('login_required')
            return logIn(asker, owner, password)
          },
          async resetByExistingPassword({ email, existing_password, new_password }, asker) {
            await refuseWeak(new_password, email)
            const session = await signedIn(asker).catch(() => undefined)
            const isTheirs = session?.user.emails.some((own) => own.email === email.toLowerCase())
            const answer = isTheirs ? undefined : await logIn(asker, email, existing_password)
            if (answer && 'second_factor_required' in answer) return answer
            await asker.ask('POST /change-password', {
              body: { currentPassword: existing_password, newPassword: new_password, revokeOtherSessions: true },
            })
            return signedIn(asker)
          },
          async strengthCheck({ password, email }) {
            const score = options.passwordScore && (await options.passwordScore(password, email))
            return {
              ...strengthOf(password, lengths, score),
              breach_detection_on_create: has(offers, 'have-i-been-pwned'),
            }
          },
        }
      : undefined,
  }
}

/**
 * What the token in the page's URL begins with after a sign-in. The cookie is the session, so the
 * token proves nothing.
 */
const MARK = 'signed-in-with.'

/** Sign-ins with other providers. */
export const socialSignIn = (options: BetterAuthBridgeOptions): AskingBackend['oauth'] => ({
  async start({ provider, loginUrl, signupUrl, scopes }, asker) {
    const pageOf = (page: string | undefined) => new URL(page ?? options.loginPage ?? '/', asker.base)
    const back = (page: string | undefined) => {
      const url = pageOf(page)
      url.searchParams.set('latchkey_token_type', 'oauth')
      url.searchParams.set('token', MARK + provider)
      return url.href
    }
    const { location } = await asker.try('POST /sign-in/social', {
      // a page that a browser opens has no Origin; the bridge has looked at where it was opened
      // from
      headers: { origin: new URL(asker.visit.request.headers.get('referer') ?? asker.base).origin },
      body: {
        provider,
        callbackURL: back(loginUrl),
        newUserCallbackURL: back(signupUrl ?? loginUrl),
        // Better Auth adds `error`, which the widget reads
        errorCallbackURL: pageOf(loginUrl).href,
        disableRedirect: true,
        ...(scopes.length > 0 && { scopes }),
      },
    })
    if (!location) throw refusal('oauth_config_not_found')
    return location
  },
  async authenticate({ token }, asker) {
    const [, provider] = /^signed-in-with\.([\w-]{1,60})$/.exec(token) ?? []
    if (!provider) throw refusal('oauth_flow_callback_error')
    const session = await signedIn(asker)
    const account = session.user.providers.find(({ provider_type }) => provider_type.toLowerCase() === provider.toLowerCase())
    return {
      ...session,
      provider_type: account?.provider_type ?? provider,
      provider_subject: account?.provider_subject ?? '',
      profile_picture_url: '',
      locale: '',
      // they stay on the server
      provider_values: { access_token: '', refresh_token: '', id_token: '', scopes: [], expires_at: '' },
    }
  },
})

/** Creates the calls of the second factor, which completes a log-in. */
export const secondFactor = (offers: AuthOffers): AskingBackend['totps'] => {
  if (!has(offers, 'two-factor')) return undefined
  const verify = async (route: string, code: string, trustDevice = false, asker: Asker) => {
    // with a session, Better Auth only looks at the code, and begins no new one
    if (asker.visit.confirming) asker.withhold(/session_(token|data)/)
    await asker.ask(`POST /two-factor/${route}`, { body: { code, trustDevice } })
    const session = await signedIn(asker)
    return { ...session, totp_id: text(session.user.totps[0]?.totp_id) }
  }
  return {
    authenticate: ({ totp_code, trust_device }, asker) => verify('verify-totp', totp_code, trust_device, asker),
    recover: ({ recovery_code, trust_device }, asker) => verify('verify-backup-code', recovery_code, trust_device, asker),
  }
}
