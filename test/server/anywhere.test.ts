/**
 * Tests that the built `latchkey/server` runs anywhere: on an edge runtime with nothing of Node,
 * and with `require`.
 */
import '../built/server.ts'
import { buildSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type * as Server from '../../src/server/index.ts'
import { createIssuer, createKey, sign, userClaims, withCookie } from './issuer.ts'

const file = (name: string) => fileURLToPath(new URL(`../../dist/server/${name}`, import.meta.url))
const key = await createKey('key', 'RS256')
const jwt = await sign(key, userClaims())
const expired = await sign(key, { ...userClaims(), exp: 1 })

/** What each of them answers to a good, a forged and an expired JWT, and to none. */
const check = async ({ verifySession }: Pick<typeof Server, 'verifySession'>) => {
  const issuer = createIssuer(key)
  issuer.answer = (url) =>
    url.includes('jwks')
      ? Response.json({ keys: [key.jwk] })
      : Response.json({
          session: { session_id: 's', user_id: 'user-test-1', last_accessed_at: '', expires_at: '' },
          session_token: 'a',
          session_jwt: 'b',
        })
  const results = [
    await verifySession(withCookie(jwt), issuer.options),
    await verifySession(withCookie(jwt.replace(/.{8}$/, 'AAAAAAAA')), issuer.options),
    await verifySession(withCookie(expired), issuer.options),
    await verifySession(withCookie(expired), { ...issuer.options, authenticate: 'whenNeeded', secret: 'secret-test-1' }),
    await verifySession(new Headers(), issuer.options),
  ]
  assert.equal(
    results.map((result) => (result.ok ? result.checkedBy : result.code)),
    ['keys', 'invalid_token', 'expired', 'provider', 'no_session'],
  )
}

test('it runs without Node and without a DOM', () => {
  const { outputFiles } = buildSync({
    entryPoints: [file('index.js')],
    logLevel: 'error',
    bundle: true,
    format: 'iife',
    globalName: 'built',
    platform: 'neutral',
    write: false,
  })
  // what all runtimes of servers have (the minimum common API of WinterTC), as far as it is needed
  const elsewhere = createContext({
    TextEncoder,
    TextDecoder,
    URL,
    Headers,
    Response,
    AbortSignal,
    atob,
    btoa,
    crypto,
    CryptoKey,
    structuredClone,
    Uint8Array,
    ArrayBuffer,
  })
  runInContext(outputFiles[0]!.text, elsewhere)
  return check(runInContext('built', elsewhere) as typeof Server)
})

test('it is an ES module, and a CommonJS file for require', async () => {
  await check((await import(file('index.js'))) as typeof Server)
  await check(createRequire(import.meta.url)(file('index.cjs')) as typeof Server)
})

test('it contains jose and nothing else of others, and no word of a development build', () => {
  for (const name of ['index.js', 'index.cjs']) {
    const text = readFileSync(file(name), 'utf8')
    assert.ok(text.length < 60_000, `${name}: ${text.length} B`)
    assert.not.match(text, /\bprocess\.|from ?"node:|require\("/)
  }
})

test.run()
