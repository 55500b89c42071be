import type { Backend, Visit } from '../bridge/calls.ts'
import { strengthOf, type PasswordLengths } from '../bridge/defaults.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { networkOf } from '../network.ts'
import { digest, hashPassword, inTurn, isOwnHash, isUpToDate, matches, randomToken } from './hashing.ts'
import type { Limits } from './limits.ts'
import { findMail, spend, type createMailbox } from './mails.ts'
import type { OwnUser, PasswordOptions } from './options.ts'
import type { OwnParts } from './signIn.ts'

/** For how many minutes a reset is good. */
const RESET_MINUTES = 30

const OLD_HASH = 'A user has a hash that is not of this server: set `passwords.old` of `ownServer`, which checks it.'

/** Returns the shortest and the longest password, in characters. */
export const lengthsOf = ({ shortest = 8 }: PasswordOptions): PasswordLengths => ({ shortest, longest: 128 })

/** Creates the checks of new passwords, whose `sizeOf` is at most `longest`. */
export const newPasswords = (
  rules: Pick<PasswordOptions, 'isWeak'>,
  lengths: PasswordLengths,
  limits: Limits,
  sizeOf: (password: string) => number,
) => {
  const isWeak = async (password: string, email: string) =>
    [...password].length < lengths.shortest || (password.length <= lengths.longest && (await rules.isWeak?.(password, email)))
  return {
    refuseWeak: async (password: string, email: string): Promise<void> => {
      if (sizeOf(password) > lengths.longest) throw refusal('password_too_long')
      if (await isWeak(password, email)) throw refusal('weak_password')
    },
    strengthCheck: async ({ password, email = '' }: { password: string; email?: string }, visit: Visit) => {
      // while somebody types
      await limits.network('strength', visit, 10)
      const score = rules.isWeak && ((await isWeak(password, email)) ? 1 : 4)
      return { ...strengthOf(password, lengths, score), breach_detection_on_create: false }
    },
  }
}

/** Passwords, with resets by email. */
export const passwords = <User extends OwnUser>(
  parts: OwnParts<User>,
  mailbox: ReturnType<typeof createMailbox<User>>,
  rules: PasswordOptions,
): Pick<Backend, 'passwords' | 'userSearch'> => {
  const { options, store, users, limits, signIn, post } = parts
  const { refuseWeak, strengthCheck } = newPasswords(rules, lengthsOf(rules), limits, (password) => password.length)
  const hash = (password: string, { address }: Visit) => inTurn(address && networkOf(address), () => hashPassword(password))

  /** Returns whether a password is right. The work is the same for every user, and for nobody. */
  const isRight = (known: string, password: string, network: string | undefined): Promise<{ isRight: boolean; failure?: unknown }> =>
    inTurn(network, async () => {
      const isOwn = isOwnHash(known)
      const byOwn = await matches(isOwn ? known : undefined, password)
      try {
        const byOld = rules.old ? await rules.old.verify(isOwn || !known ? rules.old.example : known, password) : false
        return { isRight: isOwn ? byOwn : known !== '' && byOld, failure: known && !isOwn && !rules.old ? new Error(OLD_HASH) : undefined }
      } catch (failure) {
        // a hash that the host's function does not know is never right
        return { isRight: isOwn && byOwn, failure }
      }
    })

  /** Finds the user whose password this is. Throws a refusal. */
  const check = async (email: string, password: string, visit: Visit) => {
    const { user, marks } = await users.marked(email)
    const browser = await signIn.knownBrowser(user, visit, 'guess')
    const forget = await limits.count('guess', email, visit, browser)
    const known = user?.passwordHash ?? ''
    const network = browser || !visit.address ? undefined : networkOf(visit.address)
    const result = await isRight(known, password, network).catch(async (error) => {
      await forget()
      throw error
    })
    if (!result.isRight || !user) throw refusal('unauthorized_credentials', undefined, undefined, result.failure as Error | undefined)
    await forget()
    return { user, marks, hash: known }
  }

  const keyOf = (token: string) => `reset:${digest(token)}`

  return {
    userSearch: {
      async search({ email }, visit) {
        await limits.network('search', visit)
        const user = await users.byEmail(email)
        if (options.hideAddresses) return { userType: 'password' }
        return { userType: user ? (user.passwordHash ? 'password' : 'passwordless') : 'new' }
      },
    },
    passwords: {
      async create({ email, password }, visit) {
        // the answer would tell who has an account
        if (options.hideAddresses || !users.canCreate) throw refusal('sign_up_disabled')
        await limits.network('sign-up', visit)
        await refuseWeak(password, email)
        if (await users.byEmail(email)) throw refusal('duplicate_email')
        const { user, marks } = await users.create(email, false, await hash(password, visit))
        await signIn.admit(user, visit)
        const answer = await signIn.begin(user, marks, visit)
        return { ...answer, email_id: answer.user.emails[0]!.email_id }
      },
      async authenticate({ email, password }, visit) {
        const { user, marks, hash: known } = await check(email, password, visit)
        await signIn.admit(user, visit)
        if (isOwnHash(known) && isUpToDate(known)) return signIn.begin(user, marks, visit)
        try {
          const passwordHash = await hash(password, visit)
          // a reset may have set another one in the meantime
          await users.change(user, marks, 'nothing', (now) => (now.passwordHash === known ? { passwordHash } : undefined))
        } catch (error) {
          // it is renewed the next time
          if (!(error instanceof BridgeRefusal)) throw error
        }
        return signIn.begin(user, marks, visit)
      },
      async resetByEmailStart(body, visit) {
        const { row, to, user } = await mailbox.ask(body.email, visit, RESET_MINUTES, false)
        const token = randomToken()
        await store.put(keyOf(token), JSON.stringify(row), row.until)
        const page = body.reset_password_redirect_url ?? new URL(options.loginPage ?? '/', options.baseURL).href
        if (user) post({ kind: 'reset', to, url: pageWithToken(page, 'reset_password', token), minutes: RESET_MINUTES })
        return {}
      },
      async resetByEmail({ token, password }, visit) {
        const key = keyOf(token)
        // before the link is spent
        const mail = await findMail(store, key)
        if (!mail) throw refusal('unable_to_auth_magic_link')
        await limits.network('strength', visit, 10)
        await refuseWeak(password, mail.email)
        return spend(store, key, 'unable_to_auth_magic_link', async (row) => {
          const passwordHash = await hash(password, visit)
          const { user, marks } = await users.marked(row.email)
          if (!user || marks.mail !== row.mark) throw refusal('unable_to_auth_magic_link')
          await signIn.admit(user, visit)
          const changed = await users.change(user, { mail: marks.mail }, 'everything', () => ({ emailVerified: true, passwordHash }))
          return signIn.begin(changed.user, changed.marks, visit)
        })
      },
      async resetByExistingPassword({ email, existing_password, new_password }, visit) {
        const { user, marks, hash: known } = await check(email, existing_password, visit)
        await refuseWeak(new_password, email)
        await signIn.admit(user, visit)
        const passwordHash = await hash(new_password, visit)
        const changed = await users.change(user, marks, 'sessions', (now) => (now.passwordHash === known ? { passwordHash } : undefined))
        return signIn.begin(changed.user, changed.marks, visit)
      },
      strengthCheck,
    },
  }
}
