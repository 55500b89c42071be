import { refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from './hashing.ts'
import type { OwnServerOptions, OwnUser, UserChanges } from './options.ts'
import { LONGEST_LIFE } from './sessions.ts'

/** How long a process may keep others from changing a user, in ms. */
const TURN = 10_000

/** How long to wait before the next try of a turn, in ms. */
const PAUSE = 20

/** The host's users, with what the host's table need not know. */
export interface Users<User extends OwnUser> {
  byId(id: string): Promise<User | undefined>
  /** Finds a user by an address in any case. */
  byEmail(email: string): Promise<User | undefined>
  /** Adds a user. Throws a refusal if the address is taken, or nobody can sign up. */
  create(email: string, emailVerified: boolean, passwordHash?: string): Promise<User>
  /** Whether new users can be added. */
  readonly canCreate: boolean
  /**
   * Changes a user while no other process does. `decide` gets the user as they are then, and returns
   * undefined to change nothing. `ends` ends the sessions, links and codes of before.
   */
  change(user: User, decide: (now: User) => UserChanges | undefined, ends: boolean): Promise<User>
  /** Resolves with a user's mark: what was begun with another one counts no more. */
  mark(user: OwnUser): Promise<string>
  /**
   * Finds a user by an address, with a mark that is not newer than the rest, so that a change in
   * between ends what begins with it.
   */
  marked(email: string): Promise<{ user: User | undefined; mark: string }>
}

/** Stands in for an unknown user, so that the same work is done for every address. */
export const nobody: OwnUser = { id: '', email: '', emailVerified: false }

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const createUsers = <User extends OwnUser>({ users, store }: Pick<OwnServerOptions<User>, 'users' | 'store'>): Users<User> => {
  const keyOf = (kind: string, user: OwnUser) => `${kind}:${digest(String(user.id))}`
  const byId = async (id: string) => (await users.byId(id)) ?? undefined

  /** Runs work about a user that no other process runs at the same time. */
  const alone = async <Result>(user: User, work: () => Promise<Result>): Promise<Result> => {
    const key = keyOf('turn', user)
    const last = Date.now() + TURN
    while ((await store.hit(key, Date.now() + TURN)) > 1) {
      if (Date.now() > last) throw refusal('service_unavailable')
      await pause(PAUSE)
    }
    try {
      return await work()
    } finally {
      await store.take(key)
    }
  }

  const mark = async (user: OwnUser) => (await store.get(keyOf('mark', user))) ?? ''
  const byEmail = async (email: string) => {
    const user = (await users.byEmail(email.toLowerCase())) ?? undefined
    // a database may find "é" by "e", and then the address belongs to somebody else
    return user && user.email.toLowerCase() === email.toLowerCase() ? user : undefined
  }

  return {
    byId,
    byEmail,
    mark,
    async marked(email) {
      const before = await byEmail(email)
      const whose = await mark(before ?? nobody)
      return { user: await byEmail(email), mark: before ? whose : '' }
    },
    canCreate: users.create !== undefined,
    async create(email, emailVerified, passwordHash) {
      if (!users.create) throw refusal('sign_up_disabled')
      const user = await users.create({ email: email.toLowerCase(), emailVerified, passwordHash })
      if (!user) throw refusal('duplicate_email')
      return user
    },
    change: (user, decide, ends) =>
      alone(user, async () => {
        const now = (await byId(String(user.id))) ?? user
        const changes = decide(now)
        if (!changes) return now
        const end = async () => ends && store.put(keyOf('mark', user), randomToken(), Date.now() + 2 * LONGEST_LIFE)
        // before, in case this process dies after the change, and after, because a log-in may begin
        // in between
        await end()
        await users.update(user.id, changes)
        await end()
        return (await byId(String(user.id))) ?? now
      }),
  }
}
