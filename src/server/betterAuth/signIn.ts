import { readEmail } from '../../api/emailAddress.ts'
import { digest } from '../digest.ts'
import type { SecondFactorAnswer, Visit } from '../bridge/calls.ts'
import { isWeakScore, strengthOf, type PasswordLengths } from '../bridge/defaults.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { optionsOf, pluginOf, type Auth, type BetterAuthBridgeOptions } from './auth.ts'
import type { Asker, AskingBackend, Json } from './ask.ts'
import { signedIn, text, userIn } from './entities.ts'
import { decode, encode, FOR, VERIFICATION } from './links.ts'
import { CODE_HEADER } from './plugin/codes.ts'
import { shortLived, type AuthContext } from './plugin/context.ts'
import { ADDRESS_PATH, type Sender } from './plugin/index.ts'
import { linkAddressOf } from './plugin/proof.ts'
import { makerIn, noteSignUp } from './signUpNote.ts'

/** A second factor that comes first, or undefined. */
export const secondFactorIn = (answer: Json): SecondFactorAnswer | undefined => {
  if (answer.twoFactorRedirect !== true) return undefined
  if (!Array.isArray(answer.twoFactorMethods) || !answer.twoFactorMethods.includes('totp')) throw refusal('no_second_factor')
  return { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: true }
}

/** What a code proves: an address or number to log in with, or the address of who is signed in. */
type CodeKind = 'email' | 'phone' | 'confirm'

/**
 * The id of what a code was sent to: where to, and a secret that only the browser has that asked.
 */
const methodId = (kind: CodeKind, to: string, secret: string) => `${kind}-${encode(to)}.${secret}`

/** Reads the id of what a code was sent to. The browser may have changed it. */
const readMethodId = (id: string): { kind: CodeKind; to: string; secret: string } => {
  const [, kind, code = '', secret = ''] = /^(email|phone|confirm)-([\w-]{1,600})\.([\w-]{36})$/.exec(id) ?? []
  const to = decode(code) ?? ''
  if (kind === 'phone' ? !/^\+[1-9]\d{6,14}$/.test(to) : readEmail(to) !== to) throw refusal('otp_code_not_found')
  return { kind: kind as CodeKind, to, secret }
}

/** Whether a mail is for who is signed in, to confirm their own address in place. */
const confirms = async (asker: Asker, email: string | undefined): Promise<boolean> => {
  const user = asker.visit.params.factor === 'secondary' ? await userIn(asker) : undefined
  return user?.emailVerified === false && text(user.email) === email?.toLowerCase()
}

/**
 * The name of the row that a link to an address was asked for by a browser. The page of a link
 * names its browser; this keeps somebody who has seen an earlier link of that browser from having
 * it land with a link of their own.
 */
const linkRow = async (email: string, browser: string) => `latchkey-link-${await digest(`${browser} ${email.toLowerCase()}`)}`

/** Whether a link may land: the browser has asked for one to its address. */
export const mayLand = async (auth: Auth, token: string, visit: Visit): Promise<boolean> => {
  // this only confirms an address
  if (token.startsWith(VERIFICATION)) return false
  const context = (await auth.$context) as Awaited<Auth['$context']> & Pick<AuthContext, 'internalAdapter'>
  const email = await linkAddressOf(context, token)
  return !!email && !!(await shortLived(context).find(await linkRow(email, await visit.browser())))
}

