/**
 * One log-in in each built file of a client without screens: a call with a proof key, the one that
 * spends it and signs in, and an error. Which requests the calls send is tested on the sources
 * (calls.test.ts, b2b/calls.test.ts); what a build changes in them, in test/build/plugins/. The
 * built widget logs in all over test/chromium/.
 */
import '../built/all.ts'
import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answers, bootstrap, ok, refusal } from './answers.ts'
import { answers as memberAnswers, clientIn } from './b2b/member.ts'
import { bearer, openBrowser, PT, rejection, settle, type Network, type Tab } from './fakeBrowser.ts'

const test = suite('built entries')

const settings = (vertical: string): Record<string, Network> => ({
  [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical, pkce_required_for_email_magic_links: true })),
})
const minutes = { session_duration_minutes: 30 }

/** A log-in by link: what it calls, and where. */
interface LogIn {
  paths: [send: string, authenticate: string]
  send: () => Promise<unknown>
  authenticate: () => Promise<unknown>
  session: () => { session_id?: string; member_session_id?: string } | null
  next: () => Promise<unknown>
}

const ofUsers = (tab: Tab): LogIn => {
  const client = tab.client()
  return {
    paths: ['/magic_links/email/login_or_create', '/magic_links/authenticate'],
    send: () => client.magicLinks.email.loginOrCreate('ada@example.com'),
    authenticate: () => client.magicLinks.authenticate('token-1', minutes),
    session: () => client.session.getSync(),
    next: () => client.user.deleteEmail('email-1'),
  }
}
const ofMembers = (tab: Tab): LogIn => {
  const client = clientIn(tab)
  return {
    paths: ['/b2b/magic_links/email/login_or_signup', '/b2b/magic_links/authenticate'],
    send: () => client.magicLinks.email.loginOrSignup({ email_address: 'ada@example.com', organization_id: 'organization-1' }),
    authenticate: () => client.magicLinks.authenticate({ magic_links_token: 'token-1', ...minutes }),
    session: () => client.session.getSync(),
    next: () => client.organization.members.delete('member-2'),
  }
}

for (const [file, of, errorName] of [
  ['headless/index.js', ofUsers, 'LatchkeyAPIError'],
  ['headless/index.cjs', ofUsers, 'LatchkeyAPIError'],
  ['development/headless.js', ofUsers, 'LatchkeyAPIError'],
  ['development/headless.cjs', ofUsers, 'LatchkeyAPIError'],
  ['compat/headless/index.js', ofUsers, 'StytchAPIError'],
  ['b2b/index.js', ofMembers, 'LatchkeyAPIError'],
  ['development/b2b.js', ofMembers, 'LatchkeyAPIError'],
  ['compat/b2b/headless/index.js', ofMembers, 'StytchAPIError'],
] as const)
  test(`dist/${file}: sends a link with a proof key, signs in with it, and rejects with the provider's error`, async () => {
    const network = of === ofUsers ? answers(settings('CONSUMER')) : memberAnswers(settings('B2B'))
    const browser = openBrowser({ network })
    const logIn = of(browser.open({ entry: `../../dist/${file}` }))
    await settle()
    browser.sent.length = 0
    const [send, authenticate] = logIn.paths

    await logIn.send()
    const { method, body } = browser.to(send)[0]! as { method: string; body: Record<string, string> }
    const challenge = Object.entries(body).find(([name]) => /^(pkce_)?code_challenge$/.test(name))![1]
    assert.equal([method, body.email ?? body.email_address], ['POST', 'ada@example.com'])

    browser.network = (sent) => (sent.path === authenticate ? refusal(401, 'unable_to_auth_magic_link') : network(sent))
    const error = await rejection(logIn.authenticate())
    assert.equal([error.name, error.error_type, logIn.session()], [errorName, 'unable_to_auth_magic_link', null])

    browser.network = network
    await logIn.authenticate()
    const spent = browser.to(authenticate).map(({ body }) => body as Record<string, string>)
    const verifier = Object.entries(spent[1]!).find(([name]) => /^(pkce_)?code_verifier$/.test(name))![1]
    assert.is(createHash('sha256').update(verifier).digest('base64url'), challenge)
    assert.equal(
      spent.map((body) => body.token ?? body.magic_links_token),
      ['token-1', 'token-1'],
    )
    const { session_id, member_session_id } = logIn.session()!
    assert.is(session_id ?? member_session_id, 'session-test-1')

    await logIn.next()
    const last = browser.sent.filter(({ path }) => path !== '/events').at(-1)!
    assert.equal([last.method, bearer(last)], ['DELETE', 'token of session-test-1'])
  })

test.run()
