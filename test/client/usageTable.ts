/**
 * Tests of usage checks for both clients, from test/wire/usage.json and b2bUsage.json: what the
 * provider's own SDK checks before it sends anything, as recorded from it. It names the first wrong
 * field; we name all.
 */
import { readFileSync } from 'node:fs'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { rejection, settle, type Sent } from './fakeBrowser.ts'

interface Row {
  call: string
  /** The method's name in a message, if it differs from the call. */
  named?: string
  /** Valid arguments. */
  args: unknown[]
  /**
   * The checks in their order: a field of the options or the position of an argument (`?` means
   * optional), and the message for any other type.
   */
  checks: [field: string, message: string][]
}

/** A client, and what it has sent, except the log and the request for the settings. */
interface Opened {
  call: (method: string, args: unknown[]) => Promise<unknown>
  sent: () => Sent[]
}

const values: Record<string, unknown> = {
  string: 'x',
  number: 1,
  boolean: true,
  object: { a: 'b' },
  strings: ['a'],
  numbers: [1],
  function: () => {},
  absent: undefined,
  null: null,
}

/** The values that pass a check, by its message. */
const passing = (message: string) =>
  ['string', 'number', 'boolean', 'object', 'strings'].find((kind) =>
    message.includes(kind === 'strings' ? 'array of strings' : / array /.test(message) ? '-' : kind),
  )!

/** Valid arguments, with other values in some of the checked fields. */
const withValues = (args: unknown[], others: Record<string, unknown>) => {
  const given = args.map((arg) => (typeof arg === 'object' ? { ...arg } : arg)) as Record<string, unknown>[]
  for (const [field, value] of Object.entries(others)) {
    if (/^\d$/.test(field)) given[+field] = value as never
    else given.find((arg) => typeof arg === 'object')![field] = value
  }
  return given
}

const bare = (field: string) => field.replace('?', '')

/** @param file a file in test/wire @param opened makes a client, in a tab that is sent to `left` */
export const testUsage = (test: Test, file: string, opened: (left: string[]) => Opened) => {
  const rows = JSON.parse(readFileSync(new URL(`../wire/${file}`, import.meta.url), 'utf8')) as Row[]
  /** A client, with the requests it has sent and the URLs to which it has sent the page. */
  const open = () => {
    const left: string[] = []
    const { call, sent } = opened(left)
    const went = () => [...left, ...sent().map(({ method, path, body }) => ({ method, path, body }))]
    return { call, went }
  }
  for (const { call, named = call, args, checks } of rows) {
    // The two that leave the page have the same name in messages, without the client.
    const complaint = (message: string) => `Invalid call to ${named.includes('.') ? `latchkey.${named}` : named}\n${message}`

    test(`${call}: the values that each field accepts`, async () => {
      const client = open()
      await settle()
      const before = client.went().length
      for (const [field, message] of checks) {
        for (const [kind, value] of Object.entries(values)) {
          if (kind === passing(message) || (field.endsWith('?') && value == null)) continue
          const { code, message: said } = await rejection(client.call(call, withValues(args, { [bare(field)]: value })))
          assert.equal([code, said], ['usage', complaint(message)], `${field} ${kind}`)
        }
      }
      assert.is(client.went().length, before)
    })

    test(`${call}: all wrong fields are reported at once, in their order`, async () => {
      const client = open()
      await settle()
      const wrong = Object.fromEntries(checks.map(([field]) => [bare(field), () => {}])) as Record<string, unknown>
      for (const [at, [field]] of checks.entries()) {
        const messages = checks.slice(at).map(([, message]) => message)
        assert.is((await rejection(client.call(call, withValues(args, wrong)))).message, complaint(messages.join('\n')))
        delete wrong[bare(field)]
      }
    })

    const optional = checks.flatMap(([field]) => (field.endsWith('?') ? [bare(field)] : []))
    if (optional.length) {
      test(`${call}: null counts as absent`, async () => {
        const sent = async (value: unknown) => {
          const client = open()
          await settle()
          const before = client.went().length
          // The outcome doesn't matter here.
          await client.call(call, withValues(args, Object.fromEntries(optional.map((field) => [field, value])))).catch((error) => {
            assert.is.not(error.code, 'usage')
          })
          return client.went().slice(before)
        }
        assert.equal(await sent(null), await sent(undefined))
      })
    }
  }
}
