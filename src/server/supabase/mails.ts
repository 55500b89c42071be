import type { Backend, Visit } from '../bridge/calls.ts'
import { pageWithToken, type TokenType } from '../bridge/landing.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from '../own/hashing.ts'
import { readRow } from '../own/rows.ts'
import { isJustSent, object, refusalOf, text, type Json, type Question } from './ask.ts'
import { tokensIn, type Tokens } from './entities.ts'
import type { Parts } from './parts.ts'

/** What a link of a mail is for. Its token begins with it. */
export type LinkKind = 'link' | 'confirm' | 'reset'

/** The field of a user's data that says which browser has signed up. */
const SIGNED_UP = 'latchkey_sign_up'

/** The fields of a user's data that Supabase writes itself. */
const ofSupabase = ['sub', 'email', 'email_verified', 'phone_verified']

/** Between a first proof and the log-in that is part of it there is less than this, in ms. */
const SAME_MOMENT = 10_000

/** How often a stranger's password is removed before the visitor is told that it has failed. */
const TRIES = 3

/** Wrong digits that one code allows. */
const MOST_TRIES = 3

/** Returns what only this browser can say of its sign-up with an address. */
const signUpNote = async (email: string, visit: Visit): Promise<string> => digest(`sign-up ${email.toLowerCase()} ${await visit.browser()}`)

/** Returns the data of a new user who signs up with a password. */
export const signUpData = async (email: string, visit: Visit) => ({ [SIGNED_UP]: await signUpNote(email, visit) })

/**
 * Returns what removes the data of a stranger, if these tokens prove an address that nobody has
 * proved before and another browser has signed up with it.
 */
export const foreignData = async ({ user }: Tokens, visit: Visit): Promise<Json | undefined> => {
  const data = object(user.user_metadata)
  const note = await signUpNote(text(user.email), visit)
  const isFirst = Math.abs(Date.parse(text(user.last_sign_in_at)) - Date.parse(text(user.email_confirmed_at))) < SAME_MOMENT
  if (!isFirst || data[SIGNED_UP] === note) return undefined
  const foreign = Object.keys(data).flatMap((name) => (ofSupabase.includes(name) ? [] : [[name, null]]))
  // from now on, it is this browser's
  return { ...Object.fromEntries(foreign), [SIGNED_UP]: note }
}

/** Reads the token of a mail's link: what it is for, and the hash that Supabase has put there. */
export const readToken = (token: string, ...kinds: LinkKind[]): string => {
  const [, kind, hash = ''] = /^(link|confirm|reset)\.([\w-]{1,200})$/.exec(token) ?? []
  if (!kinds.includes(kind as LinkKind)) throw refusal('unable_to_auth_magic_link')
  return hash
}

