/**
 * Compares who is signed in after each call with the provider's own SDK: answers that end a
 * session, and answers with a user, a member or an organization that has changed.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, auth, ok, user } from '../client/answers.ts'
import { answers as ofMembers, auth as memberAuth, member, organization } from '../client/b2b/member.ts'
import type { Network } from '../client/fakeBrowser.ts'
import { b2bCalls, calls, type Recorded } from '../wire/recordedCalls.ts'
import { type Kind, method, open, outcomeOf, type Page, type Side } from './besideProvider.ts'

const test = suite('who is signed in after each call')

const rows: Record<Kind, Recorded[]> = {
  // the provider's 5.35.1 has no `attach`
  users: calls.filter(({ call }) => call !== 'oauth.attach'),
  members: b2bCalls,
}

/** The same arguments about the visitor who is signed in. */
const aboutOneself = (args: unknown[]) =>
  JSON.parse(
    JSON.stringify(args)
      .replace(/"member-\d"/g, '"member-test-1"')
      .replace(/"organization-\d"/g, '"organization-test-1"'),
  ) as unknown[]

/**
 * Answers of after the log-in, in which everybody has changed: a field is new, and one that was
 * there is not.
 */
const changed: Record<Kind, Network> = {
  users: (request) => {
    const now = user(undefined, { fresh: true })
    if (request.path === '/users/me' && request.method === 'GET') return ok(now)
    // calls that change the user or add to them say so
    const totp = { totp_id: 'totp-test-1', secret: 'SECRET', qr_code: 'data:,', recovery_codes: [] }
    return ok({
      ...totp,
      ...auth(undefined, { user: now }),
      ...(/^\/(users(?!\/connected_apps)|totps$)/.test(request.path) && { __user: now }),
    })
  },
  members: () => {
    const now = { member: member(undefined, { fresh: true }), organization: organization(undefined, { fresh: true }) }
    return ok(memberAuth(undefined, now))
  },
}
const before: Record<Kind, Network> = {
  users: answers({ 'POST /otps/authenticate': () => ok(auth(undefined, { user: user(undefined, { old: true }) })) }),
  members: ofMembers({
    'POST /b2b/magic_links/authenticate': () =>
      ok(memberAuth(undefined, { member: member(undefined, { old: true }), organization: organization(undefined, { old: true }) })),
  }),
}

const minutes = { session_duration_minutes: 30 }
const logIn: Record<Kind, (page: Page) => unknown> = {
  users: ({ client }) => method(client, 'otps.authenticate')('000000', 'method-test-0', minutes),
  members: ({ client }) => method(client, 'magicLinks.authenticate')({ magic_links_token: 't', ...minutes }),
}

/** Who is signed in after a call. */
const after = async (kind: Kind, side: Side, { call, args }: Recorded) => {
  let isLoggedIn = false
  const page = open(kind, side, (request) => (isLoggedIn ? changed : before)[kind](request))
  await logIn[kind](page)
  isLoggedIn = true
  const { client } = page
  const namespaces = kind === 'users' ? ['session', 'user'] : ['session', 'self', 'organization']
  await outcomeOf(page, () => method(client, call)(...args))
  const known = namespaces.map((name) => method(client, `${name}.getSync`)())
  page.close()
  return JSON.stringify(known)
}

const kinds: Kind[] = ['users', 'members']
for (const kind of kinds)
  for (const who of ['somebody', 'oneself'] as const)
    test(`${kind}: calls about ${who}`, async () => {
      const found = new Set<string>()
      for (const row of rows[kind]) {
        const about = who === 'oneself' ? { ...row, args: aboutOneself(row.args) } : row
        if (who === 'oneself' && JSON.stringify(about.args) === JSON.stringify(row.args)) continue
        const [theirs, ours] = [await after(kind, 'theirs', about), await after(kind, 'ours', about)]
        found.add(theirs)
        assert.is(ours, theirs, `${row.call}(${JSON.stringify(about.args).slice(1, -1)})`)
      }
      // nothing, a change, and an end
      if (kind === 'members' || who === 'somebody') assert.ok(found.size > 2, [...found].join('\n'))
    })

test.run()
