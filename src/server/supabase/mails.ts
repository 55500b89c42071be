import type { Backend, Visit } from '../bridge/calls.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { BridgeRefusal, refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from '../own/hashing.ts'
import { findMail, spend, type MailRow } from '../own/mails.ts'
import { readRow } from '../own/rows.ts'
import { refusalOf, text } from './ask.ts'
import { tokensIn, type Tokens } from './entities.ts'
import type { Parts } from './parts.ts'

/** What a link of a mail is for. */
type LinkKind = 'link' | 'confirm' | 'reset'

/** No mail of Supabase is good for longer, in ms. */
const LONGEST = 86_400_000

/** Wrong digits that one code allows. */
const MOST_TRIES = 3

/**
 * How long it takes, in ms, to say that a password or a code is wrong, or that a mail is on its way
 * to who signs up. Supabase itself is faster if there is no account.
 */
const TIME = 500

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Lets a failure of work take as long for every address. */
export const failEvenly = async <Result>(work: Promise<Result>): Promise<Result> => {
  const time = sleep(TIME)
  return work.catch(async (error) => {
    await time
    throw error
  })
}

/**
 * Returns whether Supabase finds a password weak, which it says before it looks for the address.
 */
export const isWeakPassword = (error: unknown): boolean => error instanceof BridgeRefusal && error.error_type === 'weak_password'

const UNCONFIRMED = 'Supabase confirms no addresses, so a stranger could sign up with any: turn on "Confirm email" in the project.'

/** Why no proof is good, in the words of a link and of a code. */
type None = 'unable_to_auth_magic_link' | 'otp_code_not_found'

const keyOf = (kind: LinkKind, id: string) => `${kind === 'reset' ? 'reset' : 'link'}:${digest(id)}`

/** Reads the token of a link: the random one of this server, and Supabase's hash behind it. */
const readToken = (token: string): [id: string, hash: string] => {
  const [, id = '', hash = ''] = /^([\w-]{43})\.([\w-]{1,200})$/.exec(token) ?? []
  return [id, hash]
}

