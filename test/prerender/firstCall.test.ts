/** Tests the text of the script that sends a page's first call: its size, and what stands in it. */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { readEmail } from '../../src/api/emailAddress.ts'
import type { firstCall as FirstCall, LoginConfig } from '../../src/prerender/index.tsx'

const dist = new URL('../../dist/', import.meta.url)
const { firstCall } = (await import(new URL('prerender/index.js', dist).href)) as { firstCall: typeof FirstCall }

const PUBLIC_TOKEN = 'public-token-live-0123456789'

/** What the script is called with. */
const calledWith = (options: Parameters<typeof FirstCall>[0]) => /\(([^()]*)\)$/.exec(firstCall(options).script)![1]

test('it adds at most 900 B to the HTML of a page, its files 280, and the call of its form 700', () => {
  const snippet = readFileSync(new URL('embed/snippet.html', dist), 'utf8')
  const bytes = (text: string) => brotliCompressSync(text).length
  const adds = (options: Parameters<typeof FirstCall>[0]) =>
    bytes(`${snippet}<script>${firstCall(options).script}</script>`) - bytes(snippet)
  for (const options of [{ publicToken: 'public-token-test-...' }, { backend: '/auth' }])
    for (const page of ['login', 'consent'] as const) {
      const size = adds({ ...options, page })
      assert.ok(size <= 900, `${JSON.stringify(options)}, ${page}: ${size} B`)
      const files = adds({ ...options, page, isAfterTag: true }) - size
      assert.ok(files <= 280, `the files: ${files} B`)
      const both = adds({ ...options, page, hasForm: true })
      assert.ok(both <= 900 + 700, `with the call of the form: ${both} B`)
    }
})

test('everything that it depends on stands in it, and in its hash', () => {
  const base = '"https://api.stytch.com/sdk/v1/"'
  const key = `"stytch_sdk_state_${PUBLIC_TOKEN}","${PUBLIC_TOKEN}"`
  const cases: [Parameters<typeof FirstCall>[0], string][] = [
    [{ publicToken: PUBLIC_TOKEN }, `${base},${key},0,30`],
    [{ publicToken: PUBLIC_TOKEN, authenticate: 'press' }, `${base},${key},0,0`],
    [{ publicToken: PUBLIC_TOKEN, config: { sessionOptions: { sessionDurationMinutes: 60 } } }, `${base},${key},0,60`],
    [{ publicToken: PUBLIC_TOKEN, baseUrl: 'login.example.com' }, `"https://login.example.com/sdk/v1/",${key},1,30`],
    [{ publicToken: PUBLIC_TOKEN, baseUrl: 'http://localhost:4100/' }, `"http://localhost:4100/sdk/v1/",${key},0,30`],
    [{ publicToken: PUBLIC_TOKEN, baseUrl: '/proxy/' }, `location.origin+"/proxy/sdk/v1/",${key},1,30`],
    [{ publicToken: PUBLIC_TOKEN, baseUrl: 'no base' }, `${base},${key},1,30`],
    [{ backend: '/auth' }, 'location.origin+"/auth/sdk/v1/","stytch_sdk_state_"+location.origin+"/auth","",1,30'],
    [{ backend: 'https://auth.example.com/' }, '"https://auth.example.com/sdk/v1/","stytch_sdk_state_https://auth.example.com","",1,30'],
  ]
  for (const [options, expected] of cases) {
    assert.is(calledWith(options), expected)
    const { script, scriptHash } = firstCall(options)
    assert.is(scriptHash, `sha256-${createHash('sha256').update(script).digest('base64')}`)
    assert.not.match(script, /data-|dataset|currentScript/)
  }
})

test('an address that the script sends is one that the widget sends as it was typed', () => {
  const [, pattern] = /\/(\^[^/]+@[^/]+\$)\/i\.test/.exec(firstCall({ publicToken: PUBLIC_TOKEN, hasForm: true }).script)!
  const plain = new RegExp(pattern!, 'i')
  const taken = ['ada@example.com', 'Ada.B-c+d_e@Sub.Example.co', 'a@b-c.de', '1@2.example']
  const left = [
    ' ada@example.com',
    'a..b@c.de',
    '.a@b.de',
    'a.@b.de',
    'a@b',
    'a@b.c1',
    'a@-b.de',
    'a@b--c.de',
    'a@xn--bcher-kva.de',
    'a@1.2.3.4',
  ]
  for (const email of taken) assert.ok(plain.test(email) && readEmail(email) === email, email)
  for (const email of [...left, 'ä@b.de', 'a@bücher.de', 'a＠b.de', 'a@b.de\u200b']) assert.not.ok(plain.test(email), email)
})

test('a form sends the call of its config', () => {
  const callOf = (config?: LoginConfig) =>
    /\)\(([^()]*)\)\)$/.exec(firstCall({ publicToken: PUBLIC_TOKEN, config, hasForm: true }).script)?.[1]
  const token = `"${PUBLIC_TOKEN}",`
  const link = token + '"magic_links/email/login_or_create",{"login_expiration_minutes":30,"signup_expiration_minutes":30},1'
  const cases: [LoginConfig | undefined, string | undefined][] = [
    [undefined, link],
    [{ products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }] } }, link],
    [{ products: ['emailMagicLinks', 'passwords'] }, token + '"users/search",{},0'],
    [{ products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }, token + '"otps/email/login_or_create",{"expiration_minutes":5},0'],
    [{ products: ['otp'], otpOptions: { methods: ['sms', 'email'] } }, undefined],
    [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }, undefined],
    [
      { products: ['emailMagicLinks'], emailMagicLinksOptions: { loginExpirationMinutes: 'soon' as never, locale: '</script>' } },
      token +
        '"magic_links/email/login_or_create",{"login_expiration_minutes":30,"signup_expiration_minutes":30,"locale":"\\u003c/script>"},1',
    ],
  ]
  for (const [config, expected] of cases) assert.is(callOf(config), expected)
})

test('nothing in it ends the element, and a page without a project is refused', () => {
  assert.not.match(firstCall({ publicToken: '</script><b>"\\', backend: '/a</script>' }).script, /<[/!s]/)
  for (const options of [{}, { backend: 'no url' }, { publicToken: '' }])
    assert.throws(() => firstCall(options), /needs the public token of a project, or the URL of a `backend`/)
})

test.run()
