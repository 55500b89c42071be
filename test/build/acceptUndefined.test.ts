/**
 * Tests that every property of our declarations that may be left out may be `undefined`, for hosts
 * with `exactOptionalPropertyTypes`.
 */
import '../built/types.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { acceptUndefined, optionals } from '../../build/acceptUndefined.ts'
import { compileSamples } from '../harness/compileSamples.ts'

const types = fileURLToPath(new URL('../../dist/types/', import.meta.url))
const files = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => /\.d\.c?ts$/.test(name))

test('every property of the package that may be left out may be undefined', () => {
  let count = 0
  for (const file of files) {
    const code = readFileSync(join(types, file), 'utf8')
    const members = optionals(code)
    count += members.length
    assert.equal(
      members.filter(({ accepts }) => !accepts).map(({ name }) => name),
      [],
      file,
    )
    for (const name of ['Partial', 'Required']) if (code.includes(`${name}<`)) assert.match(code, `type ${name}<T> =`, file)
  }
  assert.ok(count > 500, `${count}`)
})

for (const [code, expected] of [
  ['interface A { a?: string }', 'interface A { a?: string | undefined }'],
  ['interface A { a?: string; b: number }', 'interface A { a?: string | undefined; b: number }'],
  ['interface A { a?: () => void }', 'interface A { a?: (() => void) | undefined }'],
  ['interface A { a?: { b?: 1 } }', 'interface A { a?: { b?: 1 | undefined } | undefined }'],
  [
    'interface A { a?: (b: { c?: 1 }) => { d?: 2 } }',
    'interface A { a?: ((b: { c?: 1 | undefined }) => { d?: 2 | undefined }) | undefined }',
  ],
  ['interface A { a?(b: B): void }', "interface A { a?: { call(b: B): void }['call'] | undefined }"],
  ['interface A { a?<T>(b: { c?: T }): T }', "interface A { a?: { call<T>(b: { c?: T | undefined }): T }['call'] | undefined }"],
  ['type A = { [Id in B]?: C }', 'type A = { [Id in B]?: C | undefined }'],
  ['type A = { [Id in B]-?: C }', 'type A = { [Id in B]-?: C }'],
  ['declare class A { a?: B[] }', 'declare class A { a?: B[] | undefined }'],
  ['interface A { a?: string | undefined; b?: unknown; c?: (1 | undefined) }', undefined],
  ['declare function a(b?: string): void', undefined],
] as const)
  test(code, () => assert.is(acceptUndefined(code), expected ?? code))

test('hosts may pass what may be undefined', () => {
  const code = `
    import { LatchkeyClient, type Callbacks, type LoginConfig, type StyleConfig } from 'latchkey'
    import { createClient, authenticateByUrl, otps } from 'latchkey/headless'
    import { B2BHeadlessClient } from 'latchkey/b2b'
    import { verifySession } from 'latchkey/server'
    import { createEmulator } from 'latchkey/emulator'
    declare const text: string | undefined
    declare const number: number | undefined
    declare const flag: boolean | undefined
    declare const config: LoginConfig | undefined
    declare const styles: StyleConfig | undefined
    declare const callbacks: Callbacks | undefined
    const client = new LatchkeyClient('public-token-test-1', { customBaseUrl: text, nonce: text, timeout: number, cookieOptions: undefined })
    client.mountLogin({ elementId: '#login', config, styles, callbacks, language: text, authenticateByUrl: flag, strings: { 'login.title': text } })
    client.mountLogin({
      elementId: '#login',
      config: { products: undefined, otpOptions: { expirationMinutes: number, locale: undefined }, sessionOptions: undefined, successURL: text },
      callbacks: { onEvent: undefined, onError: undefined },
    })
    const headless = createClient('public-token-test-1', { authenticateByUrl, otps }, { customBaseUrl: text })
    void headless.authenticateByUrl({ session_duration_minutes: number, confirm: undefined })
    void headless.otps.email.loginOrCreate('a@b.example', { expiration_minutes: number })
    void new B2BHeadlessClient('public-token-test-1', { customBaseUrl: text }).authenticateByUrl({ session_duration_minutes: number, locale: text })
    void createEmulator({ project: undefined })
    void verifySession
  `
  assert.equal(compileSamples({ 'test/build/host.ts': code }), [])
})

test.run()