export const createMailbox = ({ asker, limits, sessions, proofs, options, origin, store, settings, report }: Parts) => {
  /** Spends a proof that is for an address. Throws a refusal if it is not good. */
  const verify = async (email: string, proof: { type: 'email' | 'recovery'; [name: string]: string }, none: None, visit: Visit) => {
    // Supabase counts no guesses, and limits them for all visitors together
    const forget = (await sessions.knownBrowser(email, visit)) ? async () => {} : await limits.network('guess', visit)
    const find = async (): Promise<Tokens | undefined> => {
      await proofs.expect(email)
      const answer = await asker.try('POST /verify', visit, { body: proof })
      if (/^(?:otp_expired|user_not_found|user_banned|validation_failed)$/.test(answer.code)) return undefined
      const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
      if (!tokens) throw refusalOf(answer, 'POST /verify')
      const whole = await sessions.withUser(tokens, visit)
      if (text(whole.user.email).toLowerCase() === email) return whole
      await sessions.finish(whole, visit)
      return undefined
    }
    const tokens = await find().catch(async (error) => {
      // it is not the visitor's mistake
      await forget()
      throw error
    })
    if (!tokens) throw refusal(none)
    await forget()
    return tokens
  }

  return {
    /**
     * Lets Supabase send a mail, which no answer waits for: what comes of it tells who has an
     * account, so only the host hears of it. The mail's template writes the token's hash behind the
     * page, which has a token of this server. Resolves with a function that waits for some time,
     * and resolves with a failure of the mail if there is one by then.
     */
    async send(
      route: string,
      kind: LinkKind,
      { email, page, ...more }: { email: string; page?: string; password?: string; data?: object; create_user?: true },
      visit: Visit,
    ): Promise<() => Promise<unknown>> {
      await limits.count('mail', email, visit, await sessions.knownBrowser(email, visit))
      // whether Supabase is there, for everybody
      if ((await settings(visit)).mailer_autoconfirm !== false)
        throw refusal('service_unavailable', undefined, undefined, new Error(UNCONFIRMED))
      const id = randomToken()
      const row: MailRow = { email: email.toLowerCase(), mark: kind, browser: await visit.browser(), until: Date.now() + LONGEST }
      await store.put(keyOf(kind, id), JSON.stringify(row), row.until)
      const url = new URL(page ?? options.loginPage ?? '/', origin)
      url.hash = ''
      // the template writes behind the last parameter
      url.searchParams.delete('token')
      const redirect_to = pageWithToken(url.href, kind === 'reset' ? 'reset_password' : 'magic_links', `${id}.`)
      const sent = asker.ask(route, visit, { query: { redirect_to }, body: { email, ...more } }).then(
        () => undefined,
        (error: unknown) => {
          if (!isWeakPassword(error)) report(route, (error instanceof BridgeRefusal && error.failure) || error)
          return error
        },
      )
      void options.waitUntil?.(sent)
      return async () => (await Promise.all([Promise.race([sent, sleep(TIME)]), sleep(TIME)]))[0]
    },

    /** Spends a link, which has one try. A failure of Supabase costs none. */
    open(token: string, kind: LinkKind, visit: Visit): Promise<Tokens> {
      const [id, token_hash] = readToken(token)
      const none = 'unable_to_auth_magic_link'
      const type = kind === 'reset' ? 'recovery' : 'email'
      return spend(store, keyOf(kind, id), none, ({ email }) => verify(email, { type, token_hash }, none, visit))
    },

    /** Returns whether a link may sign in before its page is sent. */
    async mayLand(token: string, visit: Visit): Promise<boolean> {
      const row = await findMail(store, keyOf('link', readToken(token)[0]))
      return row?.mark === 'link' && row.browser === (await visit.browser())
    },

    /** Begins the session of who has proved an address. */
    prove: (tokens: Tokens, visit: Visit) =>
      sessions.orFinish(tokens, visit, async () => sessions.begin(await proofs.settle(tokens, visit), visit)),

    /** Begins the session of who has logged in otherwise, unless a stranger may have. */
    admit: (tokens: Tokens, visit: Visit) =>
      sessions.orFinish(tokens, visit, async () => {
        const whole = await sessions.withUser(tokens, visit)
        if (await proofs.isOpen(whole.user)) throw refusal('email_not_verified')
        return sessions.begin(whole, visit)
      }),

    verify,
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

/** Links by email, and the confirmations of sign-ups. */
export const links = ({ options }: Parts, mailbox: Mailbox): Backend['magicLinks'] => {
  const send: NonNullable<Backend['magicLinks']>['send'] = async ({ email, login_magic_link_url: page }, visit) => {
    await mailbox.send('POST /otp', 'link', { email, page, create_user: true }, visit)
    return {}
  }
  const isOn = options.links !== false
  if (!isOn && options.passwords === false) return undefined
  return {
    ...(isOn && { loginOrCreate: send, send, mayLand: mailbox.mayLand }),
    authenticate: async ({ token }, visit) => ({
      ...(await mailbox.prove(await mailbox.open(token, 'link', visit), visit)),
      method_id: '',
    }),
  }
}

/** Codes by email. */
export const codes = ({ options, store, sessions }: Parts, mailbox: Mailbox): Backend['otps'] => {
  if (options.codes === false) return undefined
  const minutes = options.codes?.minutes ?? 60
  const keysOf = (methodId: string) => [`code:${digest(methodId)}`, `tries:${digest(methodId)}`] as const
  const none = 'otp_code_not_found'
  const send: NonNullable<Backend['otps']>['send'] = async ({ email }, visit) => {
    if (visit.params.method !== 'email') throw refusal('route_not_found')
    if (!email) throw refusal('invalid_email')
    await mailbox.send('POST /otp', 'link', { email, create_user: true }, visit)
    // only the browser that asked knows the id, so nobody else can spend its tries
    const method_id = randomToken()
    const row = { email: email.toLowerCase(), browser: await visit.browser() }
    await store.put(keysOf(method_id)[0], JSON.stringify(row), Date.now() + minutes * 60_000)
    return { method_id }
  }
  return {
    loginOrCreate: send,
    send,
    async authenticate({ token, method_id }, visit) {
      const [key, tries] = keysOf(method_id)
      const row = readRow<{ email: string; browser: string }>(await store.get(key), ['email', 'browser'])
      if (!row || row.browser !== (await visit.browser())) throw refusal(none)
      // before the digits are compared, so that tries at the same moment count, too
      if ((await store.hit(tries, Date.now() + minutes * 60_000)) > MOST_TRIES) throw refusal(none)
      const { email } = row
      const tokens = await failEvenly(mailbox.verify(email, { type: 'email', email, token }, none, visit)).catch(async (error) => {
        // what is not the visitor's mistake costs no try
        if (!(error instanceof BridgeRefusal) || error.status >= 429) await store.hit(tries, 0, -1)
        throw error
      })
      // Supabase may have taken it for good twice
      const isFirst = await store.take(key)
      if (!isFirst) await sessions.finish(tokens, visit)
      if (!isFirst) throw refusal(none)
      return { ...(await mailbox.prove(tokens, visit)), method_id }
    },
  }
}
