/** What keeps bots away from a bridge: a proof of work, for real, and vendors' stand-ins. */
import type { Challenge, Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bridgeCalls, type Backend } from '../../../src/server/bridge/calls.ts'
import {
  captchafox,
  createBridge,
  hcaptcha,
  proofOfWork,
  recaptcha,
  turnstile,
  type BotCheck,
  type BridgeFailure,
} from '../../../src/server/bridge/index.ts'
import { memoryStore } from '../../../src/server/own/store.ts'
import { createHost } from '../own/host.ts'
import { duration, ORIGIN, send } from './calling.ts'
import { challengeOf, proofFor, solve, written } from './solving.ts'
import { serve } from '../../harness/listening.ts'

const test = suite('bot check')

const SECRET = 'a secret of this test alone'
const EASY = { secret: SECRET, work: 20_000 }
const SEND = 'POST /magic_links/email/login_or_create'
const email = 'ada@example.com'

/** A host with a users table whose server wants proofs, and what it hears of refusals. */
const guarded = (botCheck: BotCheck = proofOfWork(EASY)) => {
  const heard: string[] = []
  const onError = ({ route, error }: BridgeFailure) => void heard.push(`${route}: ${(error as Error).message}`)
  return { ...createHost({ botCheck, onError }), heard }
}

const reasonsIn = (heard: string[]) => [...new Set(heard)].map((line) => line.replace(`${SEND}: Refused by the bot check: `, ''))

test('10,000 sends of a script without a proof make no mail, and one with a proof makes one', async () => {
  const { answer, mails, mailTo, heard } = guarded()
  const statuses = new Set<string>()
  for (let at = 0; at < 10_000; at++) {
    const { status, json } = await send(answer, SEND, { email: `bot${at}@example.com` })
    statuses.add(`${status} ${json.error_type}`)
  }
  assert.equal([...statuses], ['403 captcha_required'])
  assert.equal([heard.length, ...reasonsIn(heard)], [10_000, 'missing'])
  assert.is((await send(answer, SEND, { email, captcha_token: await proofFor(answer) })).status, 200)
  assert.is((await mailTo(email)).kind, 'link')
  assert.equal(mails, [])
})

test('the settings say what the page has to prove, and no call that sends or tries something goes without', async () => {
  const asked: string[] = []
  const backend = Object.fromEntries(
    Object.entries(bridgeCalls).map(([space, calls]) => [
      space,
      Object.fromEntries(
        Object.values(calls).map(({ call }, at) => [Object.keys(calls)[at], async () => ({ asked: asked.push(call.route) })]),
      ),
    ]),
  ) as unknown as Backend
  const check: BotCheck = { kind: 'turnstile', siteKey: 'public', verify: async (proof) => (proof === 'good' ? undefined : 'bad') }
  const bridge = createBridge(backend, { origins: [ORIGIN], onError() {}, botCheck: check })
  const values: Record<string, unknown> = {
    email,
    code: '123456',
    password: 'correct horse',
    id: 'some-id',
    text: 'text',
    json: '{}',
    number: 5,
    flag: true,
    texts: [],
    object: {},
  }
  const all = Object.values(bridgeCalls).flatMap(
    (calls) => Object.values(calls) as { call: { route: string; guard?: string }; fields: object }[],
  )
  for (const { call, fields } of all) {
    const body = Object.fromEntries(
      Object.entries(fields).flatMap(([name, kind]) => (kind.endsWith('?') ? [] : [[name, values[kind as string]]])),
    )
    const route = call.route.replace(/:\w+/g, 'id')
    asked.length = 0
    const without = await send(bridge, route, body)
    assert.equal([without.json.error_type, asked.length], call.guard ? ['captcha_required', 0] : [undefined, 1], call.route)
    if (call.guard) assert.is((await send(bridge, route, { ...body, captcha_token: 'good' })).status, 200, call.route)
  }
  const sending = all.filter(({ call }) => call.guard).map(({ call }) => call.route)
  for (const route of [SEND, 'POST /otps/:method/login_or_create', 'POST /otps/authenticate', 'POST /passwords/email/reset/start'])
    assert.ok(sending.includes(route), route)
  assert.not.ok(sending.includes('POST /magic_links/authenticate'), 'the server completes a link before the page is sent')
  const { json } = await send(bridge, 'GET /projects/bootstrap/')
  assert.equal(json.data.captcha_settings, { enabled: true, kind: 'turnstile', siteKey: 'public' })
  assert.is((await send(bridge, 'GET /bot_check')).json.error_type, 'route_not_found', 'a vendor has its own challenges')
  assert.is((await send(createBridge(backend, { origins: [ORIGIN] }), 'GET /bot_check')).status, 404)
})

