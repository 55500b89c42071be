import { optionsOf, type Row } from '../auth.ts'
import { cookiesOf } from '../../cookies.ts'
import {
  claimsOf,
  cookieLineOf,
  cookieNameOf,
  denial,
  fieldOf,
  hasFailed,
  hook,
  shortLived,
  signedInUser,
  signedPart,
  textOf,
  userBeforeFactor,
  userOf,
  type AuthContext,
  type Call,
  type Hook,
} from './context.ts'
import { digest } from '../../digest.ts'
import { oneAtATime } from './turns.ts'

const HOUR = 3600_000

/** How long a browser that has logged in is known to an address. */
const KNOWN_MS = 30 * 24 * HOUR

/** What counts against an address: a mail or message to it, or a guess of its password. */
type Kind = 'mail' | 'guess'

type Field = 'email' | 'newEmail' | 'phoneNumber' | 'username' | 'updateTo'

/** The endpoint that mails links. */
const LINKS = '/sign-in/magic-link'

/** The endpoints that count, with the field that has the address; without one, it is the user's. */
const counted: { readonly [path: string]: readonly [Kind, Field?] } = {
  [LINKS]: ['mail', 'email'],
  '/email-otp/send-verification-otp': ['mail', 'email'],
  '/email-otp/request-password-reset': ['mail', 'email'],
  '/forget-password/email-otp': ['mail', 'email'],
  '/request-password-reset': ['mail', 'email'],
  '/forget-password': ['mail', 'email'],
  '/send-verification-email': ['mail', 'email'],
  '/phone-number/send-otp': ['mail', 'phoneNumber'],
  '/phone-number/request-password-reset': ['mail', 'phoneNumber'],
  '/change-email': ['mail', 'newEmail'],
  '/email-otp/request-email-change': ['mail', 'newEmail'],
  '/email-otp/change-email': ['guess', 'newEmail'],
  '/verify-email': ['mail', 'updateTo'],
  '/organization/invite-member': ['mail', 'email'],
  '/two-factor/send-otp': ['mail'],
  '/sign-up/email': ['mail', 'email'],
  '/sign-in/email': ['guess', 'email'],
  '/sign-in/phone-number': ['guess', 'phoneNumber'],
  '/sign-in/username': ['guess', 'username'],
  '/change-password': ['guess'],
  '/verify-password': ['guess'],
  '/delete-user': ['guess'],
  '/two-factor/enable': ['guess'],
  '/two-factor/disable': ['guess'],
  '/two-factor/get-totp-uri': ['guess'],
  '/two-factor/generate-backup-codes': ['guess'],
}

/** Calls that mail to the address of the session, too. */
const mailsOwner = ['/change-email', '/delete-user']

/**
 * Checks that a text is a number in the one spelling that counts (E.164), because a gateway may
 * know many.
 */
const isNumber = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)

/** Returns the user name by which Better Auth looks a user up. A host's function may throw. */
const lookedUp = (value: string, normalize: unknown): string => {
  if (typeof normalize !== 'function') return normalize === false ? value : value.toLowerCase()
  try {
    return String(normalize(value))
  } catch {
    return value
  }
}

/**
 * Finds whose password is guessed, or where a mail goes. A user name counts as its address, in each
 * spelling that Better Auth takes for it. A call can have the cookies of two users, of which the
 * endpoint takes one.
 */
const addressesOf = async (call: Call, field: Field | undefined): Promise<string[]> => {
  const value = field && textOf(call, field)
  const given = async (): Promise<string | undefined> => {
    if (field === 'phoneNumber' && value && !isNumber(value)) throw denial('BAD_REQUEST', { code: 'INVALID_PHONE_NUMBER' })
    // the first of the two mails of a change leads to the second one
    const claims = field === 'updateTo' ? ((await claimsOf(call)) ?? {}) : undefined
    if (claims) return claims.requestType === 'change-email-confirmation' ? fieldOf(claims, 'updateTo') : undefined
    if (field !== 'username' || !value) return value
    const name = lookedUp(value, optionsOf(call.context, 'username').usernameNormalization)
    const user = await call.context.adapter.findOne({ model: 'user', where: [{ field, value: name }] })
    return user ? String(user.email) : name
  }
  const ofSession = !field || mailsOwner.includes(call.path!)
  const own = ofSession ? [(await userOf(call))?.email, !field && (await userBeforeFactor(call))?.email] : []
  return [...new Set([await given(), ...own])].filter((address) => typeof address === 'string' && address !== '') as string[]
}

