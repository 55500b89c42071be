import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { challengeOf } from '../../../src/browser/pkce.ts'
import { answers, auth, bootstrap, ok, refusal } from '../answers.ts'
import { KEY, openBrowser, PT, rejection, settle, type Network } from '../fakeBrowser.ts'

const DAY = 24 * 3600_000
const duration = { session_duration_minutes: 30 }
const slot = (kind: string) => `${KEY}::PKCE_VERIFIER:${kind}`
const pair = (name: string) => JSON.stringify({ code_challenge: `challenge ${name}`, code_verifier: `verifier ${name}` })

const open = (authenticate: Network = () => ok(auth()), fake = false) => {
  const browser = openBrowser({
    network: answers({
      [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ pkce_required_for_email_magic_links: true })),
      'POST /magic_links/authenticate': authenticate,
    }),
    fake,
  })
  const client = browser.open().client()
  return {
    browser,
    client,
    challenges: () => browser.to('/magic_links/email').map(({ body }) => (body as { code_challenge: string }).code_challenge),
    verifiers: () => browser.to('/magic_links/authenticate').map(({ body }) => (body as { code_verifier?: string }).code_verifier),
    stored: (kind = 'magic_links') => JSON.parse(browser.stored.get(slot(kind)) ?? 'null'),
  }
}

test('a mail carries the challenge of a stored verifier', async () => {
  const { client, challenges, stored } = open()
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  assert.match(stored().code_verifier, /^[\w.~-]{43}$/)
  assert.is(challenges()[0], await challengeOf(stored().code_verifier))
  assert.is(challenges()[0], stored().code_challenge)
})

test('every mail of a browser has the same challenge, even those sent at once, so that every link works', async () => {
  const { browser, client, challenges } = open()
  const other = browser.open().client()
  await Promise.all([client.magicLinks.email.loginOrCreate('ada@example.com'), client.magicLinks.email.send('ada@example.com')])
  await other.magicLinks.email.loginOrCreate('ada@example.com')
  assert.is(challenges().length, 3)
  assert.is(new Set(challenges()).size, 1)
})

test('the pair is deleted by a success, kept after a failure, and sent whether or not the project requires it', async () => {
  let up = false
  const { client, verifiers, stored } = open(() => (up ? ok(auth()) : refusal(401, 'unable_to_auth_magic_link')))
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  const { code_verifier } = stored()
  await rejection(client.magicLinks.authenticate('t', duration))
  assert.is(stored()?.code_verifier, code_verifier)
  up = true
  await client.magicLinks.authenticate('t', duration)
  assert.is(stored(), null)
  await client.magicLinks.authenticate('t2', duration)
  assert.equal(verifiers(), [code_verifier, code_verifier, undefined])
})

test('a pair is used for 24 hours', async () => {
  const { browser, client, challenges } = open(undefined, true)
  const mail = async () => {
    const sent = client.magicLinks.email.loginOrCreate('ada@example.com')
    await settle()
    await sent
  }
  await mail()
  browser.clock.setSystemTime(browser.clock.now + DAY - 1000)
  await mail()
  assert.is(challenges()[1], challenges()[0])
  browser.clock.setSystemTime(browser.clock.now + 2000)
  await mail()
  assert.is.not(challenges()[2], challenges()[0])
})

/** Dates of a stored pair, in JSON, and how long the pair is still used. */
for (const [name, date, life] of [
  ['an hour ago', String(Date.parse('2026-11-21T11:00:00Z')), DAY - 3600_000],
  ['in a year, because the clock was set back since', String(Date.parse('2027-11-21T12:00:00Z')), DAY],
  ['at an impossible time', '1e400', DAY],
  ['with nothing, like the provider’s own SDK’s,', undefined, DAY],
  ['null', 'null', DAY],
  ['in words', '"yesterday"', 0],
  ['{}', '{}', 0],
  ['before 1970', '-1', 0],
  ['in 1970', '0', 0],
] as const) {
  test(`a pair that is dated ${name} is used ${life ? `for ${life / 3600_000} h` : 'no longer'}`, async () => {
    const { browser, client, challenges } = open(undefined, true)
    browser.stored.set(slot('magic_links'), date ? pair('old').replace('}', `,"created_at":${date}}`) : pair('old'))
    const mail = async (after: number) => {
      browser.clock.setSystemTime(browser.clock.now + after)
      const sent = client.magicLinks.email.loginOrCreate('ada@example.com')
      await settle()
      await sent
    }
    await mail(0)
    if (life) {
      await mail(life - 1000)
      await mail(2000)
    }
    assert.equal(
      challenges().map((challenge) => challenge === 'challenge old'),
      life ? [true, true, false] : [false],
    )
  })
}