type Forge = (about: { challenge: Challenge; other: Challenge; proof: string; payload: Payload }) => string | Promise<string>

const attacks: [what: string, forge: Forge, why: string][] = [
  ['no proof', () => '', 'missing'],
  ['what is no text', () => ({ length: 3 }) as never, 'missing'],
  ['a very long one', () => 'x'.repeat(20_000), 'missing'],
  ['what no header can have', () => 'good\r\nx-forwarded-for: 127.0.0.1', 'missing'],
  ['noise', () => 'noise!', 'unreadable'],
  ['JSON of another shape', () => written({ challenge: null }), 'unreadable'],
  [
    'the work of another server',
    async () => proofFor(guarded(proofOfWork({ ...EASY, secret: 'another secret, as long' })).answer),
    'foreign',
  ],
  [
    'a challenge of its own',
    ({ payload: { challenge, solution } }) => written({ challenge: { ...challenge, signature: '00' }, solution }),
    'foreign',
  ],
  [
    'less work than asked for',
    ({ challenge: { parameters, signature } }) => solve({ parameters: { ...parameters, cost: 1, keyPrefix: '0' }, signature }),
    'foreign',
  ],
  [
    'a longer life',
    ({ payload: { challenge, solution } }) =>
      written({ challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } }, solution }),
    'foreign',
  ],
  ['no work', ({ challenge }) => written({ challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } }), 'wrong'],
  [
    'the beginning of the key',
    ({ challenge }) => written({ challenge, solution: { counter: 0, derivedKey: challenge.parameters.keyPrefix } }),
    'wrong',
  ],
  ['the work of another challenge', ({ payload, other }) => written({ challenge: other, solution: payload.solution }), 'wrong'],
]
for (const [what, forge, why] of attacks)
  test(`refused, and said to the host: ${what}`, async () => {
    const { answer, heard, mails, mailTo } = guarded()
    const [challenge, other] = [await challengeOf(answer), await challengeOf(answer)]
    const proof = await solve(challenge)
    const payload = JSON.parse(Buffer.from(proof, 'base64').toString())
    const forged = await forge({ challenge, other, proof, payload })
    const { status, json } = await send(answer, SEND, { email: 'bot@example.com', captcha_token: forged })
    assert.equal([status, json.error_type, ...reasonsIn(heard)], [403, 'captcha_required', why])
    assert.is((await send(answer, SEND, { email, captcha_token: proof })).status, 200, 'the good one still counts')
    await mailTo(email)
    assert.equal(mails, [])
  })

test('a proof counts once: in 50 calls at once, on two servers with one store, and for another call', async () => {
  const store = memoryStore()
  const [one, two] = [guarded(proofOfWork({ ...EASY, store })), guarded(proofOfWork({ ...EASY, store }))]
  const captcha_token = await proofFor(one.answer)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => send([one, two][at % 2]!.answer, SEND, { email: `x${at}@example.com`, captcha_token })),
  )
  assert.is(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(reasonsIn([...one.heard, ...two.heard]), ['spent'])
  const logIn = { email, password: 'correct horse', captcha_token, ...duration }
  assert.is((await send(one.answer, 'POST /passwords/authenticate', logIn)).json.error_type, 'captcha_required')
  const solution = JSON.parse(Buffer.from(captcha_token, 'base64').toString())
  const spelled = written({ more: 1, ...solution, solution: { ...solution.solution, time: 5 } })
  assert.is((await send(two.answer, SEND, { email, captcha_token: spelled })).json.error_type, 'captcha_required', 'spelled otherwise')
})

