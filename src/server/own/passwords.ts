import type { Backend, Visit } from '../bridge/calls.ts'
import { strengthOf, type PasswordLengths } from '../bridge/defaults.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest, hashPassword, isOwnHash, isUpToDate, matches, randomToken } from './hashing.ts'
import { readMail, type createMailbox } from './mails.ts'
import type { OwnUser, PasswordOptions } from './options.ts'
import type { OwnParts } from './signIn.ts'

/** For how many minutes a reset is good. */
const RESET_MINUTES = 30

const OLD_HASH = 'A user has a hash that is not of this server: set `passwords.old` of `ownServer`, which checks it.'

/** How many characters passwords have. */
export const lengthsOf = ({ shortest = 8 }: PasswordOptions): PasswordLengths => ({ shortest, longest: 128 })

/** Passwords, with resets by email. */
export const passwords = <User extends OwnUser>(
  parts: OwnParts<User>,
  mailbox: ReturnType<typeof createMailbox<User>>,
  rules: PasswordOptions,
): Pick<Backend, 'passwords' | 'userSearch'> => {
  const { options, store, users, limits, signIn, post } = parts
  const lengths = lengthsOf(rules)

  const scoreOf = async (password: string, email: string) => (rules.isWeak ? ((await rules.isWeak(password, email)) ? 1 : 4) : undefined)
  const refuseWeak = async (password: string, email: string) => {
    if (password.length > lengths.longest) throw refusal('password_too_long')
    if ([...password].length < lengths.shortest || (await rules.isWeak?.(password, email))) throw refusal('weak_password')
  }

  /** Whether a password is right. The work is the same for every user, and for nobody. */
  const isRight = async (hash: string, password: string): Promise<boolean> => {
    const isOwn = isOwnHash(hash)
    const byOwn = await matches(isOwn ? hash : undefined, password)
    const byOld = rules.old ? await rules.old.verify(isOwn || !hash ? rules.old.example : hash, password) : false
    return isOwn ? byOwn : hash !== '' && byOld
  }

  /** Finds the user whose password this is. Throws a refusal. */
  const check = async (email: string, password: string, visit: Visit) => {
    const { user, mark } = await users.marked(email)
    const forgetNetwork = await limits.network(visit)
    const forget = await limits.about('guess', email.toLowerCase(), await signIn.knownBrowser(user, visit))
    const hash = user?.passwordHash ?? ''
    if (!(await isRight(hash, password)) || !user) {
      const unknown = hash && !isOwnHash(hash) && !rules.old
      throw refusal('unauthorized_credentials', undefined, undefined, unknown ? new Error(OLD_HASH) : undefined)
    }
    await forget()
    await forgetNetwork()
    return { user, mark, hash }
  }

  const keyOf = (token: string) => `reset:${digest(token)}`

  return {
    userSearch: {
      async search({ email }, visit) {
        await limits.network(visit)
        const user = await users.byEmail(email)
        if (options.hideAddresses) return { userType: 'password' }
        return { userType: user ? (user.passwordHash ? 'password' : 'passwordless') : 'new' }
      },
    },
    passwords: {
      async create({ email, password }, visit) {
        // the answer would tell who has an account
        if (options.hideAddresses || !users.canCreate) throw refusal('sign_up_disabled')
        await limits.network(visit)
        await refuseWeak(password, email)
        if (await users.byEmail(email)) throw refusal('duplicate_email')
        const user = await users.create(email, false, await hashPassword(password))
        const answer = await signIn.begin(user, await users.mark(user), visit)
        return { ...answer, email_id: answer.user.emails[0]!.email_id }
      },
      async authenticate({ email, password }, visit) {
        const { user, mark, hash } = await check(email, password, visit)
        if (!isOwnHash(hash) || !isUpToDate(hash)) {
          const passwordHash = await hashPassword(password)
          // a reset may have set another one in the meantime
          await users.change(user, (now) => (now.passwordHash === hash ? { passwordHash } : undefined), false)
        }
        return signIn.begin(user, mark, visit)
      },
      async resetByEmailStart(body, visit) {
        const { row, to, user } = await mailbox.ask(body.email, visit, false)
        const token = randomToken()
        await store.put(keyOf(token), JSON.stringify(row), Date.now() + RESET_MINUTES * 60_000)
        const page = body.reset_password_redirect_url ?? new URL(options.loginPage ?? '/', options.baseURL).href
        if (user) post({ kind: 'reset', to, url: pageWithToken(page, 'reset_password', token), minutes: RESET_MINUTES })
        return {}
      },
      async resetByEmail({ token, password }, visit) {
        const key = keyOf(token)
        const row = readMail(await store.get(key))
        if (!row) throw refusal('unable_to_auth_magic_link')
        // before the link is spent
        await refuseWeak(password, row.email)
        const { user, mark } = await users.marked(row.email)
        if (!user || mark !== row.mark || !(await store.take(key))) throw refusal('unable_to_auth_magic_link')
        const passwordHash = await hashPassword(password)
        const changed = await users.change(user, () => ({ emailVerified: true, passwordHash }), true)
        return signIn.begin(changed, await users.mark(changed), visit)
      },
      async resetByExistingPassword({ email, existing_password, new_password }, visit) {
        await refuseWeak(new_password, email)
        const { user, mark, hash } = await check(email, existing_password, visit)
        const passwordHash = await hashPassword(new_password)
        if (mark !== (await users.mark(user))) throw refusal('unauthorized_credentials')
        const changed = await users.change(user, (now) => (now.passwordHash === hash ? { passwordHash } : undefined), true)
        if (changed.passwordHash === hash) throw refusal('unauthorized_credentials')
        return signIn.begin(changed, await users.mark(changed), visit)
      },
      async strengthCheck({ password, email = '' }) {
        return { ...strengthOf(password, lengths, await scoreOf(password, email)), breach_detection_on_create: false }
      },
    },
  }
}
