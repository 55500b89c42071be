/** A client whose host's own server keeps bots away by a proof of work, which is verified here. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { proofOfWork } from '../../../src/server/bridge/index.ts'
import { answers, auth, bootstrap, ok, refusal } from '../answers.ts'
import { openBrowser, PT, rejection, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const email = 'ada@example.com'
const settings = { captcha_settings: { enabled: true, kind: 'proof_of_work' } }
const CODE = 'POST /otps/email/login_or_create'
const SEND = 'POST /magic_links/email/login_or_create'
const VERIFY = 'POST /otps/authenticate'

/** A client of a server that verifies each proof. `routes` answer what it lets through. */
const open = (routes: Record<string, Network> = {}) => {
  const check = proofOfWork({ secret: 'a secret of this test alone', work: 20_000 })
  const request = new Request('https://app.example.com')
  const verdicts: string[] = []
  const guarded =
    (route: string, answer: Network): Network =>
    async (sent) => {
      const { captcha_token } = sent.body as { captcha_token?: string }
      const why = captcha_token === undefined ? 'missing' : await check.verify(captcha_token, { request })
      verdicts.push(`${route} ${why ?? 'good'}`)
      return why === undefined ? answer(sent) : refusal(403, 'captcha_required')
    }
  const own = {
    [CODE]: guarded('code', () => ok({ method_id: 'method-1' })),
    [SEND]: guarded('link', () => ok({})),
    [VERIFY]: guarded('verify', () => ok(auth())),
  }
  const browser = openBrowser({
    network: answers({
      'GET /projects/bootstrap/backend': () => ok(bootstrap(settings)),
      'GET /bot_check': async () => ok({ challenge: await check.challenge!({ request }) }),
      'POST /sessions/authenticate': () => (verdicts.includes('verify good') ? ok(auth()) : refusal(401, 'user_unauthenticated')),
      ...own,
      ...routes,
    }),
  })
  const tab = browser.open()
  const client = new tab.latchkey.HeadlessClient({ backend: '/auth' })
  return { browser, tab, client, verdicts, challenges: () => browser.to('/bot_check').length }
}

const until = async (what: () => boolean) => {
  for (let turns = 0; !what(); turns++) {
    if (turns > 1000) throw new Error(`in vain: ${what}`)
    await new Promise<void>((resolve) => setTimeout(resolve))
  }
}

test('the work begins with the first touch, each guarded call has a proof of its own, and none follows a log-in', async () => {
  const { tab, client, verdicts, challenges } = open()
  await until(() => client.otps !== undefined)
  assert.is(challenges(), 0)
  tab.window.dispatchEvent(new tab.window.Event('keydown'))
  await until(() => challenges() === 1)
  await client.otps.email.loginOrCreate(email)
  await until(() => challenges() === 2)
  await client.otps.authenticate('123456', 'method-1', duration)
  await client.session.authenticate()
  assert.equal(verdicts, ['code good', 'verify good'])
  assert.is(challenges(), 2)
})

test('a client without a touch, such as one that a program moves, does the work when it calls', async () => {
  const { client, verdicts } = open()
  await Promise.all([client.magicLinks.email.loginOrCreate(email), client.otps.email.loginOrCreate(email)])
  assert.equal(verdicts.sort(), ['code good', 'link good'])
})

test('a refused proof is replaced once; a second refusal reaches the host, and its next call tries again', async () => {
  let refusals = 1
  const refuse: Network = () => (refusals-- > 0 ? refusal(403, 'captcha_required') : ok({}))
  const { browser, client } = open({ [SEND]: refuse })
  await client.magicLinks.email.loginOrCreate(email)
  refusals = 2
  assert.is((await rejection(client.magicLinks.email.loginOrCreate(email))).error_type, 'captcha_required')
  await client.magicLinks.email.loginOrCreate(email)
  const tokens = browser.to('/magic_links/email/login_or_create').map(({ body }) => (body as { captcha_token: string }).captcha_token)
  assert.equal([tokens.length, new Set(tokens).size], [5, 5])
})

test('what the server answers to the question for a challenge reaches the host, and the next call asks again', async () => {
  let isDown = true
  const { client, verdicts, browser } = open()
  const network = browser.network
  browser.network = (sent) => (isDown && sent.path === '/bot_check' ? refusal(503, 'service_unavailable') : network(sent))
  assert.is((await rejection(client.magicLinks.email.loginOrCreate(email))).error_type, 'service_unavailable')
  isDown = false
  await client.magicLinks.email.loginOrCreate(email)
  assert.equal(verdicts, ['link good'])
})

test('a proof that waits for longer than the server takes it is made anew, before it is refused', async () => {
  const { tab, client, verdicts, challenges } = open()
  tab.window.dispatchEvent(new tab.window.Event('pointerdown'))
  await until(() => challenges() === 1)
  const { now } = Date
  try {
    Date.now = () => now() + 500_000
    await client.magicLinks.email.loginOrCreate(email)
  } finally {
    Date.now = now
  }
  assert.equal([verdicts, challenges() >= 2], [['link good'], true])
})

test('without crypto.subtle, as on a page without HTTPS, the host reads why', async () => {
  const { client } = open()
  const { importKey } = crypto.subtle
  // the server of this test names it otherwise
  crypto.subtle.importKey = ((...args: Parameters<typeof importKey>) => {
    if ((args[2] as unknown) === 'PBKDF2') throw new TypeError('no subtle')
    return importKey.apply(crypto.subtle, args)
  }) as never
  const error = await rejection(client.magicLinks.email.loginOrCreate(email)).finally(() => {
    crypto.subtle.importKey = importKey
  })
  assert.equal([error.code, error.message], ['captcha_required', 'Unable to prove work: no subtle'])
})

test('settings that do not come: the call goes without, and once they have come, with a proof', async () => {
  let known = false
  const { client, verdicts } = open({ 'GET /projects/bootstrap/backend': () => (known ? ok(bootstrap(settings)) : refusal(503, 'x')) })
  assert.is((await rejection(client.magicLinks.email.loginOrCreate(email))).error_type, 'captcha_required')
  known = true
  await client.magicLinks.email.loginOrCreate(email)
  assert.equal(verdicts, ['link missing', 'link good'])
})

test("a provider's settings ask for no proof of work, whatever their kind says", async () => {
  const browser = openBrowser({
    network: answers({
      [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ captcha_settings: { enabled: false, kind: 'proof_of_work' } })),
    }),
  })
  const tab = browser.open()
  const client = tab.client()
  tab.window.dispatchEvent(new tab.window.Event('keydown'))
  await client.magicLinks.email.loginOrCreate(email)
  assert.equal(browser.to('/bot_check'), [])
})

test.run()
