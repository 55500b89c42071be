/**
 * Tests that a page runs one passkey ceremony at a time, and that none of them gets stuck
 * (docs/decisions/README.md#one-passkey-ceremony-at-a-time).
 */
import { install, type Clock } from '@sinonjs/fake-timers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ceremony, givesWay, type Mode } from '../../src/browser/ceremony.ts'
import { isCredential, writeCredential, type CeremonyOptions } from '../../src/browser/credentials.ts'
import { pageState } from '../../src/browser/pageState.ts'
import { isAble } from '../../src/browser/passkeyAbilities.ts'
import { seeded } from '../harness/seeded.ts'

const modes = ['prompt', 'immediate', 'autofill', 'upgrade'] as const

for (const [begins, ways] of [
  ['prompt', [false, false, false, false]],
  ['immediate', [false, false, false, false]],
  ['autofill', [true, true, false, false]],
  ['upgrade', [true, true, true, false]],
] as const)
  for (const [at, there] of modes.entries())
    test(`${begins} ${ways[at] ? 'gives way to' : 'ends'} ${there}`, () => assert.is(givesWay(begins, there), ways[at]))

/**
 * What the browser, or a password manager in its place, does with a request. `deaf`: it never
 * answers, and ignores the signal.
 */
type Manner = 'answers' | 'fails' | 'hangs' | 'deaf'

interface Asked {
  kind: 'create' | 'get'
  mediation?: string
  uiMode?: string
  answer(): void
}

// Node 20 has no `navigator`, and a later one has no credentials in it
const withCredentials = (credentials: object) =>
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { credentials } })

/** A browser that refuses a request while another one is pending, as browsers do. */
const openBrowser = () => {
  let pending = 0
  let manner: Manner = 'answers'
  const asked: Asked[] = []
  const collisions: string[] = []
  const ask = (kind: Asked['kind']) => (options: { signal: AbortSignal; mediation?: string; uiMode?: string }) =>
    new Promise((resolve, reject) => {
      const { signal, mediation, uiMode } = options
      const fail = (name: string) => reject(new DOMException('The browser says so.', name))
      if (signal.aborted) return fail('AbortError')
      if (pending) {
        collisions.push(`${kind} ${mediation ?? uiMode ?? 'prompt'}`)
        return fail('OperationError')
      }
      const heeds = manner !== 'deaf'
      if (heeds) pending++
      let settled = false
      const settle = (how: () => void) => {
        if (heeds && !settled) pending--
        settled = true
        how()
      }
      asked.push({ kind, mediation, uiMode, answer: () => settle(() => resolve('a credential')) })
      if (!heeds) return
      signal.addEventListener('abort', () => settle(() => fail('AbortError')))
      if (manner === 'answers') queueMicrotask(() => settle(() => resolve('a credential')))
      if (manner === 'fails') queueMicrotask(() => settle(() => fail('NotAllowedError')))
    })
  withCredentials({ create: ask('create'), get: ask('get') })
  return { asked, collisions, next: (wanted: Manner) => (manner = wanted) }
}