test('a proof is for one address, and one network of IPv6; and for ten minutes', async () => {
  const { answer, heard } = guarded()
  const sendFrom = async (address: string | undefined, captcha_token: string) =>
    (await send(answer, SEND, { email, captcha_token }, {}, { address })).status
  const proof = await proofFor(answer, '198.51.100.7')
  assert.is(await sendFrom('203.0.113.9', proof), 403)
  assert.is(await sendFrom(undefined, proof), 403)
  assert.equal(reasonsIn(heard), ['of another address'])
  assert.is(await sendFrom('198.51.100.7', proof), 200, 'nothing is spent by an attack')
  assert.is(await sendFrom('2001:db8::2', await proofFor(answer, '2001:db8::1')), 200)

  const [late, later] = [await proofFor(answer), await proofFor(answer)]
  const { now } = Date
  heard.length = 0
  try {
    Date.now = () => now() + 595_000
    assert.is(await sendFrom(undefined, late), 200)
    Date.now = () => now() + 601_000
    assert.is(await sendFrom(undefined, later), 403)
  } finally {
    Date.now = now
  }
  assert.equal(reasonsIn(heard), ['expired'])
})

test('a body that is wrong spends no proof, and the backend gets none', async () => {
  const bodies: unknown[] = []
  const backend: Backend = { magicLinks: { loginOrCreate: async (body) => (bodies.push(body), {}) } }
  const bridge = createBridge(backend, { origins: [ORIGIN], botCheck: proofOfWork(EASY) })
  const captcha_token = await proofFor(bridge)
  assert.is((await send(bridge, SEND, { email: 'nobody', captcha_token })).json.error_type, 'invalid_email')
  assert.is((await send(bridge, SEND, { email, captcha_token }, { origin: 'https://evil.example' })).status, 403)
  assert.is((await send(bridge, SEND, { email, captcha_token })).status, 200)
  assert.equal(bodies, [{ email }])
  assert.throws(() => proofOfWork({ secret: 'short' }), /16 characters/)
})

test('a proof takes the work that the host asks for on average, and never twice as much', async () => {
  const check = proofOfWork({ secret: SECRET, work: 100_000 })
  const request = new Request(ORIGIN)
  const counters: number[] = []
  for (let at = 0; at < 40; at++) {
    const { parameters } = (await check.challenge!({ request })) as Challenge
    let counter = 0
    const salt = Buffer.from(parameters.salt, 'hex')
    for (; ; counter++) {
      const password = Buffer.concat([Buffer.from(parameters.nonce, 'hex'), Buffer.from([0, 0, 0, counter])])
      const { derivedKey } = await deriveKey(parameters, salt, password)
      if (Buffer.from(derivedKey).toString('hex').startsWith(parameters.keyPrefix)) break
    }
    counters.push((counter + 1) * parameters.cost)
  }
  const mean = counters.reduce((sum, one) => sum + one, 0) / counters.length
  // six standard errors of a uniform distribution
  assert.ok(Math.abs(mean - 100_000) < (6 * 200_000) / Math.sqrt(12 * 40), String(mean))
  assert.ok(Math.max(...counters) <= 200_000)
  const usual = (await proofOfWork({ secret: SECRET }).challenge!({ request })) as Challenge
  assert.is(usual.parameters.cost, 10_000)
})

