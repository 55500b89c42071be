import { randomInt } from 'node:crypto'
import type { Backend, Visit } from '../bridge/calls.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from './hashing.ts'
import type { OwnUser } from './options.ts'
import { readRow } from './rows.ts'
import type { OwnParts } from './signIn.ts'
import type { Store } from './store.ts'

const MINUTE = 60_000

/** Wrong digits that one code allows. */
const MOST_TRIES = 3

/** The mark of a mail to an address that nobody had then. */
const NEW = 'new'

/** What a mailed link or code is good for. */
export interface MailRow {
  email: string
  /** The user's mark of mails when it was sent. */
  mark: string
  /** The browser that asked. */
  browser: string
  /** When its time is over, in ms since 1970. */
  until: number
}

const readMail = (value: string | undefined): MailRow | undefined => {
  const row = readRow<MailRow>(value, ['email', 'mark', 'browser'])
  return row && Number.isFinite(row.until) ? row : undefined
}

/**
 * Takes a mail and works with it. Of several callers, one gets it; the others, and those who find
 * none, get a refusal. What fails for reasons that are not the visitor's does not cost them their
 * mail, and neither does a refusal of the host's (403): the page after a landing can still say it.
 */
export const spend = async <Result>(
  store: Store,
  key: string,
  none: 'unable_to_auth_magic_link' | 'otp_code_not_found',
  work: (row: MailRow) => Promise<Result>,
): Promise<Result> => {
  const value = await store.take(key)
  const row = readMail(value)
  if (!row) throw refusal(none)
  try {
    return await work(row)
  } catch (error) {
    if (!(error instanceof BridgeRefusal) || error.status === 403 || error.status >= 429) await store.put(key, value!, row.until)
    throw error
  }
}

/** Finds a mail without taking it. */
export const findMail = async (store: Store, key: string): Promise<MailRow | undefined> => readMail(await store.get(key))

/** Creates the two steps of a mail that anyone can ask for again and again: ask and open. */
export const createMailbox = <User extends OwnUser>({ users, limits, signIn }: OwnParts<User>) => ({
  /**
   * Counts a mail to an address, and finds whose it is. `isSent` says whether there is somebody who
   * may get it: everything else is done for everybody.
   */
  async ask(email: string, visit: Visit, minutes: number, isForNew: boolean) {
    const { user, marks } = await users.marked(email)
    await limits.count('mail', email, visit, await signIn.knownBrowser(user, visit, 'mail'))
    const until = Date.now() + minutes * MINUTE
    const row: MailRow = { email: email.toLowerCase(), mark: user ? marks.mail : NEW, browser: await visit.browser(), until }
    // to the address that the account has, which is spelled as its owner did
    return { user, row, to: user?.email ?? email, isSent: user !== undefined || (isForNew && users.canCreate) }
  },
  /** Signs in whom a mail was for, who is new if there is no such user. */
  async open({ email, mark }: MailRow, visit: Visit) {
    const { user, marks } = await users.marked(email)
    if (user) {
      // somebody may have signed up since
      if (mark !== NEW && mark !== marks.mail) throw refusal('unable_to_auth_magic_link')
      return signIn.prove(user, marks, visit)
    }
    // the user has been deleted, or has another address now
    if (mark !== NEW) throw refusal('unable_to_auth_magic_link')
    const created = await users.create(email, true).catch(async (error) => {
      // somebody has signed up with the address at the same moment
      const other = await users.marked(email)
      if (!other.user) throw error
      return { user: other.user, marks: other.marks }
    })
    return signIn.prove(created.user, created.marks, visit)
  },
})

/** Links by email. */
export const links = <User extends OwnUser>(
  parts: OwnParts<User>,
  mailbox: ReturnType<typeof createMailbox<User>>,
): Backend['magicLinks'] => {
  const { options, store, post } = parts
  if (options.links === false) return undefined
  const minutes = options.links?.minutes ?? 15
  const keyOf = (token: string) => `link:${digest(token)}`
  const send: NonNullable<Backend['magicLinks']>['send'] = async (body, visit) => {
    const { user, row, to, isSent } = await mailbox.ask(body.email, visit, minutes, true)
    const token = randomToken()
    await store.put(keyOf(token), JSON.stringify(row), row.until)
    const named = user ? body.login_magic_link_url : (body.signup_magic_link_url ?? body.login_magic_link_url)
    const page = named ?? new URL(options.loginPage ?? '/', options.baseURL).href
    if (isSent) post({ kind: 'link', to, url: pageWithToken(page, 'magic_links', token, row.browser), minutes })
    return {}
  }
  return {
    loginOrCreate: send,
    send,
    mayLand: async (token, visit) => (await findMail(store, keyOf(token)))?.browser === (await visit.browser()),
    authenticate: ({ token }, visit) =>
      spend(store, keyOf(token), 'unable_to_auth_magic_link', async (row) => ({ ...(await mailbox.open(row, visit)), method_id: '' })),
  }
}

/** Codes by email. */
export const codes = <User extends OwnUser>(parts: OwnParts<User>, mailbox: ReturnType<typeof createMailbox<User>>): Backend['otps'] => {
  const { options, store, post } = parts
  if (options.codes === false) return undefined
  const minutes = options.codes?.minutes ?? 5
  const keysOf = (methodId: string) => [`code:${digest(methodId)}`, `tries:${digest(methodId)}`] as const
  type CodeRow = MailRow & { hash: string }
  const send: NonNullable<Backend['otps']>['send'] = async ({ email }, visit) => {
    if (visit.params.method !== 'email') throw refusal('route_not_found')
    if (!email) throw refusal('invalid_email')
    const { row, to, isSent } = await mailbox.ask(email, visit, minutes, true)
    // only the browser that asked knows the id, so nobody else can spend its tries
    const method_id = randomToken()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const [key] = keysOf(method_id)
    const coded: CodeRow = { ...row, hash: digest(method_id + code) }
    await store.put(key, JSON.stringify(coded), row.until)
    if (isSent) post({ kind: 'code', to, code, minutes })
    return { method_id }
  }
  return {
    loginOrCreate: send,
    send,
    async authenticate({ token, method_id }, visit) {
      const [key, tries] = keysOf(method_id)
      const row = readRow<CodeRow>(await store.get(key), ['hash', 'browser'])
      if (!row || row.browser !== (await visit.browser())) throw refusal('otp_code_not_found')
      // before the digits are compared, so that tries at the same moment count, too
      if ((await store.hit(tries, row.until)) > MOST_TRIES || row.hash !== digest(method_id + token)) throw refusal('otp_code_not_found')
      return spend(store, key, 'otp_code_not_found', async (mail) => ({ ...(await mailbox.open(mail, visit)), method_id }))
    },
  }
}
