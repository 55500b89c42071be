import type { Backend, Visit } from '../bridge/calls.ts'
import { strengthOf, type PasswordLengths } from '../bridge/defaults.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest } from '../own/hashing.ts'
import { refusalOf, type Json } from './ask.ts'
import { shortCookie } from './cookies.ts'
import { tokensIn, type Tokens } from './entities.ts'
import type { Parts } from './parts.ts'
import { foreignData, readToken, signUpData, type Mailbox } from './mails.ts'
import type { SupabaseOptions } from './options.ts'

/**
 * How long it takes, in ms, to say that a password is wrong or that a mail is on its way. Supabase
 * itself is faster if there is no account.
 */
const TIME = 500

/**
 * Supabase spends a reset before it sees the new password. The browser keeps the session of that
 * for 10 minutes, so that a password which Supabase refuses does not cost the visitor the link.
 */
const opened = shortCookie('latchkey_reset', 600)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const UNCONFIRMED = 'Supabase confirms no addresses, so a stranger could sign up with any: turn on "Confirm email" in the project.'

/** How many characters passwords have. */
export const lengthsOf = ({ shortest = 8 }: Exclude<SupabaseOptions['passwords'], false | undefined>): PasswordLengths => ({
  shortest,
  // bcrypt reads no more bytes
  longest: 72,
})

/** Passwords, with resets by email. */
export const passwords = (parts: Parts, mailbox: Mailbox): Pick<Backend, 'passwords' | 'userSearch'> => {
  const { asker, options, limits, sessions, settings } = parts
  const rules = options.passwords || {}
  const lengths = lengthsOf(rules)

  const isWeak = async (password: string, email: string) =>
    [...password].length < lengths.shortest || (password.length <= lengths.longest && (await rules.isWeak?.(password, email)))
  const refuseWeak = async (password: string, email: string) => {
    if (Buffer.byteLength(password) > lengths.longest) throw refusal('password_too_long')
    if (await isWeak(password, email)) throw refusal('weak_password')
  }

  /**
   * Waits for a mail as long as for everybody's. Nobody sees what comes of it after that, because
   * only an address with an account takes longer: the host hears of a failure.
   */
  const inEqualTime = async (route: string, work: Promise<unknown>): Promise<void> => {
    let isAnswered = false
    const done = work.catch((error) => {
      if (!isAnswered) throw error
      parts.report(route, error)
    })
    void options.waitUntil?.(done.catch(() => {}))
    const [first] = await Promise.allSettled([Promise.race([done, sleep(TIME)]), sleep(TIME)])
    isAnswered = true
    if (first.status === 'rejected') throw first.reason
  }

  /** Finds the session of whose password this is. Throws a refusal. */
  const check = async (email: string, password: string, visit: Visit): Promise<Tokens> => {
    const forget = await limits.count('guess', email, visit, await sessions.knownBrowser(email, visit))
    const before = performance.now()
    const question = { query: { grant_type: 'password' }, body: { email, password } }
    const answer = await asker.try('POST /token', visit, question).catch(async (error) => {
      await forget()
      throw error
    })
    const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
    if (tokens) {
      await forget()
      return tokens
    }
    await sleep(Math.max(0, TIME - (performance.now() - before)))
    throw refusalOf(answer, 'POST /token')
  }

  /** Sets a new password, and ends the other sessions. */
  const change = async (tokens: Tokens, body: { password: string; current_password?: string; data?: Json }, visit: Visit) => {
    const answer = await asker.try('PUT /user', visit, { token: tokens.access, body })
    // it is the one that the user has
    if (answer.status >= 400 && answer.code !== 'same_password') throw refusalOf(answer, 'PUT /user')
    await sessions.endAt('others', tokens, visit)
    return sessions.begin({ ...tokens, user: answer.status < 400 ? answer.body : tokens.user }, visit)
  }

  return {
    userSearch: {
      async search({ email }, visit) {
        await limits.network('search', visit)
        return { userType: (await options.userType?.(email)) ?? 'password' }
      },
    },
    passwords: {
      async create({ email, password }, visit) {
        await limits.network('sign-up', visit)
        await refuseWeak(password, email)
        if ((await settings(visit)).mailer_autoconfirm !== false)
          throw refusal('sign_up_disabled', undefined, undefined, new Error(UNCONFIRMED))
        await mailbox.count(email, visit)
        const question = {
          query: { redirect_to: mailbox.redirectTo(undefined, 'confirm') },
          body: { email, password, data: await signUpData(email, visit) },
        }
        await inEqualTime('POST /signup', mailbox.send('POST /signup', visit, question))
        // also to who has an account already
        throw refusal('email_not_verified')
      },
      authenticate: async ({ email, password }, visit) => sessions.begin(await check(email, password, visit), visit),
      async resetByEmailStart({ email, reset_password_redirect_url: page }, visit) {
        await mailbox.count(email, visit)
        // whether it is there, for everybody
        await settings(visit)
        const question = { query: { redirect_to: mailbox.redirectTo(page, 'reset') }, body: { email } }
        await inEqualTime('POST /recover', mailbox.send('POST /recover', visit, question))
        return {}
      },
      async resetByEmail({ token, password }, visit) {
        const token_hash = readToken(token, 'reset')
        await limits.network('strength', visit, 10)
        await refuseWeak(password, '')
        const before = opened.read(visit)
        const known = before.hash === digest(token) ? tokensIn(before) : undefined
        const tokens = known ?? (await mailbox.verify({ token_hash }, ['recovery'], visit))
        try {
          const answer = await change(tokens, { password, data: await foreignData(tokens, visit) }, visit)
          opened.clear(visit)
          return answer
        } catch (error) {
          opened.write({ hash: digest(token), access_token: tokens.access, refresh_token: tokens.refresh }, visit)
          // a refusal keeps the cookies of the answer
          throw error instanceof BridgeRefusal ? error : refusal('service_unavailable', undefined, undefined, error as Error)
        }
      },
      async resetByExistingPassword({ email, existing_password, new_password }, visit) {
        await refuseWeak(new_password, email)
        const tokens = await check(email, existing_password, visit)
        return change(tokens, { password: new_password, current_password: existing_password }, visit)
      },
      async strengthCheck({ password, email = '' }, visit) {
        // while somebody types
        await limits.network('strength', visit, 10)
        const score = rules.isWeak && ((await isWeak(password, email)) ? 1 : 4)
        return { ...strengthOf(password, lengths, score), breach_detection_on_create: false }
      },
    },
  }
}
