import { randomInt } from 'node:crypto'
import type { Backend, Visit } from '../bridge/calls.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from './hashing.ts'
import type { OwnUser } from './options.ts'
import { readRow } from './rows.ts'
import type { OwnParts } from './signIn.ts'

const MINUTE = 60_000

/** Wrong digits that one code allows. */
const MOST_TRIES = 3

/** What a mailed link or code is good for. */
export interface MailRow {
  email: string
  /** The user's mark when it was sent, or empty without a user. */
  mark: string
  /** The browser that asked. */
  browser: string
}

/** A mail that can be asked for again and again: counted, and the same for everybody. */
export const createMailbox = <User extends OwnUser>({ users, limits, signIn }: OwnParts<User>) => ({
  /**
   * Counts a mail to an address, and finds whose it is. `isSent` says whether there is somebody who
   * may get it: everything else is done for everybody.
   */
  async ask(email: string, visit: Visit, isForNew: boolean) {
    const { user, mark } = await users.marked(email)
    await limits.network(visit)
    await limits.about('mail', email.toLowerCase(), await signIn.knownBrowser(user, visit))
    const row: MailRow = { email: email.toLowerCase(), mark, browser: await visit.browser() }
    // to the address that the account has, which is spelled as its owner did
    return { user, row, to: user?.email ?? email, isSent: user !== undefined || (isForNew && users.canCreate) }
  },
  /** Signs in whom a mail was for, who is new if there is no such user. */
  async open({ email, mark }: MailRow, visit: Visit) {
    const { user, mark: now } = await users.marked(email)
    if (user) {
      if (mark !== now) throw refusal('unable_to_auth_magic_link')
      return signIn.prove(user, mark, visit)
    }
    const created = await users.create(email, true).catch(async (error) => {
      // somebody has signed up with the address at the same moment
      const other = await users.byEmail(email)
      if (!other) throw error
      return other
    })
    return signIn.prove(created, await users.mark(created), visit)
  },
})

export const readMail = (value: string | undefined) => readRow<MailRow>(value, ['email', 'mark', 'browser'])

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
    const { user, row, to, isSent } = await mailbox.ask(body.email, visit, true)
    const token = randomToken()
    await store.put(keyOf(token), JSON.stringify(row), Date.now() + minutes * MINUTE)
    const named = user ? body.login_magic_link_url : (body.signup_magic_link_url ?? body.login_magic_link_url)
    const page = named ?? new URL(options.loginPage ?? '/', options.baseURL).href
    if (isSent) post({ kind: 'link', to, url: pageWithToken(page, 'magic_links', token), minutes })
    return {}
  }
  return {
    loginOrCreate: send,
    send,
    async mayLand(token, visit) {
      const row = readMail(await store.get(keyOf(token)))
      return row?.browser === (await visit.browser())
    },
    async authenticate({ token }, visit) {
      const key = keyOf(token)
      const value = await store.take(key)
      const row = readMail(value)
      if (!value || !row) throw refusal('unable_to_auth_magic_link')
      try {
        return { ...(await mailbox.open(row, visit)), method_id: '' }
      } catch (error) {
        // what fails for the host's reasons does not cost the visitor their link
        if (!(error instanceof BridgeRefusal)) await store.put(key, value, Date.now() + minutes * MINUTE)
        throw error
      }
    },
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
    const { row, to, isSent } = await mailbox.ask(email, visit, true)
    // only the browser that asked knows the id, so nobody else can spend its tries
    const method_id = randomToken()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const [key] = keysOf(method_id)
    const coded: CodeRow = { ...row, hash: digest(method_id + code) }
    await store.put(key, JSON.stringify(coded), Date.now() + minutes * MINUTE)
    if (isSent) post({ kind: 'code', to, code, minutes })
    return { method_id }
  }
  return {
    loginOrCreate: send,
    send,
    async authenticate({ token, method_id }, visit) {
      const [key, tries] = keysOf(method_id)
      const row = readRow<CodeRow>(await store.get(key), ['email', 'mark', 'browser', 'hash'])
      if (!row) throw refusal('otp_code_not_found')
      // before the digits are compared, so that tries at the same moment count, too
      if ((await store.hit(tries, Date.now() + minutes * MINUTE)) > MOST_TRIES) throw refusal('otp_code_not_found')
      const isRight = row.hash === digest(method_id + token) && (await store.take(key)) !== undefined
      if (!isRight) throw refusal('otp_code_not_found')
      return { ...(await mailbox.open(row, visit)), method_id }
    },
  }
}