/** Limits by address, over all visitors and processes. */
export interface AddressLimits {
  /**
   * How many links, codes and resets an address gets in an hour, over all visitors. After that, a
   * browser that has logged in before has as many of its own, and one that has asked before has one
   * more. Default 6.
   */
  mailsPerHour?: number
  /** How many wrong passwords are checked for an address in an hour. Default 10. */
  guessesPerHour?: number
}

const rowsOf = async (kind: Kind | 'browser', address: string) => `latchkey-${kind}-${await digest(address.trim().toLowerCase())}`

/** Returns the name of the rows of browsers that have logged in to an address. */
export const knownBrowsers = (address: string): Promise<string> => rowsOf('browser', address)

/** Not that of the bridge (`../../bridge/browser.ts`), which the same answer may set. */
const COOKIE = 'latchkey_known'

/** Returns the id that this plugin has given to a browser, or undefined. */
const browserOf = ({ context, headers }: Call): string | undefined => cookiesOf(headers?.get('cookie')).get(cookieNameOf(context, COOKIE))

const setBrowser = (context: AuthContext, id: string): Headers => new Headers({ 'set-cookie': cookieLineOf(context, COOKIE, id, KNOWN_MS) })

/**
 * Returns whether the browser of a call has asked for a mail to an address in the last hour. The
 * page of a link names its browser; this keeps somebody who has seen an earlier link of that
 * browser from having it land with a link of their own.
 */
export const hasAskedFor = async (call: Call, address: string): Promise<boolean> => {
  const browser = browserOf(call)
  if (!browser) return false
  return !!(await shortLived(call.context).find(await rowsOf('mail', address), { field: 'value', value: await digest(browser) }))
}

/** Creates the refusal of a call that has to wait until the oldest of the counted rows expires. */
const tooMany = (rows: Row[]): Error => {
  const first = Math.min(Date.now() + HOUR, ...rows.map(({ expiresAt }) => Number(new Date(expiresAt as string))))
  return denial('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS' }, { 'x-retry-after': String(Math.ceil((first - Date.now()) / 1000)) })
}

/** Wrong tries to confirm who is signed in, by session and hour. */
const MOST_CONFIRMATIONS = 5

/**
 * Counts a try of a session's visitor to confirm that it is them, and answers with a receipt; or
 * takes back the try whose receipt is in the body. A receipt is random, because ids of rows can be
 * guessed: who guesses passwords could then take back their tries.
 */
export const countConfirmation = async (call: Call): Promise<Response> => {
  const user = await signedInUser(call)
  if (!user) return Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })
  const rows = shortLived(call.context)
  const name = `latchkey-confirmation-${await digest(`${user.id} ${signedPart(call, 'session_token')}`)}`
  const [undone, where] = [textOf(call, 'undo'), { field: 'identifier', value: name }]
  if (undone) {
    await rows.remove(where, { field: 'value', value: await digest(undone) })
    return Response.json({})
  }
  const receipt = crypto.randomUUID()
  const { id } = await rows.add(name, await digest(receipt), HOUR)
  if ((await rows.count(name)) <= MOST_CONFIRMATIONS) return Response.json({ receipt })
  const all = await rows.list(name)
  await rows.remove(where, { field: 'id', value: id })
  throw tooMany(all)
}

/**
 * Hooks that limit by address. The limits of Better Auth count by network, and somebody with many
 * networks has as many tries. What is counted are rows, added before they are counted, so that
 * processes count each other's requests. A browser that has logged in before counts by itself,
 * so strangers cannot lock the owner out of it.
 */
