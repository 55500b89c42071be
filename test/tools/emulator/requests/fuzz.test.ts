import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock } from '../../../../src/tools/emulator/state/clock.ts'
import { createFaults } from '../../../../src/tools/emulator/controls/faults.ts'
import { noBody } from '../../../../src/tools/emulator/requests/fields.ts'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { createProject } from '../../../../src/tools/emulator/state/project.ts'
import { createRequestLog } from '../../../../src/tools/emulator/controls/requestLog.ts'
import { createRouter } from '../../../../src/tools/emulator/requests/router.ts'
import { everything } from '../../../harness/everything.ts'
import { seeded } from '../../../harness/seeded.ts'

/**
 * How many are tried. All of them are reproduced by their number, because the generator has a seed.
 */
const [requests, seeds] = everything ? [10_000, 1_000] : [2_000, 200]
import { PT } from '../visitor.ts'

const test = suite('emulator: malformed requests')

const words = [
  'token',
  'method_id',
  'email',
  'phone_number',
  'session_duration_minutes',
  'code_verifier',
  'code_challenge',
  'password',
  'users',
  'policy',
  'route',
  'status',
  'advance_ms',
  'public_key_credential',
  'crypto_wallet_address',
  'crypto_wallet_type',
  'signature',
  'client_id',
  'redirect_uri',
  'scopes',
  'domain',
  'siwe_params',
  '__proto__',
  'constructor',
  'toString',
  'emails',
  'login_magic_link_url',
  'expiration_minutes',
  'locale',
  'phoneNumber',
  'regionCode',
  'public_token',
  'siteKey',
  'action',
  'id_token',
  'organizations',
  'members',
  'oauth',
  'webauthn_registrations',
  'totp',
  'prompt',
  'organization_id',
  'oauth_token',
]
const texts = [
  '',
  ' ',
  'ada@example.com',
  '+14155550100',
  '123456',
  'null',
  'javascript:alert(1)',
  'https://a.test/?x#y',
  '<script>',
  '\u0000',
  '‮',
  '\ud800',
  'x'.repeat(5000),
  '%',
  '../../../..',
  'public-token-test-x',
  '0x00',
  '💣',
  'GET /x',
  'https://[::1',
  'http://a.test:99999/',
]
const numbers = [0, -1, 1, 30, 1e308, -0, 0.1, 5e-324, 2 ** 53, 525_600]

const routes = [
  'GET /sdk/v1/projects/bootstrap/x',
  'GET /sdk/v1/users/me',
  'POST /sdk/v1/sessions/authenticate',
  'POST /sdk/v1/sessions/revoke',
  'POST /sdk/v1/magic_links/email/login_or_create',
  'POST /sdk/v1/magic_links/email/send/primary',
  'POST /sdk/v1/magic_links/email/send/secondary',
  'POST /sdk/v1/magic_links/authenticate',
  'POST /sdk/v1/otps/sms/login_or_create',
  'POST /sdk/v1/otps/email/login_or_create',
  'POST /sdk/v1/otps/whatsapp/send/primary',
  'POST /sdk/v1/otps/authenticate',
  'POST /sdk/v1/events',
  'PATCH /_emulator/project',
  'POST /sdk/v1/passwords',
  'POST /sdk/v1/passwords/authenticate',
  'POST /sdk/v1/passwords/email/reset/start',
  'POST /sdk/v1/passwords/strength_check',
  'POST /sdk/v1/users/search',
  'PUT /sdk/v1/users/me',
  'DELETE /sdk/v1/users/emails/x',
  'POST /sdk/v1/crypto_wallets/authenticate/start/primary',
  'POST /sdk/v1/crypto_wallets/authenticate',
  'POST /sdk/v1/totps',
  'POST /sdk/v1/webauthn/authenticate/start/primary',
  'POST /sdk/v1/webauthn/authenticate',
  'POST /sdk/v1/oauth/authenticate',
  'POST /sdk/v1/impersonation/authenticate',
  'POST /sdk/v1/sessions/attest',
  'POST /sdk/v1/sessions/exchange_access_token',
  'POST /sdk/v1/idp/oauth/authorize/start',
  'POST /sdk/v1/idp/oauth/authorize/submit',
  'POST /sdk/v1/oauth/logout/start',
  'POST /v1/oauth2/token',
  'GET /v1/public/oauth/google/start?public_token=public-token-test-x',
  'GET /v1/public/oauth/callback/x',
  'POST /_emulator/seed',
  'GET /v1/public/oauth/google/onetap/start?public_token=public-token-test-x',
  'POST /v1/oauth/callback/x',
  'POST /submit',
  'POST /recaptcha/enterprise/execute',
  'POST /clientside-services/phone_number',
  'POST /gsi/credential',
  'GET /gsi/status?client_id=x',
  'GET /v1/b2b/public/oauth/google/start?public_token=public-token-test-x&slug=acme',
  'GET /v1/b2b/public/oauth/callback/x',
  'GET /v1/b2b/public/oauth/google/discovery/start?public_token=public-token-test-x',
  'POST /sdk/v1/b2b/oauth/authenticate',
  'POST /sdk/v1/b2b/oauth/discovery/authenticate',
  'POST /sdk/v1/b2b/oauth/google/onetap/submit',
  'POST /sdk/v1/b2b/impersonation/authenticate',
  'PATCH /_emulator/faults',
  'POST /_emulator/clock',
  'GET /_emulator/outbox',
  'GET /.well-known/jwks.json',
]

