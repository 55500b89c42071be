/** Tests the text of the script that sends a page's first call: its size, and what stands in it. */
import '../built/all.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { firstCall as FirstCall } from '../../src/prerender/index.tsx'

const dist = new URL('../../dist/', import.meta.url)
const { firstCall } = (await import(new URL('prerender/index.js', dist).href)) as { firstCall: typeof FirstCall }

const PUBLIC_TOKEN = 'public-token-live-0123456789'

/** What the script is called with. */
const calledWith = (options: Parameters<typeof FirstCall>[0]) => /\(([^()]*)\)$/.exec(firstCall(options).script)![1]

test('it adds at most 900 B to the HTML of a page, and its files 280', () => {
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

test('nothing in it ends the element, and a page without a project is refused', () => {
  assert.not.match(firstCall({ publicToken: '</script><b>"\\', backend: '/a</script>' }).script, /<[/!s]/)
  for (const options of [{}, { backend: 'no url' }, { publicToken: '' }])
    assert.throws(() => firstCall(options), /needs the public token of a project, or the URL of a `backend`/)
})

test.run()