/** A vendor's service, as its documents describe it. */
const standIn = async (answer: (fields: URLSearchParams) => [status: number, body: unknown] | undefined) => {
  const asked: Record<string, string>[] = []
  const { url, close } = await serve(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const fields = new URLSearchParams(text)
    asked.push(Object.fromEntries(fields))
    const [status, body] = answer(fields) ?? []
    if (status)
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { asked, verifyURL: `${url}/siteverify`, close }
}

const keys = { siteKey: 'site key', secret: 'private key' }
const vendors: [create: typeof turnstile, own: Record<string, string>][] = [
  [turnstile, { remoteip: '198.51.100.7' }],
  [hcaptcha, { remoteip: '198.51.100.7', sitekey: keys.siteKey }],
  [recaptcha, { remoteip: '198.51.100.7' }],
  [captchafox, { remoteIp: '198.51.100.7', sitekey: keys.siteKey }],
]
for (const [create, own] of vendors)
  test(`${create(keys).kind}: its service gets what its documents ask for, and decides`, async () => {
    const spent = new Set<string>()
    const vendor = await standIn((fields) => {
      const proof = fields.get('response')!
      if (fields.get('secret') !== keys.secret) return [200, { success: false, 'error-codes': ['invalid-input-secret'] }]
      if (spent.has(proof)) return [200, { success: false, 'error-codes': ['timeout-or-duplicate'] }]
      spent.add(proof)
      return proof.startsWith('good')
        ? [200, { success: true, score: 0.9 }]
        : [400, { success: false, 'error-codes': ['invalid-input-response'] }]
    })
    const { answer, mailTo, heard } = guarded(create({ ...keys, verifyURL: vendor.verifyURL }))
    const ask = (captcha_token: string) => send(answer, SEND, { email, captcha_token }, {}, { address: '198.51.100.7' })
    assert.is((await ask('good-1')).status, 200)
    await mailTo(email)
    assert.equal(vendor.asked, [{ secret: keys.secret, response: 'good-1', ...own }])
    for (const proof of ['good-1', 'bad']) assert.is((await ask(proof)).json.error_type, 'captcha_required')
    assert.equal(reasonsIn(heard), ['timeout-or-duplicate', 'invalid-input-response'])
    heard.length = 0
    const wrong = guarded(create({ ...keys, secret: 'mistyped', verifyURL: vendor.verifyURL }))
    assert.is((await send(wrong.answer, SEND, { email, captcha_token: 'good-2' })).status, 503, 'no visitor can mend that')
    assert.match(wrong.heard.join(), /answered: invalid-input-secret/)
    await vendor.close()
  })

test('reCAPTCHA refuses a low score, as low as the host says', async () => {
  const vendor = await standIn(() => [200, { success: true, score: 0.3 }])
  const statuses = await Promise.all(
    [undefined, 0.2].map(async (minScore) => {
      const { answer } = guarded(recaptcha({ ...keys, verifyURL: vendor.verifyURL, minScore }))
      return (await send(answer, SEND, { email, captcha_token: 'x' })).status
    }),
  )
  assert.equal(statuses, [403, 200])
  await vendor.close()
})

for (const [what, answer] of [
  ['is down', () => [502, '<html>']],
  ['answers nonsense', () => [200, 'null']],
  ['does not answer', () => undefined],
] as [string, () => [number, unknown] | undefined][])
  test(`a vendor that ${what}: the visitor may try again, and the host hears of it`, async () => {
    const vendor = await standIn(answer)
    const { answer: bridge, mails, heard } = guarded(turnstile({ ...keys, verifyURL: vendor.verifyURL }))
    const timeout = AbortSignal.timeout
    // five seconds, sooner
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 100)
    const { status, json } = await send(bridge, SEND, { email, captcha_token: 'x' }).finally(() => {
      AbortSignal.timeout = timeout
    })
    assert.equal([status, json.error_type, heard.length, mails], [503, 'service_unavailable', 1, []])
    await vendor.close()
  })

test.run()
