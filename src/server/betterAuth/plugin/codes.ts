import { cookiesOf } from '../../cookies.ts'
import { denial, digest, hook, shortLived, textOf, type Call, type Hook } from './context.ts'

/** The header by which the bridge says what only the browser has that asked for a code. */
export const CODE_HEADER = 'x-latchkey-code'

/** No code is valid longer, in ms. */
const LONGEST = 3600_000

/** The field with the address that a code goes to, by endpoint. */
const sends: { readonly [path: string]: string } = { '/email-otp/send-verification-otp': 'email', '/phone-number/send-otp': 'phoneNumber' }
const verifies: { readonly [path: string]: string } = {
  '/sign-in/email-otp': 'email',
  '/email-otp/verify-email': 'email',
  '/phone-number/verify': 'phoneNumber',
}

const nameOf = async (call: Call, field: string) => `latchkey-code-${await digest(textOf(call, field).trim().toLowerCase())}`

/**
 * Hooks that bind a code to the browser that asked for it. Better Auth keeps one code for an
 * address and counts its tries, so without this a stranger's wrong codes would spend it.
 */
export const codeHooks: Hook[] = [
  hook(
    (path) => Object.hasOwn(sends, path),
    async (call) => {
      const secret = call.headers?.get(CODE_HEADER)
      const rows = shortLived(call.context)
      if (!secret || !rows.exists) return
      const name = await nameOf(call, sends[call.path!]!)
      await rows.remove({ field: 'identifier', value: name })
      await rows.add(name, await digest(secret), LONGEST)
    },
  ),
  hook(
    (path) => Object.hasOwn(verifies, path),
    async (call) => {
      const rows = shortLived(call.context)
      const asked = rows.exists && (await rows.find(await nameOf(call, verifies[call.path!]!)))
      if (asked && asked.value !== (await digest(call.headers?.get(CODE_HEADER) ?? '')))
        throw denial('BAD_REQUEST', { code: 'INVALID_OTP' })
    },
  ),
]

/** A code of an app is right for its own half minute and the ones around it, in ms. */
const TOTP_LIFE = 120_000

/** Lets a code of an authenticator app count once (RFC 6238, section 5.2). */
export const totpHook: Hook = hook(
  (path) => path === '/two-factor/verify-totp',
  async (call) => {
    const { context, headers } = call
    const rows = shortLived(context)
    const cookie = cookiesOf(headers?.get('cookie')).get(context.createAuthCookie('two_factor').name)
    if (!cookie || !rows.exists) return
    // the cookie names the log-in that waits for the code; whether it is signed, the endpoint
    // checks
    const [, logIn = ''] = /^"?(.*)\.[^.]*$/.exec(decodeURIComponent(cookie)) ?? []
    const user = await context.internalAdapter.findVerificationValue(logIn)
    if (!user) return
    const used = `latchkey-totp-${await digest(`${user.value} ${textOf(call, 'code')}`)}`
    await rows.add(used, '', TOTP_LIFE)
    if ((await rows.count(used)) > 1) throw denial('UNAUTHORIZED', { code: 'INVALID_CODE' })
  },
)
