/**
 * Faults of calls, for tests in happy-dom and in a browser, and the texts for a visitor who does
 * not read English.
 */
import * as assert from 'uvu/assert'
import type { Fault } from '../../src/tools/emulator/index.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'

/** A fault of the emulator without its route. */
export type Trouble = Omit<Fault, 'route'>

/**
 * The language of these tests. A text that is still in English here cannot be translated by a host.
 */
export const words: Translation = fr

/** The text of a message before its first tag, with the spaces that a test's search expects. */
export const opening = (id: MessageId): string => words[id].split('<')[0]!.replace(/\s+/g, ' ').trim()

const UNREACHABLE = words['error.unreachable']
/** The text for an invalid answer. */
export const INVALID = words['error.invalidResponse']
const NO_JSON = words['error.invalidJson']
const NO_ANSWER = words['error.noResponse']
const json = { 'content-type': 'application/json' }
const refused = (status: number, error_message: string, headers = {}): Trouble => ({
  status,
  headers,
  body: { status_code: status, error_type: 'some_type', error_message, error_url: 'https://x.test', request_id: 'r' },
})

/** A fault, the text that the visitor reads, and whether the provider has refused the call. */
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
  // without `Retry-After`, for which a button waits (test/chromium/deadEnds.test.ts)
  { name: '429', fault: refused(429, 'Slow down, see https://x.test/limits.'), says: 'Slow down, see https://x.test/limits.' },
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

/** A fault that only calls with a result can have. */
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

/**
 * All texts in `element`, or in its shadow root, that a visitor reads or a screen reader announces,
 * one per line, except those in what the selector `except` finds. It also runs in a page, so it
 * uses nothing from outside.
 */
export const readable = (element: Element | ShadowRoot, except: string | void): string =>
  [...(('shadowRoot' in element && element.shadowRoot) || element).querySelectorAll('*')]
    .filter((part) => !part.matches('style, script') && !(except && part.closest(except)))
    .flatMap((part) => [
      ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => part.getAttribute(name)),
      ...[...part.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')),
    ])
    .filter(Boolean)
    .join('\n')

/** Whether a text contains these words as whole words. */
const has = (text: string, words: string) =>
  new RegExp(`(?<!\\p{L})${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'u').test(text)

const pieces = new Map<Translation, string[]>()

/**
 * The fragments of our English texts between slots and tags, except those that a language shares.
 */
const piecesFor = (words: Translation) => {
  const own = Object.values(words).join('\n')
  const texts = (Object.keys(en) as MessageId[])
    .filter((id) => en[id] !== words[id])
    .flatMap((id) => en[id].split(/<\/?\w+>|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/))
    .map((piece) => piece.trim())
  return [...new Set(texts)].filter((piece) => /\p{L}{2}/u.test(piece) && !has(own, piece))
}

/** What a text in a language has of our English texts. */
export const englishIn = (shown: string, language: Translation): string[] => {
  if (!pieces.has(language)) pieces.set(language, piecesFor(language))
  return pieces.get(language)!.filter((piece) => has(shown, piece))
}

/**
 * Fails if a visible text is in our English, or contains one of these errors' messages for
 * developers.
 */
export const assertWorded = (shown: string, errors: readonly unknown[], when: string): void => {
  assert.equal(englishIn(shown, words), [], `English, ${when}`)
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

/**
 * The option `timeout` of the clients in these tests, in ms. `holdTimers` holds their timers, and
 * the test ends them.
 */
export const TIMEOUT = 3_600_000

/**
 * Holds the timers of exactly these lengths until `timeIsUp` is called with one of them; `timeIsUp`
 * returns how many it has ended. A page runs this before its own scripts, so it uses nothing from
 * outside.
 */
export const holdTimers = (lengths: number[]) => {
  const held = new Map<unknown, { act: () => void; ms: number }>()
  const { setTimeout, clearTimeout } = globalThis
  // These are methods because for a function, a compiler that keeps names would call a helper that
  // the page does not have.
  Object.assign(globalThis, {
    setTimeout(act: () => void, ms?: number, ...more: unknown[]) {
      if (!lengths.includes(ms!)) return setTimeout(act, ms, ...more)
      // Starts a real timer, so that the number belongs to no other timer.
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