export const linksAndCodes = (auth: Auth, options: BetterAuthBridgeOptions): Pick<AskingBackend, 'magicLinks' | 'otps'> => {
  const sendLink: NonNullable<AskingBackend['magicLinks']>['loginOrCreate'] = async (body, asker) => {
    const { email } = body
    const callbackURL = body.login_magic_link_url ?? options.loginPage
    if (auth.options.emailVerification?.sendVerificationEmail && (await confirms(asker, email)))
      await asker.ask('POST /send-verification-email', { body: { email, callbackURL } })
    else if (!pluginOf(auth, 'magic-link')) throw refusal('route_not_found')
    else {
      await asker.ask('POST /sign-in/magic-link', { body: { email, callbackURL, newUserCallbackURL: body.signup_magic_link_url } })
      // after its limits have counted
      const life = (Number(optionsOf(auth, 'magic-link').expiresIn) || 300) * 1000
      await shortLived(await auth.$context).add(await linkRow(email, await asker.visit.browser()), '', life)
    }
    return {}
  }
  const sendCode: NonNullable<AskingBackend['otps']>['loginOrCreate'] = async ({ email, phone_number }, asker) => {
    const secret = crypto.randomUUID()
    const headers = { [CODE_HEADER]: secret }
    if (asker.visit.params.method === 'email' && pluginOf(auth, 'email-otp')) {
      if (!email) throw refusal('invalid_email')
      const kind = (await confirms(asker, email)) ? 'confirm' : 'email'
      const type = kind === 'confirm' ? 'email-verification' : 'sign-in'
      await asker.ask('POST /email-otp/send-verification-otp', { body: { email, type }, headers })
      return { method_id: methodId(kind, email, secret) }
    }
    if (asker.visit.params.method !== 'sms' || !pluginOf(auth, 'phone-number')) throw refusal('route_not_found')
    if (!phone_number) throw refusal('invalid_phone_number')
    await asker.ask('POST /phone-number/send-otp', { body: { phoneNumber: phone_number }, headers })
    return { method_id: methodId('phone', phone_number, secret) }
  }
  const hasLinks = !!(pluginOf(auth, 'magic-link') ?? auth.options.emailVerification?.sendVerificationEmail)
  return {
    magicLinks: {
      ...(pluginOf(auth, 'magic-link') && { loginOrCreate: sendLink }),
      ...(hasLinks && { send: sendLink }),
      async authenticate({ token }, asker) {
        if (token.startsWith(VERIFICATION)) {
          const sender = await makerIn(asker)
          await asker.ask('GET /verify-email', { query: { token: token.slice(VERIFICATION.length) }, sender })
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
        else await asker.ask('POST /email-otp/verify-email', { body: { email: to, otp: token }, headers, sender: await makerIn(asker) })
        return { ...(await signedIn(asker)), method_id }
      },
    },
  }
}

/** How many characters a password needs, and how many it may have. */
export const passwordLengths = ({ options }: Auth): PasswordLengths => ({
  shortest: options.emailAndPassword?.minPasswordLength ?? 8,
  longest: options.emailAndPassword?.maxPasswordLength ?? 128,
})

/**
 * How long the answer to a reset takes at least, in ms. Better Auth stores a token for a known
 * address alone, and a host may wait for the mail; this is longer.
 */
const RESET_TIME = 500

export const passwords = (auth: Auth, options: BetterAuthBridgeOptions): Pick<AskingBackend, 'passwords' | 'userSearch'> => {
  const logIn = async (asker: Asker, email: string, password: string, sender?: Sender) =>
    secondFactorIn(await asker.ask('POST /sign-in/email', { body: { email, password }, sender })) ?? signedIn(asker)

  const refuseWeak = async (password: string, email: string | undefined) => {
    if (options.passwordScore && isWeakScore(await options.passwordScore(password, email))) throw refusal('weak_password')
  }

  return {
    userSearch: {
      ...(pluginOf(auth, 'latchkey') && {
        async search({ email }, { ask }) {
          const { userType } = await ask(`POST ${ADDRESS_PATH}`, { body: { email } })
          return { userType: userType as 'new' | 'password' | 'passwordless' }
        },
      }),
    },
    passwords: auth.options.emailAndPassword?.enabled
      ? {
          async create({ email, password }, asker) {
            await refuseWeak(password, email)
            const { token, user } = await asker.ask('POST /sign-up/email', { body: { name: '', email, password } })
            // a confirmation that is opened here keeps the password, also after a log-out
            await noteSignUp(asker, text((user as Json | undefined)?.id))
            // the address has to be confirmed first, or nobody may know that it has an account
            // already
            if (!token) throw refusal('email_not_verified')
            const session = await signedIn(asker)
            return { ...session, email_id: session.user.emails[0]?.email_id ?? '' }
          },
          async authenticate({ email, password }, asker) {
            try {
              return await logIn(asker, email, password)
            } catch (error) {
              // the password is right, so a confirmation that is opened here keeps it
              if (error instanceof BridgeRefusal && error.error_type === 'email_not_verified') {
                const where = [{ field: 'email', value: email.toLowerCase() }]
                const user = await (await auth.$context).adapter.findOne({ model: 'user', where })
                await noteSignUp(asker, text(user?.id))
              }
              throw error
            }
          },
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
            const sender: Sender = {}
            await asker.ask('POST /reset-password', { body: { newPassword: password, token: secret }, sender })
            const where = [{ field: 'id', value: sender.resetUserId ?? '' }]
            const user = await (await auth.$context).adapter.findOne({ model: 'user', where })
            if (!user) throw refusal('login_required')
            // guesses of strangers must not keep the owner out, who has just opened the mail
            return logIn(asker, text(user.email), password, { isOwner: true })
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
              ...strengthOf(password, passwordLengths(auth), score),
              breach_detection_on_create: !!pluginOf(auth, 'have-i-been-pwned'),
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

/** The second factor, which completes a log-in. */
export const secondFactor = (auth: Auth): AskingBackend['totps'] => {
  if (!pluginOf(auth, 'two-factor')) return undefined
  const verify = async (route: string, code: string, trustDevice = false, asker: Asker) => {
    await asker.ask(`POST /two-factor/${route}`, { body: { code, trustDevice } })
    const session = await signedIn(asker)
    return { ...session, totp_id: text(session.user.totps[0]?.totp_id) }
  }
  return {
    authenticate: ({ totp_code, trust_device }, asker) => verify('verify-totp', totp_code, trust_device, asker),
    recover: ({ recovery_code, trust_device }, asker) => verify('verify-backup-code', recovery_code, trust_device, asker),
  }
}
