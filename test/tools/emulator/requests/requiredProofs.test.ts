import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Project } from '../../../../src/tools/emulator/index.ts'
import { demands } from '../../../../src/tools/emulator/requests/requiredProofs.ts'
import { PT, setUp } from '../visitor.ts'

const test = suite('emulator: captcha and telemetry')
const siteKey = 'site-key'
const captcha_settings = { enabled: true, siteKey }

type SetUp = ReturnType<typeof setUp>

const post = async ({ emulator }: SetUp, path: string, body: object) =>
  (await emulator.fetch(new Request(`https://www.google.com${path}`, { method: 'POST', body: JSON.stringify(body) }))).json()

/** The requests of the stand-ins' scripts. */
const captcha = async (at: SetUp, fields: object = {}): Promise<string> =>
  (await post(at, '/recaptcha/enterprise/execute', { siteKey, action: 'LOGIN', ...fields })).token
const telemetry = async (at: SetUp, public_token = PT) => post(at, '/submit', { public_token })

/** Sends a code by email with these proofs, and returns the outcome. */
const send = async ({ emulator }: SetUp, proofs: { captcha_token?: string; dfp_telemetry_id?: string } = {}, path = 'login_or_create') => {
  const answer = await emulator.fetch(
    new Request(`https://test.stytch.com/sdk/v1/otps/email/${path}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${PT}:${PT}`)}` },
      body: JSON.stringify({ email: 'ada@example.com', ...proofs }),
    }),
  )
  const text = await answer.text()
  const type = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text).error_type : text
  return answer.ok ? 'sent' : `${answer.status} ${type}`
}

test('the proofs that each call requires', () => {
  const off = { captcha_settings: { enabled: false }, captcha_required: false }
  const on = { captcha_settings, captcha_required: false }
  const dfp = { ...on, dfp_protected_auth_enabled: true }
  const decisioning = { ...dfp, dfp_protected_auth_mode: 'DECISIONING' } as const
  const observation = { ...dfp, dfp_protected_auth_mode: 'OBSERVATION' } as const
  for (const [project, retry, once, captchaOnly, none] of [
    // Telemetry and captcha, as T and C.
    [off, '', '', '', ''],
    [{ ...off, captcha_required: true }, 'C', 'C', 'C', ''],
    [on, 'C', 'C', 'C', ''],
    [decisioning, 'T', 'T', 'C', ''],
    [{ ...decisioning, captcha_required: true }, 'TC', 'TC', 'C', ''],
    [observation, 'TC', 'TC', 'C', ''],
    [dfp, 'TC', 'TC', 'C', ''],
    [{ ...observation, captcha_settings: { enabled: false } }, 'T', 'T', '', ''],
  ] as [Project, string, string, string, string][]) {
    const letters = (['retry', 'once', 'captcha', undefined] as const).map((guard) => {
      const demand = demands(guard, project)
      return `${demand.telemetry ? 'T' : ''}${demand.captcha ? 'C' : ''}`
    })
    assert.equal(letters, [retry, once, captchaOnly, none], JSON.stringify(project))
  }
})

test('captcha: a token works once, for two minutes, for this site key and LOGIN', async () => {
  const at = setUp({ project: { captcha_settings } })
  assert.is(await send(at), '403 Captcha required')
  assert.is(await send(at, { captcha_token: 'made up' }), '429 captcha_failed')
  assert.is(await send(at, { captcha_token: await captcha(at, { siteKey: 'another' }) }), '429 captcha_failed')
  assert.is(await send(at, { captcha_token: await captcha(at, { action: 'SIGNUP' }) }), '429 captcha_failed')
  const [token, late] = [await captcha(at), await captcha(at)]
  assert.is(await send(at, { captcha_token: token }), 'sent')
  assert.is(await send(at, { captcha_token: token }), '429 captcha_failed')
  at.emulator.clock.advance(120_000)
  assert.is(await send(at, { captcha_token: late }), '429 captcha_failed')
  assert.is(at.emulator.outbox().length, 1)
  // Not one of the protected calls.
  assert.is((await at.call(`GET /projects/bootstrap/${PT}`)).status, 200)
})

test('DECISIONING: an id is enough, unless its visitor is suspicious', async () => {
  const at = setUp({ project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' } })
  const { telemetry_id } = await telemetry(at)
  assert.is(await send(at), '404 telemetry_id_not_found')
  assert.is(await send(at, { dfp_telemetry_id: 'made up' }), '404 telemetry_id_not_found')
  assert.is(await send(at, { dfp_telemetry_id: telemetry_id }), 'sent')
  assert.is(await send(at, { dfp_telemetry_id: telemetry_id }), '404 telemetry_id_not_found')

  at.emulator.project({ captcha_required: true })
  const first = (await telemetry(at)).telemetry_id
  assert.is(await send(at, { dfp_telemetry_id: first }), '403 Captcha required')
  // The retry uses a new one of each (docs/internals/protocol.md#fraud-protection).
  assert.is(await send(at, { dfp_telemetry_id: first, captcha_token: await captcha(at) }), '404 telemetry_id_not_found')
  assert.is(await send(at, { dfp_telemetry_id: (await telemetry(at)).telemetry_id, captcha_token: await captcha(at) }), 'sent')
})

test('OBSERVATION, or no mode: both, always', async () => {
  for (const dfp_protected_auth_mode of ['OBSERVATION', undefined] as const) {
    const at = setUp({ project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode } })
    const id = async () => (await telemetry(at)).telemetry_id
    assert.is(await send(at, { captcha_token: await captcha(at) }), '404 telemetry_id_not_found')
    assert.is(await send(at, { dfp_telemetry_id: await id() }), '403 Captcha required')
    assert.is(await send(at, { dfp_telemetry_id: await id(), captcha_token: await captcha(at) }), 'sent')
  }
})

test('the one send that requires only a captcha', async () => {
  const at = setUp({
    project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' },
    seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] },
  })
  assert.is(await send(at, {}, 'send/primary'), '403 Captcha required')
  assert.is(await send(at, { captcha_token: await captcha(at) }, 'send/primary'), 'sent')
})

test('telemetry is for test tokens, and its ids expire', async () => {
  const at = setUp({ project: { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' } })
  assert.is((await telemetry(at, 'public-token-live-x')).error_type, 'unauthorized_credentials')
  const { telemetry_id } = await telemetry(at)
  at.emulator.clock.advance(300_000)
  assert.is(await send(at, { dfp_telemetry_id: telemetry_id }), '404 telemetry_id_not_found')
})

test.run()
