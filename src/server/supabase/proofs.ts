import type { Visit } from '../bridge/calls.ts'
import { digest, randomToken } from '../own/hashing.ts'
import type { Store } from '../own/store.ts'
import { object, text, type Asker, type Json } from './ask.ts'
import type { Tokens } from './entities.ts'
import type { Sessions } from './sessions.ts'

/** The field of a user's data that names the row about its sign-up. It tells nothing else. */
const SIGN_UP = 'latchkey_sign_up'

/** The fields of a user's data that Supabase writes itself. */
const ofSupabase = ['sub', 'email', 'email_verified', 'phone_verified']

/** How long rows are kept, in ms. */
const YEAR = 365 * 86_400_000
const MONTH = 30 * 86_400_000

/** By how much the clocks of this server and of Supabase may differ, in ms. */
const SKEW = 5 * 60_000

/** Between a first proof and the log-in that is part of it there is less than this, in ms. */
const SAME_MOMENT = 10_000

/**
 * Creates the record of who has proved an address. Anybody can sign up with an address and choose a
 * password for it, so the first proof ends what was there before. The store has a row for an
 * address: since when somebody may be about to prove it, or the user for whom this is done.
 */
export const createProofs = (asker: Asker, store: Store, sessions: Sessions) => {
  const keyOf = (email: string) => `proof:${digest(email.toLowerCase())}`
  const doneBy = (user: Json) => `user ${text(user.id)}`
  const signUpKey = (note: string) => `sign-up:${digest(note)}`
  const signUpRow = async (email: string, visit: Visit) => digest(`${email.toLowerCase()} ${await visit.browser()}`)

  /**
   * Returns whether an address is proven, or is being, and what a stranger added may still be
   * there.
   */
  const isOpen = async (user: Json): Promise<boolean> => {
    const row = (await store.get(keyOf(text(user.email)))) ?? ''
    if (row.startsWith('user ')) return row !== doneBy(user)
    const confirmed = Date.parse(text(user.email_confirmed_at))
    const wasBefore = confirmed < Number(row) - SKEW && confirmed < Date.parse(text(user.last_sign_in_at)) - SAME_MOMENT
    return row !== '' && !wasBefore
  }

  const isFromHere = async ({ email, user_metadata }: Json, visit: Visit) =>
    (await store.get(signUpKey(text(object(user_metadata)[SIGN_UP])))) === (await signUpRow(text(email), visit))

  return {
    isOpen,
    /** Returns the data of a new user, by which this browser's sign-up is known again. */
    async signUpData(email: string, visit: Visit): Promise<object> {
      const note = randomToken()
      await store.put(signUpKey(note), await signUpRow(email, visit), Date.now() + MONTH)
      return { [SIGN_UP]: note }
    },
    /** Notes that somebody may be about to prove an address, before Supabase is asked. */
    async expect(email: string): Promise<void> {
      if (!(await store.get(keyOf(email)))) await store.put(keyOf(email), String(Date.now()), Date.now() + YEAR)
    },
    /**
     * Ends the password, the data and the sessions that a stranger has added, if nobody has proved
     * the address before. What this browser has signed up with stays. Rejects if it fails: then the
     * tokens sign nobody in, and the next proof tries again.
     */
    async settle(proof: Tokens, visit: Visit): Promise<Tokens> {
      let tokens = await sessions.withUser(proof, visit)
      const { user } = tokens
      if ((await isOpen(user)) && !(await isFromHere(user, visit))) {
        const foreign = Object.keys(object(user.user_metadata)).filter((name) => !ofSupabase.includes(name))
        const data = Object.fromEntries(foreign.map((name) => [name, null]))
        await asker.ask('PUT /user', visit, { token: tokens.access, body: { password: `aA1!${randomToken()}`, data } })
        await sessions.endOthers(tokens, visit)
        // the access token has the stranger's data in it
        const renewed = await sessions.renew(tokens.refresh, visit)
        if (!renewed) throw new Error('Supabase ended a session that has just begun')
        tokens = await sessions.withUser(renewed, visit)
      }
      await store.put(keyOf(text(user.email)), doneBy(user), Date.now() + YEAR)
      return tokens
    },
  }
}

export type Proofs = ReturnType<typeof createProofs>
