import { denial, hook, shortLived, signedPart, textOf, userBeforeFactor, userOf, type Call, type Hook } from './context.ts'
import { digest } from '../../digest.ts'

/** The header by which the bridge says what only the browser has that asked for a code. */
export const CODE_HEADER = 'x-latchkey-code'

/** No code is valid longer, in ms. */
const LONGEST = 3600_000

/** The field with the address that a code goes to, by endpoint. */
const sends: { readonly [path: string]: string } = { '/email-otp/send-verification-otp': 'email', '/phone-number/send-otp': 'phoneNumber' }
const verifies: { readonly [path: string]: string } = {
  '/sign-in/email-otp': 'email',
  '/email-otp/verify-email': 'email',
  '/email-otp/check-verification-otp': 'email',
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
      const name = await nameOf(call, sends[call.path!]!)
      await rows.remove({ field: 'identifier', value: name })
      if (secret) await rows.add(name, await digest(secret), LONGEST)
    },
  ),
  hook(
    (path) => Object.hasOwn(verifies, path),
    async (call) => {
      const rows = shortLived(call.context)
      const asked = await rows.find(await nameOf(call, verifies[call.path!]!))
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
    const rows = shortLived(call.context)
    // who logs in, and who turns the factor on; the endpoint checks the signatures, and takes one
    // of them
    const [logIn, user] = [await userBeforeFactor(call), await userOf(call)]
    if (!logIn && signedPart(call, 'two_factor')) throw denial('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE' })
    for (const id of new Set([logIn?.id, user?.id])) {
      if (!id) continue
      const used = `latchkey-totp-${await digest(`${id} ${textOf(call, 'code')}`)}`
      await rows.add(used, '', TOTP_LIFE)
      if ((await rows.count(used)) > 1) throw denial('UNAUTHORIZED', { code: 'INVALID_CODE' })
    }
  },
)
