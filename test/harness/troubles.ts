/** What may come of a call, for tests in happy-dom and in a browser alike, and the words of a visitor who does not read English. */
import * as assert from 'uvu/assert'
import type { Fault } from '../../src/emulator/index.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'

/** What an emulator's faults answer for a time. */
export type Trouble = Omit<Fault, 'route'>

/** The language that troubles are met in: what is still in English there, a host cannot translate. */
export const words: Translation = fr

/** What a message says before its first tag, its spaces as a test's search takes them. */
export const opening = (id: MessageId): string => words[id].split('<')[0]!.replace(/\s+/g, ' ').trim()

/** What it says between its tags. */
export const tagged = (id: MessageId): string => /<(\w+)>(.*)<\/\1>/.exec(words[id])![2]!

const UNREACHABLE = words['error.unreachable']
/** What is read for an answer that the provider cannot have given. */
export const INVALID = words['error.invalidResponse']
const NO_JSON = words['error.invalidJson']
const NO_ANSWER = words['error.noResponse']
const json = { 'content-type': 'application/json' }
const refused = (status: number, error_message: string, headers = {}): Trouble => ({
  status,
  headers,
  body: { status_code: status, error_type: 'some_type', error_message, error_url: 'https://x.test', request_id: 'r' },
})

/** A trouble, what the visitor reads in that language, and whether the provider has said that it will not do it. */
export interface Case {
  name: string
  fault: Trouble
  says: string
  final?: true
}

export const troubles: Case[] = [
  { name: 'the connection is dropped', fault: { drop: true }, says: UNREACHABLE },
  { name: 'no answer ever comes', fault: { hold: 'an answer that never comes' }, says: UNREACHABLE },
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
  { name: '400 in the error shape', fault: refused(400, 'Never <b>ever</b>.'), says: 'Never <b>ever</b>.', final: true },
  {
    name: '400 in the schema shape',
    fault: { status: 400, body: { body: [{ dataPath: 'a.b', message: 'is odd' }] } },
    final: true,
    says: words['error.schema'],
  },
  { name: '400 with text', fault: { status: 400, body: 'no', headers: { 'content-type': 'text/plain' } }, says: INVALID },
  { name: '400 with broken JSON', fault: { status: 400, body: '{', headers: json }, says: NO_ANSWER },
  { name: '400 with null', fault: { status: 400, body: 'null', headers: json }, says: NO_ANSWER },
]

/** What only a call that brings something back can get wrong. */
export const withoutSession: Case = {
  name: '200 without a session',
  fault: { status: 200, body: { data: { user_id: 'u', session: 'x' } } },
  says: INVALID,
}
export const withoutMethod: Case = {
  name: '200 without method_id',
  fault: { status: 200, body: { data: { method_id: 7 } } },
  says: INVALID,
}

/** What all in `element`, or in its shadow root, says to eyes and ears, a text a line. It runs in a page, too, so it stands alone. */
export const readable = (element: Element | ShadowRoot): string =>
  [...(('shadowRoot' in element && element.shadowRoot) || element).querySelectorAll('*')]
    .filter((part) => !part.matches('style, script'))
    .flatMap((part) => [
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => part.getAttribute(name)),
      ...[...part.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')),
    ])
    .filter(Boolean)
    .join('\n')

/** Whether a text has these words in it, and not as parts of others. */
const has = (text: string, words: string) =>
  new RegExp(`(?<!\\p{L})${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'u').test(text)

/** What our English says between its slots and tags, but for what the visitor's language says as well. */
const english = (() => {
  const own = Object.values(words).join('\n')
  const pieces = (Object.keys(en) as MessageId[])
    .filter((id) => en[id] !== words[id])
    .flatMap((id) => en[id].split(/<\/?\w+>|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/))
    .map((piece) => piece.trim())
  return [...new Set(pieces)].filter((piece) => /\p{L}{2}/u.test(piece) && !has(own, piece))
})()

/** Fails if a text is to be read that is our English, or what one of these errors says to developers. */
export const assertWorded = (shown: string, errors: readonly unknown[], when: string): void => {
  assert.equal(
    english.filter((piece) => has(shown, piece)),
    [],
    `English, ${when}`,
  )
  for (const error of errors) {
    const { message = '', code, error_message } = error as { message?: string; code?: string; error_message?: string }
    const lines = code ? message.split('\n').filter((line) => line && line !== error_message) : []
    assert.equal(
      lines.filter((line) => shown.includes(line)),
      [],
      `a message for developers, ${when}`,
    )
  }
}

/** The option `timeout` of clients that nobody waits for, in ms: `holdTimers` keeps it, and the test ends it. */
export const TIMEOUT = 3_600_000

/**
 * Keeps the timers of exactly these lengths, until `timeIsUp` is called with one of them; it answers how many that ended. A page runs it before its own
 * scripts, so it stands alone.
 */
export const holdTimers = (lengths: number[]) => {
  const held = new Map<unknown, { act: () => void; ms: number }>()
  const { setTimeout, clearTimeout } = globalThis
  // methods, as a compiler that keeps the names of functions would call a helper for others, which a page does not have
  Object.assign(globalThis, {
    setTimeout(act: () => void, ms?: number, ...more: unknown[]) {
      if (!lengths.includes(ms!)) return setTimeout(act, ms, ...more)
      // has the number of a true one, so that it is nobody else's
      const timer = setTimeout(act, 2 ** 31 - 1)
      clearTimeout(timer)
      held.set(timer, { act, ms: ms! })
      return timer
    },
    clearTimeout(timer?: ReturnType<typeof setTimeout>) {
      if (!held.delete(timer)) clearTimeout(timer)
    },
    timeIsUp(ms: number) {
      const due = [...held].filter(([, timer]) => timer.ms === ms)
      for (const [timer, { act }] of due) {
        held.delete(timer)
        act()
      }
      return due.length
    },
  })
}

/** See {@link holdTimers}. */
declare global {
  var timeIsUp: (ms: number) => number
}
