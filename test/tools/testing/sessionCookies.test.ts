import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { sessionCookies, type CookieOptions } from '../../../src/tools/testing/sessionCookies.ts'

const emulator = createEmulator()

/** As in test/client/session/life.test.ts, where the client writes them. */
const scopes: [what: string, site: string, options: CookieOptions, expected: { domain: string; path: string; secure: boolean }][] = [
  ['on localhost, without TLS', 'http://localhost:3000/a', {}, { domain: 'localhost', path: '/', secure: false }],
  ['on an address of loopback', 'http://127.0.0.1:3000', {}, { domain: '127.0.0.1', path: '/', secure: false }],
  ['on a site, with TLS alone', 'https://app.example.com', {}, { domain: 'app.example.com', path: '/', secure: true }],
  ['with a path', 'https://app.example.com', { path: '/app' }, { domain: 'app.example.com', path: '/app', secure: true }],
  ['for subdomains', 'https://example.com', { availableToSubdomains: true }, { domain: '.example.com', path: '/', secure: true }],
  [
    'for subdomains of a domain',
    'https://app.example.com',
    { availableToSubdomains: true, domain: 'example.com' },
    { domain: '.example.com', path: '/', secure: true },
  ],
  [
    'with a domain that is not used',
    'https://app.example.com',
    { domain: 'example.com' },
    { domain: 'app.example.com', path: '/', secure: true },
  ],
  [
    'for subdomains of localhost, which browsers share with none',
    'http://localhost:3000',
    { availableToSubdomains: true },
    { domain: 'localhost', path: '/', secure: false },
  ],
]

for (const [what, site, options, expected] of scopes)
  test(`cookies ${what}`, async () => {
    const answer = await emulator.signIn({ email: 'ada@example.com' })
    const [token, jwt] = sessionCookies(answer, site, options)
    for (const { domain, path, secure } of [token!, jwt!]) assert.equal({ domain, path, secure }, expected)
    assert.equal(
      [token!.name, token!.value, jwt!.name, jwt!.value],
      ['stytch_session', answer.session_token, 'stytch_session_jwt', answer.session_jwt],
    )
  })

test('they last as long as the session, by the clock of the machine, whatever the clock of the emulator', async () => {
  emulator.clock.advance(1e11)
  const member = await emulator.signIn({ email: 'ada@example.com', organization: 'acme', session_duration_minutes: 5 })
  const [{ expires }] = sessionCookies(member, 'http://localhost') as [{ expires: number }, unknown]
  assert.ok(Math.abs(expires - Date.now() / 1000 - 300) < 30, String(expires))
})

test.run()
