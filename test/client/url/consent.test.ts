/**
 * Checks that a token of somebody else replaces no session without a question, on a page that does
 * not see the cookie: it is Ada's, whatever this page has been told or has stored
 * (docs/decisions/log-ins-from-other-browsers-are-confirmed.md).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, ok, refusal, session, user } from '../answers.ts'
import { openBrowser, rejection, settle, type Network } from '../fakeBrowser.ts'

const LINK = 'https://app.example.com/login?token=t-foreign&stytch_token_type=magic_links'
const KEY = 'stytch_sdk_state_https://app.example.com/auth'

const as = (user_id: string) =>
  auth(`session-of-${user_id}`, { user_id, user: user(user_id), session: session(`session-of-${user_id}`, { user_id }) })

const stored = (user_id: string) => JSON.stringify({ session: session(`session-of-${user_id}`, { user_id }), user: user(user_id) })

/** A server whose cookie a page does not see. */
const openWorld = () => {
  const server: { who?: string; check?: Network; link?: Network } = {}
  const signIn = (who: string) => {
    server.who = who
    return ok(as(who))
  }
  const browser = openBrowser({
    fake: true,
    network: answers({
      'POST /sessions/authenticate': (sent) =>
        server.check ? server.check(sent) : server.who ? ok(as(server.who)) : refusal(404, 'session_not_found'),
      'POST /magic_links/authenticate': (sent) => (server.link ? server.link(sent) : signIn('mallory')),
      'POST /passwords/authenticate': () => signIn('ada'),
      'POST /sessions/revoke': () => ok({}),
      'GET /users/me': () => ok({ user: user(server.who), ...user(server.who) }),
    }),
  })
  const { clock, stored: storage } = browser
  const open = () => {
    const tab = browser.open({ url: 'https://app.example.com/' })
    return { tab, client: tab.client({ backend: '/auth' } as never, '') }
  }
  const asked: string[] = []
  const { tab, client } = open()
  const follow = (confirm = async () => false) =>
    client.authenticateByUrl({
      ...{ session_duration_minutes: 30, href: LINK },
      confirm: () => {
        asked.push(client.user.getSync()?.user_id ?? 'nobody')
        return confirm()
      },
    })
  const spends = () => browser.to('/magic_links/authenticate').length
  return { server, browser, storage, clock, open, tab, client, follow, asked, spends }
}

type World = ReturnType<typeof openWorld>

/** What this page believes before the link of somebody else is opened. */
const beliefs: Record<string, (world: World) => unknown> = {
  nothing: () => {},
  'that a link was asked for here, when nobody was signed in': ({ storage }) =>
    storage.set(`${KEY}::BEGUN:magic_links`, JSON.stringify({ created_at: Date.parse('2026-11-21T11:59:00Z') })),
  'that Bob is signed in, who has asked for a link': ({ storage }) => {
    storage.set(KEY, stored('bob'))
    storage.set(`${KEY}::BEGUN:magic_links`, JSON.stringify({ created_at: Date.parse('2026-11-21T11:59:00Z'), by: 'bob' }))
  },
  'that the user who was fetched has a session that was checked': async ({ server, client }) => {
    server.who = 'ada'
    await client.user.get()
  },
  'that another tab has signed out': async ({ server, client, tab }) => {
    server.who = 'ada'
    await client.session.authenticate({})
    tab.window.dispatchEvent(new tab.window.StorageEvent('storage', { key: KEY, newValue: 'null' } as never))
    assert.is(client.session.getSync(), null)
  },
  'that it has signed out itself': async ({ server, client }) => {
    server.who = 'ada'
    await client.session.authenticate({})
    await client.session.revoke({ forceClear: true })
  },
  'that nobody was signed in two seconds ago': async ({ client, clock }) => {
    await rejection(client.session.authenticate({}))
    await clock.tickAsync(2000)
  },
  'that Bob was signed in two seconds ago': async ({ server, client, clock }) => {
    server.who = 'bob'
    await client.session.authenticate({})
    await clock.tickAsync(2000)
  },
}

for (const [belief, prepare] of Object.entries(beliefs)) {
  test(`the visitor is asked about Ada's session, although the page believes ${belief}`, async () => {
    const world = openWorld()
    await prepare(world)
    world.server.who = 'ada'
    assert.is((await world.follow())!.handled, false)
    assert.equal([world.asked, world.spends()], [['ada'], 0])
  })
}

test('while the server does not say who is signed in, nothing is spent, whatever other calls say', async () => {
  const { server, client, follow, asked, spends } = openWorld()
  server.who = 'ada'
  server.check = () => refusal(503, 'service_unavailable')
  await client.user.get()
  await rejection(follow())
  assert.equal([asked, spends()], [[], 0])
})

test('a repetition asks again: somebody may have signed in since the first try', async () => {
  const { server, open, follow, asked, spends } = openWorld()
  server.link = () => refusal(503, 'service_unavailable')
  const { again } = (await rejection(follow(async () => true))) as unknown as {
    again: (options: object) => Promise<{ handled: boolean }>
  }
  assert.equal([asked, spends()], [['nobody'], 1])
  server.link = undefined
  await open().client.passwords.authenticate({ email: 'ada@example.com', password: 'correct horse', session_duration_minutes: 30 })
  await settle()
  assert.is((await again({ confirm: () => asked.push('again') && false })).handled, false)
  assert.equal([asked, spends()], [['nobody', 'again'], 1])
})

test('a link that this browser has not asked for asks first, with a backend, and one that it has asked for does not', async () => {
  const { storage, follow, asked, spends } = openWorld()
  assert.is((await follow())!.handled, false)
  assert.equal([asked, spends()], [['nobody'], 0])
  storage.set(`${KEY}::BEGUN:magic_links`, JSON.stringify({ created_at: Date.parse('2026-11-21T11:59:00Z') }))
  assert.is((await follow())!.handled, true)
  assert.equal([asked, spends()], [['nobody'], 1])
})

test('a question that was about another account is asked again', async () => {
  const { server, clock, follow, asked, spends } = openWorld()
  server.who = 'bob'
  const outcome = await follow(async () => {
    server.who = 'ada'
    await clock.tickAsync(2000)
    return asked.length < 2
  })
  assert.is(outcome!.handled, false)
  assert.equal([asked, spends()], [['bob', 'ada'], 0])
})

test('a mail is asked for as a second factor, where a page does not know yet that somebody is signed in', async () => {
  const { server, client, browser } = openWorld()
  server.who = 'ada'
  await client.magicLinks.email.send('ada@example.com', {}).catch(() => {})
  assert.is(browser.to('/magic_links/email/send/secondary').length, 1)
})

test.run()