test("a pair that the provider's own SDK has stored is used", async () => {
  const { browser, client, challenges, verifiers } = open()
  browser.stored.set(slot('magic_links'), pair('theirs'))
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  await client.magicLinks.authenticate('t', duration)
  assert.equal([challenges(), verifiers()], [['challenge theirs'], ['verifier theirs']])
})

const malformed = ['{', 'null', '[]', '"x"', '{"code_verifier":5,"code_challenge":"c"}', '{"code_verifier":"v"}', '{"code_challenge":"c"}']
for (const text of malformed) {
  test(`a stored pair of ${text} is ignored`, async () => {
    const { browser, client, challenges, verifiers } = open()
    browser.stored.set(slot('magic_links'), text)
    await client.magicLinks.authenticate('t', duration)
    assert.equal(verifiers(), [undefined])
    await client.magicLinks.email.loginOrCreate('ada@example.com')
    assert.match(challenges()[0]!, /^[\w-]{43}$/)
  })
}

/** With both pairs stored: the answer to the first send, and the verifiers that are sent. */
const twoPairs: [string, Network, string[]][] = [
  ['a success', () => ok(auth()), ['verifier reset']],
  [
    'an error whose message mentions PKCE',
    () => refusal(400, 'bad', { error_message: 'The PKCE code verifier does not match.' }),
    ['verifier reset', 'verifier mail'],
  ],
  ['an error whose type mentions PKCE', () => refusal(400, 'pkce_mismatch'), ['verifier reset', 'verifier mail']],
  ['a used link', () => refusal(401, 'unable_to_auth_magic_link'), ['verifier reset']],
  ['no answer', () => Promise.reject(new TypeError('offline')), ['verifier reset']],
  ['a server error', () => new Response('pkce', { status: 500 }), ['verifier reset']],
]
for (const [name, first, expected] of twoPairs) {
  test(`the second pair is tried only when an error mentions PKCE: ${name}`, async () => {
    let sent = 0
    const { browser, client, verifiers } = open((request) => (sent++ ? ok(auth()) : first(request)))
    browser.stored.set(slot('passwords'), pair('reset'))
    browser.stored.set(slot('magic_links'), pair('mail'))
    await client.magicLinks.authenticate('t', duration).catch(() => {})
    assert.equal(verifiers(), expected)
    const left = ['passwords', 'magic_links'].filter((kind) => browser.stored.has(slot(kind)))
    const failed = !name.includes('PKCE') && name !== 'a success'
    assert.equal(left, failed ? ['passwords', 'magic_links'] : expected.length === 2 ? ['passwords'] : ['magic_links'])
  })
}

test('when the second pair fails too, its error is the result, and there is no third send', async () => {
  const { browser, client, verifiers } = open(() => refusal(400, 'pkce_mismatch'))
  browser.stored.set(slot('passwords'), pair('reset'))
  browser.stored.set(slot('magic_links'), pair('mail'))
  assert.is((await rejection(client.magicLinks.authenticate('t', duration))).error_type, 'pkce_mismatch')
  assert.is(verifiers().length, 2)
})

test('with blocked storage, the pair lives as long as the page', async () => {
  const { browser, verifiers } = open()
  const client = browser.open({ storage: 'blocked' }).client()
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  await client.magicLinks.authenticate('t', duration)
  assert.match(verifiers()[0]!, /^[\w-]{43}$/)
})

test('without a random generator calls reject with a typed error, nothing is sent, and the page logs nothing else', async () => {
  const browser = openBrowser({ network: answers() })
  for (const crypto of [{ subtle: globalThis.crypto.subtle }, undefined]) {
    const tab = browser.open({ globals: { crypto } })
    const client = tab.client()
    const calls = [client.magicLinks.email.send('ada@example.com'), client.user.get(), client.otps.authenticate('1', 'm', duration)]
    for (const error of await Promise.all(calls.map(rejection))) assert.is(error.code, 'insecure_random')
    assert.equal([tab.console, tab.reported], [[], []])
  }
  assert.equal(browser.sent, [])
})

test('a generator that fails later is a typed error too', async () => {
  const browser = openBrowser({ network: answers() })
  const crypto: Partial<Crypto> = { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) }
  const client = browser.open({ globals: { crypto } }).client()
  await settle()
  browser.sent.length = 0
  delete crypto.getRandomValues
  assert.is((await rejection(client.user.get())).code, 'insecure_random')
  assert.equal(browser.sent, [])
})

test.run()