export const createMailbox = ({ asker, limits, sessions, options, origin }: Parts) => {
  /**
   * Returns what Supabase has as the page of a mail. The mail's template writes the token's hash
   * behind it.
   */
  const redirectTo = (page: string | undefined, kind: LinkKind): string => {
    const url = new URL(page ?? options.loginPage ?? '/', origin)
    url.hash = ''
    url.searchParams.delete('token')
    const type: TokenType = kind === 'reset' ? 'reset_password' : 'magic_links'
    return pageWithToken(url.href, type, `${kind}.`)
  }

  return {
    redirectTo,

    /** Counts a mail to an address, for whoever asks. */
    async count(email: string, visit: Visit): Promise<void> {
      await limits.count('mail', email, visit, await sessions.knownBrowser(email, visit))
    },

    /**
     * Lets Supabase send a mail. That it has just sent the same one is no refusal, because only an
     * address with an account gets this answer.
     */
    async send(route: string, visit: Visit, question: Question): Promise<void> {
      const answer = await asker.try(route, visit, question)
      if (answer.status >= 400 && !isJustSent(answer)) throw refusalOf(answer, route)
    },

    /** Spends a link or a code. Throws a refusal if it is not good. */
    async verify(proof: { token_hash: string } | { email: string; token: string }, types: string[], visit: Visit): Promise<Tokens> {
      for (const type of types) {
        const answer = await asker.try('POST /verify', visit, { body: { type, ...proof } })
        const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
        if (tokens) return tokens
        // a server that does not know the type
        if (answer.code === 'validation_failed') continue
        if (answer.code !== 'otp_expired' && answer.code !== 'user_not_found') throw refusalOf(answer, 'POST /verify')
        if (type === 'email') break
      }
      throw refusal('token_hash' in proof ? 'unable_to_auth_magic_link' : 'otp_code_not_found')
    },

    /**
     * Begins the session of who has proved an address. If nobody has before, the password, the data
     * and the sessions of a stranger who has signed up with it end; those of this browser stay.
     */
    async prove(tokens: Tokens, visit: Visit) {
      const data = await foreignData(tokens, visit)
      if (!data) return sessions.begin(tokens, visit)
      const question = { token: tokens.access, body: { password: `aA1!${randomToken()}`, data } }
      let user: Json | undefined
      for (let left = TRIES; !user; left--) {
        user = await asker.ask('PUT /user', visit, question).catch((error) => {
          if (left <= 1) throw error
          return undefined
        })
      }
      await sessions.endAt('others', tokens, visit)
      return sessions.begin({ ...tokens, user }, visit)
    },
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

/** What `/verify` calls a log-in: the first is Supabase's, the others are for `@supabase/lite`. */
const logIn = ['email', 'magiclink', 'signup']

/** Links by email, and the confirmations of sign-ups. */
export const links = ({ options }: Parts, mailbox: Mailbox): Backend['magicLinks'] => {
  const send: NonNullable<Backend['magicLinks']>['send'] = async ({ email, login_magic_link_url: page }, visit) => {
    await mailbox.count(email, visit)
    await mailbox.send('POST /otp', visit, { query: { redirect_to: mailbox.redirectTo(page, 'link') }, body: { email, create_user: true } })
    return {}
  }
  const isOn = options.links !== false
  if (!isOn && options.passwords === false) return undefined
  return {
    ...(isOn && { loginOrCreate: send, send, mayLand: (token: string) => token.startsWith('link.') }),
    async authenticate({ token }, visit) {
      const token_hash = readToken(token, 'link', 'confirm')
      return { ...(await mailbox.prove(await mailbox.verify({ token_hash }, logIn, visit), visit)), method_id: '' }
    },
  }
}

/** Codes by email. */
export const codes = ({ options, store, sessions, limits }: Parts, mailbox: Mailbox): Backend['otps'] => {
  if (options.codes === false) return undefined
  const minutes = options.codes?.minutes ?? 60
  const keysOf = (methodId: string) => [`code:${digest(methodId)}`, `tries:${digest(methodId)}`] as const
  const send: NonNullable<Backend['otps']>['send'] = async ({ email }, visit) => {
    if (visit.params.method !== 'email') throw refusal('route_not_found')
    if (!email) throw refusal('invalid_email')
    await mailbox.count(email, visit)
    await mailbox.send('POST /otp', visit, {
      query: { redirect_to: mailbox.redirectTo(undefined, 'link') },
      body: { email, create_user: true },
    })
    // only the browser that asked knows the id, so nobody else can spend its tries
    const method_id = randomToken()
    await store.put(keysOf(method_id)[0], JSON.stringify({ email, browser: await visit.browser() }), Date.now() + minutes * 60_000)
    return { method_id }
  }
  return {
    loginOrCreate: send,
    send,
    async authenticate({ token, method_id }, visit) {
      const [key, tries] = keysOf(method_id)
      const row = readRow<{ email: string; browser: string }>(await store.get(key), ['email', 'browser'])
      if (!row || row.browser !== (await visit.browser())) throw refusal('otp_code_not_found')
      // before the digits are compared, so that tries at the same moment count, too
      if ((await store.hit(tries, Date.now() + minutes * 60_000)) > MOST_TRIES) throw refusal('otp_code_not_found')
      // Supabase has one code for an address, and does not count
      const forget = await limits.count('guess', `code ${row.email}`, visit, await sessions.knownBrowser(row.email, visit))
      const tokens = await mailbox.verify({ email: row.email, token }, logIn, visit).catch(async (error) => {
        // what is not the visitor's mistake costs no try
        if (!(error instanceof BridgeRefusal) || error.status >= 429) await Promise.all([forget(), store.hit(tries, 0, -1)])
        throw error
      })
      await forget()
      await store.take(key)
      return { ...(await mailbox.prove(tokens, visit)), method_id }
    },
  }
}
