import { readEmail } from '../../../api/emailAddress.ts'
import { cookiesOf } from '../../cookies.ts'
import { digest } from '../../digest.ts'
import { cookieLine, cookieName } from '../../hostCookies.ts'
import type { Asker } from '../ask.ts'
import type { Row } from '../auth.ts'
import { decode, encode } from '../links.ts'
import { cookieLineOf, cookieNameOf, fieldOf, hasFailed, hook, shortLived, textOf, userOf, type Call, type HookResult } from './context.ts'

/** The cookie of a browser that has made an account whose address has to be confirmed. */
const SIGN_UP = 'latchkey_sign_up'

/** A confirmation has to be opened by then, in ms, to keep the password of the sign-up. */
const SIGN_UP_LIFE = 24 * 3600_000

/** The cookie of a browser that has just opened the mail of a reset, with the user's address. */
const OWNER = 'latchkey_owner'

/** The log-in after a reset follows at once. In ms. */
const OWNER_LIFE = 60_000

const rowOf = async (name: string, secret: string) => `${name.replaceAll('_', '-')}-${await digest(secret)}`

/** Gives the browser of a call a cookie with a secret of a user. */
const mark = async ({ context }: Call, name: string, userId: string, ms: number, more = ''): Promise<HookResult> => {
  const secret = crypto.randomUUID()
  await shortLived(context).add(await rowOf(name, secret), userId, ms)
  return { headers: new Headers({ 'set-cookie': cookieLineOf(context, name, secret + more, ms) }) }
}

/** Finds the row of a cookie of {@link mark}. */
const markOf = async ({ context, headers }: Call, name: string): Promise<Row | null> => {
  const [secret] = cookiesOf(headers?.get('cookie')).get(cookieNameOf(context, name))?.split('.') ?? []
  return secret ? shortLived(context).find(await rowOf(name, secret)) : null
}

/**
 * Notes in a browser that it has made an account whose address has to be confirmed. A stranger can
 * sign up with somebody's address: a confirmation without this note keeps no password.
 */
export const signUpHook = hook(
  (path) => ['/sign-up/email', '/sign-in/email'].includes(path),
  async (call) => {
    const { context, request, path } = call
    const returned = context.returned as { user?: unknown; body?: unknown } | undefined
    if (!request) return
    if (path === '/sign-up/email') return hasFailed(call) ? undefined : mark(call, SIGN_UP, fieldOf(returned?.user, 'id'), SIGN_UP_LIFE)
    // the password is right, so a confirmation that is opened here keeps it
    if (!hasFailed(call) || fieldOf(returned?.body, 'code') !== 'EMAIL_NOT_VERIFIED') return
    const found = await context.internalAdapter.findUserByEmail(textOf(call, 'email').toLowerCase())
    if (found) return mark(call, SIGN_UP, found.user.id, SIGN_UP_LIFE)
  },
)

/** Finds the users whose accounts the browser of a call has made or is signed in to. */
export const makersOf = async (call: Call): Promise<string[]> => {
  const ids = [(await userOf(call))?.id, (await markOf(call, SIGN_UP))?.value]
  return ids.filter((id): id is string => typeof id === 'string' && id !== '')
}

/** Notes in a browser that it has just reset the password of a user, by the mail to the address. */
export const markOwner = (call: Call, { id, email }: Row): Promise<HookResult> =>
  mark(call, OWNER, String(id), OWNER_LIFE, `.${encode(String(email))}`)

/**
 * Returns whether a log-in is that of the browser that has just reset the user's password, so that
 * guesses of strangers do not keep the owner out. Once.
 */
export const takeOwner = async (call: Call): Promise<boolean> => {
  const row = call.path === '/sign-in/email' ? await markOf(call, OWNER) : null
  if (!row) return false
  await shortLived(call.context).remove({ field: 'id', value: String(row.id) })
  const found = await call.context.internalAdapter.findUserByEmail(textOf(call, 'email').toLowerCase())
  return found?.user.id === row.value
}

/** Returns the address of the user whose password was reset just now, and removes the cookie. */
export const ownerIn = ({ cookie, visit }: Pick<Asker, 'cookie' | 'visit'>): string | undefined => {
  for (const secure of [true, false]) {
    const [, email] = cookie(cookieName(OWNER, { secure }))?.split('.') ?? []
    if (!email) continue
    visit.setCookie(cookieLine(OWNER, '', { secure, seconds: 0 }))
    return readEmail(decode(email) ?? '')
  }
  return undefined
}
