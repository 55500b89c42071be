/** A host with a users table in memory, and what its mails say. */
import {
  memoryStore,
  ownServer,
  type NewUser,
  type OwnMail,
  type OwnServerOptions,
  type UserChanges,
} from '../../../src/server/own/index.ts'
import type { LinkedSite } from '../bridge/landings.ts'
import type { BridgeUnderTest } from '../../../src/tools/conformance/index.ts'

/** A row of the host's table. */
export interface Person {
  id: number
  email: string
  emailVerified: boolean
  passwordHash?: string | null
  name?: string | null
}

export const ORIGIN = 'https://shop.example'

/** Creates a host. `options` replaces those of the server. */
export const createHost = (options: Partial<OwnServerOptions<Person>> = {}) => {
  const people: Person[] = []
  const mails: OwnMail[] = []
  const waiting: (() => void)[] = []
  let held: Promise<void> | undefined
  const users = {
    byId: (id: string) => people.find((person) => String(person.id) === id),
    byEmail: (email: string) => people.find((person) => person.email.toLowerCase() === email),
    create(user: NewUser) {
      if (users.byEmail(user.email)) return undefined
      const person = { id: people.length + 1, ...user }
      people.push(person)
      return { ...person }
    },
    update: (id: number, changes: UserChanges) => void Object.assign(people.find((person) => person.id === id)!, changes),
  }
  const all: OwnServerOptions<Person> = {
    baseURL: ORIGIN,
    users: { ...users, byId: (id) => copy(users.byId(id)), byEmail: (email) => copy(users.byEmail(email)) },
    store: memoryStore(),
    async send(mail) {
      await held
      mails.push(mail)
      for (const wake of waiting.splice(0)) wake()
    },
    ...options,
  }
  const server = ownServer(all)
  /** Resolves with the oldest mail to an address that it has not resolved with yet. */
  const mailTo = async (to: string): Promise<OwnMail> => {
    for (;;) {
      const at = mails.findIndex((mail) => mail.to.toLowerCase() === to.toLowerCase())
      if (at >= 0) return mails.splice(at, 1)[0]!
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  const holdMails = () => {
    let release = () => {}
    held = new Promise((resolve) => (release = resolve))
    return () => {
      held = undefined
      release()
    }
  }
  return { ...server, options: all, people, mails, mailTo, holdMails }
}

const copy = (person: Person | undefined) => person && { ...person }

export type Host = ReturnType<typeof createHost>

/** Creates a host with two servers, for the tests of landings. */
export const createSite = (create: typeof createHost = createHost): LinkedSite => {
  const host = create()
  const serve =
    ({ answer }: Pick<Host, 'answer'>) =>
    async (request: Request) => {
      const visitor = { address: request.headers.get('x-forwarded-for') ?? undefined }
      if (new URL(request.url).pathname.startsWith('/auth/')) return answer(request, visitor)
      return (await answer.land(request, visitor)) ?? new Response('A page.')
    }
  return {
    // they share what is in the database
    servers: [serve(host), serve(ownServer(host.options))],
    origin: ORIGIN,
    linkTo: async (email) => (await host.mailTo(email)).url,
    async whenExpired(run) {
      const { now } = Date
      Date.now = () => now() + 16 * 60_000
      await run().finally(() => {
        Date.now = now
      })
    },
  }
}

/** A host's bridge, for the checks of `latchkey/bridge/conformance`. */
export const underTest = ({ answer, mailTo, holdMails }: Pick<Host, 'answer' | 'mailTo' | 'holdMails'>): BridgeUnderTest => ({
  url: `${ORIGIN}/auth`,
  offers: { links: true, emailCodes: true, passwords: true },
  message: async (to) => {
    const { url, code } = await mailTo(to)
    return url || code
  },
  holdMails,
  headersOf: (visitor) => ({ 'x-test-address': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}` }),
  fetch: (request) => answer(request, { address: request.headers.get('x-test-address') ?? undefined }),
})
