/** What may come of a call (quality.md, Faults), and a visitor who meets all of it on one screen. */
import * as assert from 'uvu/assert'
import type { Locator } from 'playwright-core'
import { alertOf, inCode, UNREACHABLE, until, type Arrangement, type Trouble, type Visitor } from './visitors.ts'

/** Long enough for a busy machine to answer, short enough to wait for: the option `timeout`, in ms. */
export const TIMEOUT = 1500

const INVALID = 'Invalid response from our servers.'
const NO_JSON = 'Invalid JSON response from our servers.'
const json = { 'content-type': 'application/json' }
const refused = (status: number, error_message: string, headers = {}): Trouble => ({
  status,
  headers,
  body: { status_code: status, error_type: 'some_type', error_message, error_url: 'https://x.test', request_id: 'r' },
})

/** What may come of a call, what the visitor reads, and whether the provider has said that it will not do it (spec section 8). */
export const troubles: { name: string; fault: Trouble; says: string | RegExp; final?: true }[] = [
  { name: 'the connection is dropped', fault: { drop: true }, says: UNREACHABLE },
  { name: 'no answer ever comes', fault: { delay_ms: 60_000 }, says: UNREACHABLE },
  { name: '502 with HTML', fault: { status: 502, body: '<html><h1>Bad gateway</h1></html>' }, says: INVALID },
  { name: '500 in the error shape', fault: refused(500, 'We broke.'), says: 'We broke.' },
  { name: '200 with nothing', fault: { status: 200, body: '', headers: json }, says: NO_JSON },
  { name: '200 with HTML', fault: { status: 200, body: '<!doctype html><p>Wi-Fi log-in' }, says: NO_JSON },
  { name: '200 with null', fault: { status: 200, body: 'null', headers: json }, says: INVALID },
  { name: '200 with []', fault: { status: 200, body: [] }, says: INVALID },
  { name: '200 with data: null', fault: { status: 200, body: { data: null } }, says: INVALID },
  { name: '200 with data: a string', fault: { status: 200, body: { data: 'yes' } }, says: INVALID },
  { name: '204', fault: { status: 204 }, says: NO_JSON },
  {
    name: '429',
    fault: refused(429, 'Slow down, see https://x.test/limits.', { 'retry-after': '30' }),
    says: 'Slow down, see https://x.test/limits.',
  },
  { name: '400 in the error shape', fault: refused(400, 'No <b>way</b>.'), says: 'No <b>way</b>.', final: true },
  {
    name: '400 in the schema shape',
    fault: { status: 400, body: { body: [{ dataPath: 'a.b', message: 'is odd' }] } },
    final: true,
    says: /^Request does not match expected schema\s+a\.b: is odd$/,
  },
  { name: '400 with text', fault: { status: 400, body: 'no', headers: { 'content-type': 'text/plain' } }, says: INVALID },
  { name: '400 with broken JSON', fault: { status: 400, body: '{', headers: json }, says: 'Invalid or no response from server' },
  { name: '400 with null', fault: { status: 400, body: 'null', headers: json }, says: 'Invalid or no response from server' },
]

/** What only a call that brings something back can get wrong. */
export const withoutSession: (typeof troubles)[number] = {
  name: '200 without a session',
  fault: { status: 200, body: { data: { user_id: 'u', session: 'x' } } },
  says: INVALID,
}
export const withoutMethod: (typeof troubles)[number] = {
  name: '200 without method_id',
  fault: { status: 200, body: { data: { method_id: 7 } } },
  says: INVALID,
}

export const mounted = (config: object, arrangement: Arrangement = {}): Arrangement => ({
  html: inCode({ timeout: TIMEOUT }, { config }),
  ...arrangement,
})

/** Lets every trouble befall a call on the same screen, one after the other; then the provider is well, and the same button works. */
export const endure = async (
  visitor: Visitor,
  {
    route,
    cases,
    act,
    field,
    kept,
    button,
  }: {
    route: string
    cases: typeof troubles
    act: () => Promise<unknown>
    field: Locator
    kept: string
    button: Locator
  },
) => {
  const { emulator, page } = visitor
  const before = (await visitor.heard()).length
  for (const [at, { name, fault, says }] of cases.entries()) {
    // not once alone: Chromium itself repeats a request whose connection was dropped, if it was an old one
    emulator.faults([{ route, ...fault }])
    await act()
    await until(async () => (await visitor.heard()).length > before + at, `the error of: ${name}`)
    assert.is((await visitor.heard()).at(-1)!.type, 'latchkey:error', name)
    const text = await alertOf(page)
    if (typeof says === 'string') assert.is(text, says, name)
    else assert.match(text, says, name)
    assert.is(await field.inputValue(), kept, name)
    assert.is.not(await button.getAttribute('aria-busy'), 'true', name)
    assert.not(await button.isDisabled(), name)
  }
  emulator.faults([])
  await act()
}