test(`${requests} of them cause no 500 and no exception`, async () => {
  const random = seeded(7636)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const value = (depth = 0): unknown => {
    const kind = Math.floor(random() * (depth > 3 ? 5 : 8))
    if (kind <= 1) return pick(texts)
    if (kind === 2) return pick(numbers)
    if (kind === 3) return pick([true, false, null])
    if (kind === 4) return Math.floor(random() * 600_000)
    if (kind === 5) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
    // Made from entries, so that `__proto__` is an ordinary key, as in JSON.parse.
    return Object.fromEntries(Array.from({ length: Math.floor(random() * 6) }, () => [pick(words), value(depth + 1)]))
  }
  const body = () => {
    const json = JSON.stringify(value()) ?? ''
    const roll = random()
    if (roll < 0.15) return json.slice(0, Math.floor(random() * json.length))
    if (roll < 0.2) return pick(texts)
    if (roll < 0.25) return '['.repeat(1000)
    return json
  }
  const authorization = () =>
    pick([
      `Basic ${btoa(`${PT}:${PT}`)}`,
      `Basic ${btoa(`${PT}:${PT}`)}`,
      `Basic ${btoa(`${PT}:x`)}`,
      `Basic ${btoa(':')}`,
      'Basic',
      'Basic !',
      'Bearer y',
      '',
    ])
  const address = () => {
    const [method = '', path = ''] = pick(routes).split(' ')
    if (random() < 0.85) return [method, path]
    const verb = pick(['GET', 'PUT', 'DELETE', 'PATCH', 'POST', 'HEAD', 'OPTIONS', 'PURGE'])
    return [verb, path + pick(['', '/', '//', '?a=%', '%2F', '/..', '/%00', '/💣', ';x'])]
  }

  const emulator = createEmulator()
  const statuses = new Map<number, number>()
  for (let count = 0; count < requests; count++) {
    const [method, path] = address() as [string, string]
    const payload = method === 'GET' || method === 'HEAD' ? undefined : body()
    const headers = {
      Authorization: authorization(),
      'Content-Type': pick(['application/json', 'text/plain', 'x/y']),
      'X-SDK-Parent-Host': pick(['', 'x', 'https://a.test']),
    }
    const answer = await emulator.fetch(new Request(`http://localhost${path}`, { method, headers, body: payload }))
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const text = await answer.text()
    const summary = `${method} ${path} ${payload} -> ${answer.status} ${text}`
    assert.ok(answer.status < 500, summary)
    if (answer.headers.get('content-type')?.includes('json') && text) assert.type(JSON.parse(text), 'object', summary)
  }
  assert.equal(emulator.crashes(), [])
  // The answers varied: successes, schema errors, refusals, unknown routes.
  for (const status of [200, 400, 401, 404]) assert.ok((statuses.get(status) ?? 0) > requests / 200, `${status}: ${statuses.get(status)}`)
})

test(`${seeds} seeds that are nearly right cause no 500`, async () => {
  const random = seeded(8941)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  /** A valid seed. Each has people and accounts of its own. */
  const right = (count: number) => {
    const email = `ada-${count}@example.com`
    const oauth = [{ provider_type: 'Google', provider_subject: email }]
    return {
      users: [
        {
          emails: [{ email }],
          oauth,
          totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['x'] },
          webauthn_registrations: [
            { credential_id: String(10_000_000 + count), public_key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } },
          ],
        },
      ],
      organizations: [
        {
          organization_name: 'Acme',
          email_allowed_domains: ['example.com'],
          members: [{ email_address: email, totp: { secret: 'JBSWY3DP' }, oauth_registrations: oauth, mfa_phone_number: '+14155550100' }],
        },
      ],
    }
  }
  /** The same, with an invalid value in some places. */
  const bent = (value: unknown): unknown => {
    if (random() < 0.03) return pick<unknown>([...texts, ...numbers, null, true, [], {}, { kty: 'RSA', n: 'A'.repeat(342), e: 'A' }])
    if (Array.isArray(value)) return value.flatMap((entry) => Array.from({ length: random() < 0.05 ? 2 : 1 }, () => bent(entry)))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(() => random() > 0.03)
        .map(([name, entry]) => [name, bent(entry)]),
    )
  }
  const emulator = createEmulator()
  let seedCount = 0
  for (let count = 0; count < seeds; count++) {
    const body = JSON.stringify(bent(right(count)))
    const { status } = await emulator.fetch(new Request('http://localhost/_emulator/seed', { method: 'POST', body }))
    if (status === 200) seedCount++
    assert.ok(status < 500, body)
  }
  assert.equal(emulator.crashes(), [])
  assert.ok(seedCount > seeds * 0.1 && seedCount < seeds * 0.9, `${seedCount} were right`)
})

test('a megabyte of anything is still answered', async () => {
  const emulator = createEmulator()
  for (const body of [`[${'{},'.repeat(300_000)}{}]`, '['.repeat(900_000), '9'.repeat(900_000), `"${'é'.repeat(400_000)}"`]) {
    const answer = await emulator.fetch(new Request('http://localhost/sdk/v1/events', { method: 'POST', body }))
    assert.ok(answer.status < 500, body.slice(0, 10))
  }
  assert.is(emulator.events().length, 1000)
})

test('a defect of the emulator itself is a typed error, and is counted', async () => {
  const crashes: unknown[] = []
  const { fetch, control } = createRouter({
    basePath: '',
    project: createProject(),
    faults: createFaults(),
    requestLog: createRequestLog(createClock()),
    guard: async () => undefined,
    onCrash: (error) => {
      crashes.push(error)
    },
    credentials: { project_id: 'project-test-1', secret: 'secret-test-1' },
  })
  control('GET defect', noBody, () => {
    throw new RangeError('broken')
  })
  const answer = await fetch(new Request('http://localhost/_emulator/defect'))
  const { status_code, error_type } = await answer.json()
  assert.equal([answer.status, status_code, error_type], [500, 500, 'internal_server_error'])
  assert.instance(crashes[0], RangeError)
})

test.run()