export const limitHooks = (
  { mailsPerHour = 6, guessesPerHour = 10 }: AddressLimits,
  isOwner: (call: Call) => boolean,
): { before: Hook; after: Hook } => {
  const most = { mail: mailsPerHour, guess: guessesPerHour }
  /** The rows of each guess that is being checked, by the body of its call. */
  const guesses = new WeakMap<object, string[]>()
  const turn = oneAtATime()

  const before = hook(
    (path) => Object.hasOwn(counted, path),
    async (call) => {
      const { context } = call
      const [kind, field] = counted[call.path!]!
      // the rows of links also say which browser has asked, which counts without limits, too
      const isLimited = context.rateLimit.enabled
      if (isOwner(call) || !(isLimited || call.path === LINKS)) return
      const { emailVerification, emailAndPassword } = context.options
      const mailsOnSignUp =
        (emailVerification?.sendOnSignUp ?? emailAndPassword?.requireEmailVerification) ||
        optionsOf(context, 'email-otp').sendVerificationOnSignUp
      if (call.path === '/sign-up/email' && !mailsOnSignUp && !emailAndPassword?.onExistingUserSignUp) return
      const rows = shortLived(context)
      const earlier = browserOf(call)
      const id = earlier ?? crypto.randomUUID()
      const browser = await digest(id)
      const ofBrowser = (name: string, value = browser) => rows.count(name, { field: 'value', value })
      const countAt = async (kind: Kind, address: string) => {
        const attempts = await rowsOf(kind, address)
        return turn(attempts, async () => {
          // several processes count each other's requests, and only those that were accepted vouch
          // for a browser
          const pending = `pending ${browser}`
          const { id } = await rows.add(attempts, pending, HOUR)
          if (isLimited && (await rows.count(attempts)) > most[kind]) {
            const accepted = await ofBrowser(attempts)
            const hasLoggedIn = earlier && (await ofBrowser(await knownBrowsers(address))) > 0
            const allowed = hasLoggedIn ? most[kind] : kind === 'mail' && accepted > 0 ? 2 : 0
            if (accepted + (await ofBrowser(attempts, pending)) > allowed) {
              await rows.remove({ field: 'id', value: id })
              throw tooMany(await rows.list(attempts))
            }
          }
          await rows.change(id, browser, HOUR)
          return id
        })
      }
      const hasPassword = textOf(call, 'password') || textOf(call, 'currentPassword')
      const kinds = [
        ...(mailsOwner.includes(call.path!) && kind === 'guess' ? ['mail' as const] : []),
        ...(kind === 'guess' && !field && !hasPassword ? [] : [kind]),
      ]
      let mails = false
      for (const address of await addressesOf(call, field))
        for (const one of kinds) {
          const id = await countAt(one, address)
          mails ||= one === 'mail'
          if (one === 'guess') guesses.set(call.body as object, [...(guesses.get(call.body as object) ?? []), id])
        }
      if (mails && !earlier) return { headers: setBrowser(context, id) }
    },
  )

  const after = hook(
    () => true,
    async (call) => {
      const { context, body } = call
      const rows = shortLived(context)
      if (hasFailed(call)) return
      for (const guess of guesses.get(body as object) ?? []) await rows.remove({ field: 'id', value: guess })
      if (!context.rateLimit.enabled || !context.newSession) return
      const { email, emailVerified, phoneNumber, phoneNumberVerified, twoFactorEnabled } = context.newSession.user
      // a password alone may still need a second factor; and each address can be signed up with
      // once, so a stranger gets one browser in, until the proof
      const isWhole = !(twoFactorEnabled && Object.hasOwn(counted, call.path ?? ''))
      const addresses = [
        [email, isWhole && (emailVerified === true || call.path === '/sign-up/email')],
        [phoneNumber, isWhole && phoneNumberVerified === true],
      ]
      const id = browserOf(call) ?? crypto.randomUUID()
      const value = await digest(id)
      let isKnown = false
      for (const [address, mayBecomeKnown] of addresses) {
        if (typeof address !== 'string') continue
        const known = await knownBrowsers(address)
        const before = await rows.find(known, { field: 'value', value })
        if (before) await rows.change(String(before.id), value, KNOWN_MS)
        else if (mayBecomeKnown) await rows.add(known, value, KNOWN_MS)
        isKnown ||= !!before || mayBecomeKnown === true
      }
      if (isKnown) return { headers: setBrowser(context, id) }
    },
  )
  return { before, after }
}