let clock: Clock
test.before.each(() => {
  Object.assign(globalThis, { window: {} })
  // not 1970, when a time and a duration are the same
  clock = install({ now: Date.UTC(2026, 0), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
test.after.each(() => {
  clock.uninstall()
  for (const name of ['window', 'PublicKeyCredential']) Reflect.deleteProperty(globalThis, name)
})

const options = { timeout: 60_000 } as CeremonyOptions
const begin = (mode: Mode, signal?: AbortSignal) =>
  ceremony(mode === 'upgrade' ? 'create' : 'get', options, { mode, signal, orPrompt: mode === 'immediate' })
const outcomeOf = (running: Promise<unknown>) => running.then(String, (error) => error.code as string)

test('an upgrade that the browser never answers ends after 5 s, and a prompt before that ends it at once', async () => {
  const browser = openBrowser()
  browser.next('hangs')
  const first = outcomeOf(begin('upgrade'))
  await clock.tickAsync(4999)
  assert.ok(pageState().ceremony)
  await clock.tickAsync(1)
  assert.is(await first, 'undefined')
  assert.is(pageState().ceremony, undefined)
  const second = outcomeOf(begin('upgrade'))
  await clock.tickAsync(100)
  browser.next('answers')
  assert.is(await outcomeOf(begin('prompt')), 'a credential')
  assert.is(await second, 'passkey_aborted')
})

for (const mode of ['prompt', 'immediate', 'autofill'] as const)
  test(`an upgrade gives up while ${mode} is there, which goes on`, async () => {
    const browser = openBrowser()
    browser.next('hangs')
    const there = outcomeOf(begin(mode))
    await clock.tickAsync(0)
    assert.is(await outcomeOf(begin('upgrade')), 'passkey_aborted')
    browser.asked[0]!.answer()
    assert.is(await there, 'a credential')
  })

for (const [ms, outcome, count] of [
  [5, 'a credential', 2],
  [900, 'a credential', 2],
  [1100, 'passkey_cancelled', 1],
] as const)
  test(`an immediate ceremony that fails after ${ms} ms: ${outcome}, after ${count} requests`, async () => {
    let asked = 0
    const get = async () => {
      if (++asked === 2) return 'a credential'
      await new Promise((done) => setTimeout(done, ms))
      throw new DOMException('none', 'NotAllowedError')
    }
    withCredentials({ get })
    const running = outcomeOf(begin('immediate'))
    await clock.tickAsync(ms)
    assert.is(await running, outcome)
    assert.is(asked, count)
  })

const LATE = 2000

test('an immediate ceremony that the browser cannot serve at all becomes a prompt, however late; an aborted one does not', async () => {
  let asked = 0
  const get = async ({ signal }: { signal: AbortSignal }) => {
    if (++asked === 2) return 'a credential'
    await new Promise((done) => setTimeout(done, LATE))
    signal.throwIfAborted()
    throw new TypeError('no uiMode')
  }
  withCredentials({ get })
  const running = outcomeOf(begin('immediate'))
  await clock.tickAsync(LATE)
  assert.is(await running, 'a credential')
  asked = 0
  const stop = new AbortController()
  const aborted = outcomeOf(begin('immediate', stop.signal))
  await clock.tickAsync(10)
  stop.abort()
  await clock.tickAsync(LATE)
  assert.is(await aborted, 'passkey_aborted')
  assert.is(asked, 1)
})

test('the browser is asked once what it can do; one that cannot say, fails or never answers can do nothing', async () => {
  let asked = 0
  const say = (getClientCapabilities: unknown) => {
    Object.assign(globalThis, { window: {}, PublicKeyCredential: { getClientCapabilities } })
  }
  say(async () => (asked++, { conditionalCreate: true, immediateGet: 'yes' }))
  assert.equal([await isAble('conditionalCreate'), await isAble('immediateGet'), await isAble('conditionalCreate')], [true, false, true])
  assert.is(asked, 1)
  for (const answer of [undefined, () => Promise.reject(new Error('no')), async () => null, () => new Promise(() => {})]) {
    say(answer)
    const able = isAble('conditionalCreate')
    await clock.tickAsync(1000)
    assert.is(await able, false)
  }
})

const ORDERS = 100

/** What may happen in between, on a page that does everything wrong. */
const step = (random: () => number, browser: ReturnType<typeof openBrowser>, begun: { stop: AbortController; over: Promise<string> }[]) => {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const stops = begun.map(({ stop }) => stop)
  switch (one(['begin', 'begin', 'begin', 'abort', 'answer late', 'wait'] as const)) {
    case 'begin': {
      browser.next(one(['answers', 'fails', 'hangs', 'hangs', 'deaf']))
      const stop = new AbortController()
      begun.push({ stop, over: outcomeOf(begin(one(modes), stop.signal)) })
      return 0
    }
    case 'abort':
      if (stops[0]) one(stops).abort()
      return 0
    case 'answer late':
      if (browser.asked[0]) one(browser.asked).answer()
      return 0
    case 'wait':
      return one([0, 1, 900, 1100, 5000])
  }
}

for (let seed = 1; seed <= ORDERS; seed++)
  test(`order ${seed} of ceremonies: none is stuck, none is refused by the browser, and a prompt works`, async () => {
    const random = seeded(seed)
    const browser = openBrowser()
    const begun: { stop: AbortController; over: Promise<string> }[] = []
    const length = 3 + Math.floor(random() * 12)
    for (let at = 0; at < length; at++) {
      await clock.tickAsync(step(random, browser, begun))
      if (random() < 0.5) await clock.tickAsync(0)
    }
    browser.next('answers')
    let answer: string | undefined
    void outcomeOf(begin('prompt')).then((said) => {
      answer = said
    })
    // each ceremony that ignores its signal, and that another one waits for, may take one second to
    // end
    await clock.tickAsync(2500)
    assert.is(answer, 'a credential')
    let over = 0
    for (const one of begun) void one.over.then(() => over++)
    await clock.tickAsync(0)
    assert.is(over, begun.length)
    assert.equal(browser.collisions, [])
    assert.is(pageState().ceremony, undefined)
  })

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer
const signed = { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3) }
const whole = { id: 'AQI', rawId: buffer(1, 2), type: 'public-key', response: signed, getClientExtensionResults: () => ({}) }
const written = {
  type: 'public-key',
  id: 'AQI',
  rawId: 'AQI',
  response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw' },
  clientExtensionResults: {},
}
const without = (name: keyof typeof whole) => ({ ...whole, [name]: undefined })

for (const [what, made, wanted] of [
  ['whole', whole, written],
  ['without extensions', without('getClientExtensionResults'), written],
  ['with extensions that are nothing', { ...whole, getClientExtensionResults: () => null }, written],
  ['without a type', without('type'), written],
  ['without rawId', without('rawId'), written],
  ['without an id', without('id'), written],
  [
    'with views instead of buffers',
    { ...whole, rawId: new DataView(buffer(9, 1, 2), 1), response: { ...signed, signature: new DataView(buffer(9, 3, 9), 1, 1) } },
    written,
  ],
  [
    'with lists of bytes',
    { ...whole, rawId: [1, 2], response: { clientDataJSON: [1], authenticatorData: [2], signature: { 0: 3 } } },
    written,
  ],
  [
    'with a user',
    { ...whole, response: { ...signed, userHandle: buffer(4) } },
    { ...written, response: { ...written.response, userHandle: 'BA' } },
  ],
  ['without a user', { ...whole, response: { ...signed, userHandle: buffer() } }, written],
  [
    'a new one, whose transports are odd',
    { ...whole, response: { clientDataJSON: buffer(1), attestationObject: buffer(5), getTransports: () => ['usb', null, 5] } },
    { ...written, response: { clientDataJSON: 'AQ', attestationObject: 'BQ', transports: ['usb'] } },
  ],
] as const) {
  test(`a credential ${what} can be sent`, () => assert.equal(JSON.parse(writeCredential(made)), wanted))
}

for (const [what, made] of [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'a credential'],
  ['an object', {}],
  ['an id alone', { id: 'AQI' }],
  ['a password', { id: 'ada', type: 'password', password: 'x' }],
  ['without a signature', { ...whole, response: { ...signed, signature: undefined } }],
  ['with an empty signature', { ...whole, response: { ...signed, signature: new DataView(buffer()) } }],
  ['with a text as its signature', { ...whole, response: { ...signed, signature: 'Aw' } }],
  ['without an id and rawId', { ...whole, id: '', rawId: undefined }],
  ['with a big integer in its extensions', { ...whole, getClientExtensionResults: () => ({ size: 5n }) }],
  [
    'that throws',
    {
      ...whole,
      get response(): never {
        throw new Error('odd')
      },
    },
  ],
] as const) {
  test(`a credential that is ${what} is none`, () => {
    assert.is(isCredential(made), false)
    assert.throws(
      () => writeCredential(made),
      (error: { code?: string }) => error.code === 'passkey_unreadable',
    )
  })
}

test.run()
