import type { Backend, Visit } from '../bridge/calls.ts'
import type { PasswordLengths } from '../bridge/defaults.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest } from '../own/hashing.ts'
import { newPasswords } from '../own/passwords.ts'
import { refusalOf } from './ask.ts'
import { shortCookie } from './cookies.ts'
import { tokensIn, type Tokens } from './entities.ts'
import type { Parts } from './parts.ts'
import { failEvenly, isWeakPassword, type Mailbox } from './mails.ts'
import type { SupabaseOptions } from './options.ts'

/**
 * Supabase spends a reset before it sees the new password. The browser keeps the session of that
 * for 10 minutes, so that a password which Supabase refuses does not cost the visitor the link.
 */
const opened = shortCookie('latchkey_reset', 600)

/** Returns the session of a reset that this browser has opened. */
const openedBy = (visit: Visit) => {
  const kept = opened.read(visit)
  return { hash: kept.hash, tokens: tokensIn(kept) }
}

/** Ends what a log-out ends: a reset that this browser has opened. */
export const endReset = async ({ sessions }: Parts, visit: Visit): Promise<void> => {
  const { tokens } = openedBy(visit)
  if (tokens) await sessions.finish(tokens, visit)
  if (tokens) opened.clear(visit)
}

/** Returns the shortest and the longest password, in characters. */
export const lengthsOf = ({ shortest = 8 }: Exclude<SupabaseOptions['passwords'], false | undefined>): PasswordLengths => ({
  shortest,
  // bcrypt reads no more bytes
  longest: 72,
})

/** Passwords, with resets by email. */
export const passwords = (parts: Parts, mailbox: Mailbox): Pick<Backend, 'passwords' | 'userSearch'> => {
  const { asker, options, limits, sessions, proofs } = parts
  const rules = options.passwords || {}
  const { refuseWeak, strengthCheck } = newPasswords(rules, lengthsOf(rules), limits, Buffer.byteLength)

  /** Finds the session of whose password this is. Throws a refusal. */
  const check = async (email: string, password: string, visit: Visit): Promise<Tokens> => {
    const forget = await limits.count('guess', email, visit, await sessions.knownBrowser(email, visit))
    const ask = async () => {
      const question = { query: { grant_type: 'password' }, body: { email, password } }
      const tokens = tokensIn(await asker.ask('POST /token', visit, question))
      if (!tokens) throw new Error('Supabase answered POST /token without tokens')
      return tokens
    }
    try {
      const tokens = await failEvenly(ask())
      await forget()
      return tokens
    } catch (error) {
      if (!(error instanceof BridgeRefusal) || error.status >= 429) await forget()
      throw error
    }
  }

  /** Sets a new password, and ends the other sessions. */
  const change = async (tokens: Tokens, body: { password: string; current_password?: string }, visit: Visit) => {
    // before, too, so that none of them sets another one in between
    await sessions.endOthers(tokens, visit)
    const answer = await asker.try('PUT /user', visit, { token: tokens.access, body })
    // it is the one that the user has
    if (answer.status >= 400 && answer.code !== 'same_password') throw refusalOf(answer, 'PUT /user')
    await sessions.endOthers(tokens, visit)
    return sessions.begin(tokens, visit)
  }

  return {
    userSearch: {
      // nobody can look up an address with the public key
      search: async () => ({ userType: 'password' }),
    },
    passwords: {
      async create({ email, password }, visit) {
        await limits.network('sign-up', visit)
        await refuseWeak(password, email)
        const data = await proofs.signUpData(email, visit)
        const failure = await (await mailbox.send('POST /signup', 'confirm', { email, password, data }, visit))()
        if (isWeakPassword(failure)) throw failure
        // also to who has an account already
        throw refusal('email_not_verified')
      },
      authenticate: async ({ email, password }, visit) => mailbox.admit(await check(email, password, visit), visit),
      async resetByEmailStart({ email, reset_password_redirect_url: page }, visit) {
        await mailbox.send('POST /recover', 'reset', { email, page }, visit)
        return {}
      },
      async resetByEmail({ token, password }, visit) {
        await limits.network('strength', visit, 10)
        await refuseWeak(password, '')
        const before = openedBy(visit)
        const known = before.hash === digest(token) ? before.tokens : undefined
        let tokens = known ?? (await mailbox.open(token, 'reset', visit))
        try {
          tokens = await proofs.settle(tokens, visit)
          const answer = await change(tokens, { password }, visit)
          opened.clear(visit)
          return answer
        } catch (error) {
          const isFinal = error instanceof BridgeRefusal && error.status < 429 && !isWeakPassword(error)
          if (isFinal) await sessions.finish(tokens, visit).catch(() => {})
          if (isFinal) opened.clear(visit)
          else opened.write({ hash: digest(token), access_token: tokens.access, refresh_token: tokens.refresh }, visit)
          // a refusal keeps the cookies of the answer
          throw error instanceof BridgeRefusal ? error : refusal('service_unavailable', undefined, undefined, error as Error)
        }
      },
      async resetByExistingPassword({ email, existing_password, new_password }, visit) {
        await refuseWeak(new_password, email)
        const tokens = await check(email, existing_password, visit)
        return sessions.orFinish(tokens, visit, async () => {
          if (await proofs.isOpen(tokens.user)) throw refusal('email_not_verified')
          return change(tokens, { password: new_password, current_password: existing_password }, visit)
        })
      },
      strengthCheck,
    },
  }
}
