/**
 * What calls cost in a project with many users: they go through none but those that they are about.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { StoreMap } from '../../../../src/tools/emulator/state/storeMap.ts'
import { createVisitor, logInByCode } from '../visitor.ts'

const test = suite('emulator: many users')

const USERS = 400
const emulator = createEmulator({
  seed: {
    users: Array.from({ length: USERS }, (_, index) => ({
      emails: [{ email: `visitor-${index}@example.com` }],
      phone_numbers: [{ phone_number: `+1415555${String(1000 + index)}` }],
    })),
    organizations: [
      {
        organization_name: 'Acme',
        organization_slug: 'acme',
        members: Array.from({ length: USERS }, (_, index) => ({ email_address: `member-${index}@acme.example` })),
      },
    ],
  },
})
const base = 'https://test.stytch.com'

/** How many entries of stores were gone through, one after the other. */
const countReads = async (act: () => Promise<unknown>) => {
  let count = 0
  const names = ['entries', 'values', 'keys', Symbol.iterator] as const
  for (const name of names) {
    Object.assign(StoreMap.prototype, {
      *[name](this: StoreMap<unknown>) {
        for (const entry of Map.prototype[name].call(this)) {
          count++
          yield entry
        }
      },
    })
  }
  try {
    await act()
  } finally {
    for (const name of names) delete (StoreMap.prototype as Partial<StoreMap<unknown>>)[name]
  }
  return count
}

const asServer = (route: string, body?: unknown) => {
  const [method, path] = route.split(' ')
  return emulator.fetch(
    new Request(`${base}/v1${path}`, {
      method,
      headers: { Authorization: `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  )
}
const inPage = (path: string) => emulator.fetch(new Request(base + path)).then((answer) => answer.text())

const signIn = async (email: string) => {
  const visitor = createVisitor({ fetch: emulator.fetch })
  await logInByCode({ emulator, ...visitor }, 60, email)
  return visitor
}
const findUsers = async (filter_name: string, filter_value: unknown) => {
  const answer = await asServer('POST /users/search', { query: { operator: 'AND', operands: [{ filter_name, filter_value }] } })
  return (await answer.json()).results as { user_id: string; emails: { email: string }[] }[]
}

const calls: Record<string, () => Promise<unknown>> = {
  'a log-in': () => signIn('visitor-9@example.com'),
  'a sign-up': () => signIn(`new-${crypto.randomUUID()}@example.com`),
  'a search by address': async () => assert.is((await findUsers('email_address', ['Visitor-5@example.com'])).length, 1),
  'a search by number': async () => assert.is((await findUsers('phone_number', ['+14155551007'])).length, 1),
  'one page of all users': () => asServer('POST /users/search', { limit: 10 }),
  'a new user': () => asServer('POST /users', { email: `made-${crypto.randomUUID()}@example.com`, external_id: crypto.randomUUID() }),
  'a user by an id of the host': () => asServer('GET /users/nobody-has-this-id'),
  'the sessions of a user': async () => {
    const [user] = await findUsers('email_address', ['visitor-9@example.com'])
    const answer = await asServer(`GET /sessions?user_id=${user!.user_id}`)
    assert.ok((await answer.json()).sessions.length > 0)
  },
  'the page of a provider': () => inPage('/v1/public/oauth/google/start?public_token=public-token-test-1'),
  'the page of Google’s prompt': () => inPage('/gsi/prompt'),
  'a member by address': () =>
    asServer('POST /b2b/magic_links/email/login_or_signup', { organization_id: 'acme', email_address: 'member-7@acme.example' }),
  'the organizations of an address': () => asServer('POST /b2b/discovery/organizations', { intermediate_session_token: 'none' }),
  'deleting a factor': () => asServer('DELETE /users/emails/email-test-nothing'),
}

test('a call goes through few entries, however many there are', async () => {
  // indexes are made when they are first used
  for (const act of Object.values(calls)) await act()
  for (const [name, act] of Object.entries(calls)) {
    const count = await countReads(act)
    assert.ok(count < 60, `${name} went through ${count} entries`)
  }
})

test('the search by a part of an address goes through all, and finds them', async () => {
  assert.ok((await countReads(async () => assert.is((await findUsers('email_address_fuzzy', 'visitor-39')).length, 11))) >= USERS)
})

test('a page of a provider lists 20, and finds the others', async () => {
  for (const path of ['/v1/public/oauth/github/start?public_token=public-token-test-1', '/gsi/prompt?client_id=x&origin=y']) {
    const page = await inPage(path)
    assert.is(page.match(/(?:Allow|Continue) as [^<]+@/g)!.length, 20)
    const [, form = ''] = /<form role="search"([\s\S]*?)<\/form>/.exec(page) ?? []
    const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!])
    const query = new URLSearchParams([...fields.filter(([name]) => name !== 'search'), ['search', ' VISITOR-399@']])
    const next = await inPage(`${action}?${query}`)
    assert.equal(next.match(/(?:Allow|Continue) as [^<]+/g), [
      `${path.startsWith('/gsi') ? 'Continue' : 'Allow'} as visitor-399@example.com`,
    ])
    if (path.startsWith('/gsi')) assert.match(next, /name="client_id" value="x"/)
    else {
      const [, link = ''] = /href="([^"]*visitor-399[^"]*)"/.exec(next) ?? []
      const back = await emulator.fetch(new Request(base + link.replaceAll('&amp;', '&')))
      assert.is(back.status, 302, 'the search has not spent the page')
    }
  }
})

test('sessions, links and tokens that have expired are forgotten when another begins', async () => {
  const fresh = createEmulator()
  for (let index = 0; index < 30; index++) await fresh.signIn({ email: `v${index}@example.com`, session_duration_minutes: 5 })
  await fresh.signIn({ email: 'long@example.com', session_duration_minutes: 500 })
  await fresh.signIn({ email: 'm@acme.example', organization: 'Acme', session_duration_minutes: 5 })
  const sizes = () => {
    const { sessions, member_sessions } = fresh.state().stores as Record<string, unknown[]>
    return [sessions!.length, member_sessions!.length]
  }
  assert.equal(sizes(), [31, 1])
  fresh.clock.advance(6 * 60_000)
  await fresh.signIn({ email: 'next@example.com' })
  await fresh.signIn({ email: 'n@acme.example', organization: 'Acme' })
  assert.equal(sizes(), [2, 1])
})

test.run()
