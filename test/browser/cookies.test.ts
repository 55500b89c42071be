import '../harness/dom.ts'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readCookie, writeCookie } from '../../src/browser/cookies.ts'

/** What has been written to `document.cookie`, and what it returns. */
const jar = { written: '', text: '', throws: false }
Object.defineProperty(Document.prototype, 'cookie', {
  get() {
    if (jar.throws) throw new Error('SecurityError')
    return jar.text
  },
  set(text: string) {
    if (jar.throws) throw new Error('SecurityError')
    jar.written = text
  },
})
const at = (hostname: string) => Object.defineProperty(globalThis, 'location', { value: { hostname }, configurable: true })

/** The attributes of a written cookie, in any order. */
const attributes = () => jar.written.split('; ').slice(1).sort()

test('a cookie has the expected attributes', () => {
  at('app.example.com')
  writeCookie('name', 'a b;c', 1800.9, { path: '/p', domain: 'example.com' })
  assert.ok(jar.written.startsWith('name=a%20b%3Bc; '))
  assert.equal(attributes(), ['domain=example.com', 'max-age=1800', 'path=/p', 'samesite=lax', 'secure'])
  writeCookie('name', 'v', undefined, {})
  assert.equal(attributes(), ['samesite=lax', 'secure'])
  writeCookie('name', '', 0, { path: '/' })
  assert.equal(attributes(), ['max-age=0', 'path=/', 'samesite=lax', 'secure'])
})

test("a value is encoded exactly like the provider's own client encodes it", () => {
  at('app.example.com')
  // Recorded one character at a time from js-cookie 3.0.1, the library that it uses.
  const asItIs = "!#$&'()*+-./0123456789:<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~"
  for (let code = 1; code < 128; code++) {
    const letter = String.fromCharCode(code)
    writeCookie('name', letter, 1, {})
    const written = asItIs.includes(letter) ? letter : encodeURIComponent(letter)
    assert.ok(jar.written.startsWith(`name=${written}; `), jar.written)
  }
  writeCookie('name', 'é€😀 ,;"\\%', 1, {})
  assert.ok(jar.written.startsWith('name=%C3%A9%E2%82%AC%F0%9F%98%80%20%2C%3B%22%5C%25; '), jar.written)
  // A base64 token with its padding.
  writeCookie('name', 'a+b/c==', 1, {})
  assert.ok(jar.written.startsWith('name=a+b/c==; '), jar.written)
})

test('a cookie is secure except on loopback hosts', () => {
  for (const [host, secure] of [
    ['localhost', false],
    ['127.0.0.1', false],
    ['127.1.2.3', false],
    ['[::1]', false],
    ['example.com', true],
    ['localhost.example.com', true],
    ['127.0.0.1.example.com', true],
    ['notlocalhost', true],
    ['1127.0.0.1', true],
    ['1270.0.0.1', true],
  ] as const) {
    at(host)
    writeCookie('name', 'v', 1, {})
    assert.is(attributes().includes('secure'), secure, host)
    for (const name of ['__Host-jwt', '__Secure-jwt', '__host-jwt']) {
      writeCookie(name, 'v', 1, {})
      assert.ok(attributes().includes('secure'), `${name} on ${host}`)
    }
  }
})

test('a cookie is found by its exact name and decoded', () => {
  at('example.com')
  jar.text = 'xname=0; name=a%20b%3Bc; name_jwt=2'
  assert.is(readCookie('name'), 'a b;c')
  assert.is(readCookie('name_jwt'), '2')
  assert.is(readCookie('nam'), undefined)
  jar.text = ''
  assert.is(readCookie('name'), undefined)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      writeCookie('name', value, 1, {})
      jar.text = jar.written.split('; ')[0]!
      assert.is(readCookie('name'), value)
    }),
  )
})

test('a value that cannot be decoded counts as absent, and blocked cookies throw nothing', () => {
  jar.text = 'name=%E0%A4%A'
  assert.is(readCookie('name'), undefined)
  writeCookie('name', '\ud800', 1, {})
  jar.throws = true
  assert.is(readCookie('name'), undefined)
  writeCookie('name', 'v', 1, {})
})

test.run()
