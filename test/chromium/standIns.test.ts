/**
 * Tests the emulator's stand-ins for the third-party scripts that a page loads, on a host's page
 * with a strict policy: alone, and with the provider's own SDK, which is a black box here.
 */
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { everything, inAll } from '../harness/everything.ts'
import { serveSite } from '../harness/site.ts'
import { until as eventually } from './visitors.ts'

const test = suite('the stand-ins in a real browser')
const testInAll = inAll(test)
const PT = 'public-token-test-standins'
const client_id = 'emulated.apps.googleusercontent.com'
const siteKey = 'site-key'
const captcha_settings = { enabled: true, siteKey }

/** A classic script made from a page's lines. */
const bundle = async (contents: string) => {
  const {
    outputFiles: [file],
  } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return file!.text
}
const peer = !everything
  ? ''
  : await bundle(`import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'
  window.connect = (endpoints) => { window.peer = new StytchHeadlessClient('${PT}', { endpoints }) }`)
const own = await bundle(`import { HeadlessClient } from '../../src/entries/headless.ts'
  window.connect = (options) => { window.client = new HeadlessClient('${PT}', options) }`)

interface Hosted {
  emulator: Emulator
  page: Page
  /** URL of the emulator. */
  url: string
  /** URL of the host's site. */
  site: string
  /** Loads a classic script from the emulator into the page. */
  load: (path: string) => Promise<void>
  complaints: string[]
}

/** Opens a host's page whose policy allows the emulator's files and nothing inline. */
const hosted = async (work: (at: Hosted) => Promise<void>, options?: EmulatorOptions) => {
  const emulator = createEmulator(options)
  // The provider's own SDK loads Google's page from Google's address, which leads to the emulator
  // here.
  const server = await listen(emulator, { port: 0, allowOrigins: ['https://accounts.google.com'] })
  const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><h1>Host</h1><div id="google-parent-prompt"></div>'
  const policy = ['script', 'connect', 'frame'].map((kind) => `${kind}-src ${server.url};`).join(' ')
  const strict = `default-src 'none'; img-src data:; ${policy}`
  const trusted = `${strict} require-trusted-types-for 'script'; trusted-types latchkey`
  const site = await serveSite({
    '/': { html, headers: { 'content-security-policy': strict } },
    '/trusted': { html, headers: { 'content-security-policy': trusted } },
    '/in': { html },
  })
  const { page, complaints } = await visit()
  // A page cannot choose these URLs in the provider's SDK, so the emulator answers them for every
  // host.
  await page.context().route(/^https:\/\/((www|accounts)\.google|elements\.stytch)\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: server.url + pathname + search }) })
  })
  try {
    await page.goto(site.url)
    await work({
      emulator,
      page,
      complaints,
      url: server.url,
      site: site.url,
      load: async (path) => {
        await page.addScriptTag({ url: server.url + path })
      },
    })
    assert.equal(emulator.crashes(), [])
  } finally {
    await page.context().close()
    emulator.close()
    await Promise.all([server.close(), site.close()])
  }
}

/**
 * Starts the prompt of Google's script. Its moments and its credential are collected in
 * `window.said`.
 */
const prompt = (page: Page, settings: object = {}) =>
  page.evaluate(`
  window.said = []
  google.accounts.id.initialize({
    client_id: '${client_id}', callback: ({ credential }) => said.push(credential), ...${JSON.stringify(settings)},
  })
  google.accounts.id.prompt((moment) => {
    const reason = moment.getNotDisplayedReason() ?? moment.getSkippedReason() ?? moment.getDismissedReason()
    said.push([moment.getMomentType(), moment.isDisplayed() ? 'shown' : reason].join(' '))
  })`)
/** Waits until an expression is true. (`waitForFunction` would need `unsafe-eval`.) */
const until = (page: Page, expression: string) => eventually(() => page.evaluate(expression), expression)

const said = async (page: Page, count: number) => {
  await until(page, `said.length >= ${count}`)
  return page.evaluate('said') as Promise<string[]>
}

testInAll('captcha and telemetry produce what the emulator accepts', () =>
  hosted(
    async ({ emulator, page, url, load, complaints }) => {
      await load(`/recaptcha/enterprise.js?render=${siteKey}`)
      await load('/telemetry.js')
      const captcha_token = await page.evaluate(`new Promise((resolve, reject) => grecaptcha.enterprise.ready(() =>
    grecaptcha.enterprise.execute('${siteKey}', { action: 'LOGIN' }).then(resolve, reject)))`)
      const dfp_telemetry_id = await page.evaluate(`GetTelemetryID('${PT}', '${url}/submit')`)
      const answer = await fetch(`${url}/sdk/v1/users/search`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${PT}:${PT}`)}` },
        body: JSON.stringify({ email: 'ada@example.com', captcha_token, dfp_telemetry_id }),
      })
      assert.is(answer.status, 200)
      assert.match(
        String(await page.evaluate(`grecaptcha.enterprise.execute('another', { action: 'LOGIN' }).catch(String)`)),
        /Invalid site key/,
      )
      emulator.faults([{ route: 'POST /submit', drop: true }])
      assert.match(String(await page.evaluate(`GetTelemetryID('${PT}', '${url}/submit').catch(String)`)), /fetch/)
      assert.equal(
        complaints.filter((text) => !text.includes('ERR_')),
        [],
      )
    },
    { project: { captcha_settings, dfp_protected_auth_enabled: true } },
  ),
)

testInAll('the iframe service answers on its port', () =>
  hosted(async ({ emulator, page, url, complaints }) => {
    await page.evaluate(`
    window.frame = Object.assign(document.createElement('iframe'), { src: '${url}/clientside-services/index.html' })
    window.ask = (method, ...args) => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      frame.contentWindow.postMessage({ method, args }, frame.src, [port2])
    })
    new Promise((resolve) => { frame.onload = resolve; document.body.append(frame) })`)
    const ask = (method: string, given: object) => page.evaluate(`ask('${method}', ${JSON.stringify(given)})`) as Promise<any>
    const phone = await ask('parsedPhoneNumber', { phoneNumber: '2015550123', regionCode: 'US' })
    assert.equal(phone, { success: true, payload: { isValid: true, number: '+12015550123', national: '(201) 555-0123' } })

    const { payload } = await ask('oneTapStart', { publicToken: PT })
    assert.equal(Object.keys(payload).sort(), ['googleClientId', 'oauthCallbackId', 'requestId', 'stytchCsrfToken'])
    const { credential: idToken } = await (
      await fetch(`${url}/gsi/credential`, {
        method: 'POST',
        body: JSON.stringify({ client_id, email: 'ada@example.com' }),
      })
    ).json()
    const urls = { loginRedirectURL: 'https://app.example/in', signupRedirectURL: 'https://app.example/up' }
    const submitted = await ask('oneTapSubmit', { publicToken: PT, idToken, oauthCallbackID: payload.oauthCallbackId, ...urls })
    assert.match(submitted.payload.redirect_url, /^https:\/\/app\.example\/up\?token=[\w-]+&stytch_token_type=oauth$/)

    const refused = await ask('oneTapSubmit', { publicToken: PT, idToken, oauthCallbackID: 'unknown' })
    assert.is(refused.success, false)
    assert.equal([refused.error.name, refused.error.error_type], ['StytchAPIError', 'oauth_flow_callback_error'])
    assert.match((await ask('toString', {})).error.message, /no method toString/)
    assert.equal(
      complaints.filter((text) => !text.includes('status of 4')),
      [],
    )

    emulator.faults([{ route: 'GET /v1/public/*', drop: true }])
    assert.is((await ask('oneTapStart', { publicToken: PT })).error.name, 'StytchAPIUnreachableError')
  }),
)

testInAll("Google's prompt: an account is chosen or typed, and the credential arrives", () =>
  hosted(
    async ({ page, load, complaints }) => {
      await load('/gsi/client')
      const frame = page.frameLocator('iframe')
      await prompt(page)
      await frame.getByRole('button', { name: 'Continue as ada@example.com' }).click()
      const [shown, dismissed, credential] = await said(page, 3)
      assert.equal([shown, dismissed], ['display shown', 'dismissed credential_returned'])
      assert.is(credential!.split('.').length, 3)
      assert.is(await page.locator('iframe').count(), 0)

      await prompt(page, { prompt_parent_id: 'google-parent-prompt', cancel_on_tap_outside: false })
      await page.locator('#google-parent-prompt iframe').waitFor()
      await until(page, `document.querySelector('iframe').offsetHeight > 40`)
      await page.locator('h1').click()
      await frame.getByLabel('Someone else').fill('eve@example.com')
      await frame.getByLabel('Someone else').press('Enter')
      assert.is((await said(page, 3))[1], 'dismissed credential_returned')
      assert.equal(complaints, [])
    },
    { seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } },
  ),
)

testInAll("Google's prompt: closed, dismissed by a tap beside it, canceled, or never shown", () =>
  hosted(async (at) => {
    const { emulator, page, load, complaints } = at
    await load('/gsi/client')
    for (const [act, moment] of [
      [() => page.frameLocator('iframe').getByRole('button', { name: 'Close' }).click(), 'skipped user_cancel'],
      [() => page.locator('h1').click(), 'skipped tap_outside'],
      [() => page.evaluate('google.accounts.id.cancel()'), 'dismissed cancel_called'],
      [() => page.evaluate('google.accounts.id.prompt()'), 'dismissed flow_restarted'],
    ] as const) {
      await prompt(page)
      await said(page, 1)
      await act()
      assert.equal(await said(page, 2), ['display shown', moment])
    }
    emulator.project({ google_one_tap: 'user_cancel' })
    await prompt(page)
    assert.equal(await said(page, 2), ['display shown', 'skipped user_cancel'])
    emulator.project({ google_one_tap: 'opt_out_or_no_session' })
    await prompt(page)
    assert.equal(await said(page, 1), ['display opt_out_or_no_session'])
    await prompt(page, { client_id: 'another' })
    assert.equal(await said(page, 1), ['display invalid_client'])
    // With FedCM, a page only learns that the prompt was skipped.
    await prompt(page, { use_fedcm_for_prompt: true })
    assert.equal(await said(page, 1), ['skipped '])
    assert.equal(complaints, [])
  }),
)

test('Latchkey itself, under Trusted Types: both proofs, and a captcha after a suspicious call', () =>
  hosted(
    async (at) => {
      const { emulator, page, site, url, complaints } = at
      await page.goto(`${site}/trusted`)
      await page.evaluate(own)
      await page.evaluate(`connect({
    customBaseUrl: '${url}', dfpCdnUrl: '${url}', dfppaUrl: '${url}', endpoints: { recaptchaURL: '${url}/recaptcha/enterprise.js' },
  })`)
      const sent = () => page.evaluate(`client.otps.sms.loginOrCreate('+14155550100').then(({ status_code }) => status_code)`)
      assert.is(await sent(), 200)
      emulator.project({ dfp_protected_auth_mode: 'DECISIONING', captcha_required: true })
      assert.is(await sent(), 200)
      assert.is(emulator.outbox().length, 2)
      // The first try got a 403.
      assert.equal(
        complaints.filter((text) => !text.includes('403')),
        [],
      )
    },
    { project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' } },
  ))

testInAll("Latchkey itself, under Trusted Types: signs in with Google's prompt", () =>
  hosted(async ({ page, site, url, complaints }) => {
    const connect = () =>
      page.evaluate(`${own}; connect({ customBaseUrl: '${url}', endpoints: {
    googleURL: '${url}/gsi/client', clientsideServicesIframeURL: '${url}/clientside-services/index.html',
  } })`)
    await page.goto(`${site}/trusted`)
    await connect()
    const options = `{ login_redirect_url: '${site}/in', signup_redirect_url: '${site}/in' }`
    assert.equal(await page.evaluate(`client.oauth.googleOneTap.start(${options})`), { success: true })
    await page.frameLocator('iframe[title*="Google"]').getByLabel('Someone else').fill('eve@example.com')
    await page.frameLocator('iframe[title*="Google"]').getByRole('button', { name: 'Continue', exact: true }).click()
    await page.waitForURL(/token=/)
    const token = new URL(page.url()).searchParams.get('token')
    await connect()
    await page.evaluate(`client.oauth.authenticate('${token}', { session_duration_minutes: 30 })`)
    assert.is(await page.evaluate('client.user.getSync().emails[0].email'), 'eve@example.com')
    assert.equal(complaints, [])
  }),
)

interface PeerPage {
  /** Evaluates an expression in the page, where `peer` is the SDK's client. */
  run: (expression: string) => Promise<any>
  /** Loads the SDK into the open page. */
  connect: () => Promise<void>
}

/** Opens the provider's own SDK on a page of its own. */
const withPeer = (work: (at: Hosted & PeerPage) => Promise<void>, options?: EmulatorOptions) =>
  hosted(async (at) => {
    const connect = async () => {
      await at.page.addScriptTag({ content: peer })
      await at.page.evaluate(`connect({
        testAPIURL: '${at.url}', dfpBackendURL: '${at.url}', clientsideServicesIframeURL: '${at.url}/clientside-services/index.html',
      })`)
    }
    await at.page.goto(`${at.site}/in`)
    await connect()
    await work({ ...at, connect, run: (expression) => at.page.evaluate(expression) })
  }, options)

const send = `peer.otps.sms.loginOrCreate('+14155550100', { expiration_minutes: 5 }).then(({ status_code }) => status_code)`

testInAll("the provider's own SDK sends captcha tokens that the emulator accepts", () =>
  withPeer(
    async ({ emulator, run }) => {
      assert.is(await run(send), 200)
      assert.is(await run(send), 200)
      const tokens = emulator.requests().flatMap(({ body }) => (body as { captcha_token?: string } | null)?.captcha_token ?? [])
      assert.is(new Set(tokens).size, 2)
    },
    { project: { captcha_settings } },
  ),
)

testInAll("the provider's own SDK tries again with a captcha after a suspicious call", () =>
  withPeer(
    async ({ emulator, run }) => {
      const proofs = () =>
        emulator
          .requests()
          .filter(({ path }) => path.includes('/otps/'))
          .map(({ body, status }) =>
            [...['dfp_telemetry_id', 'captcha_token'].filter((name) => (body as Record<string, unknown>)[name]), status].join(' '),
          )
      assert.is(await run(send), 200)
      emulator.project({ captcha_required: true })
      assert.is(await run(send), 200)
      emulator.project({ captcha_required: false })
      await run(`peer.otps.email.send('ada@example.com', { expiration_minutes: 5 })`)
      assert.equal(proofs(), ['dfp_telemetry_id 200', 'dfp_telemetry_id 403', 'dfp_telemetry_id captcha_token 200', 'captcha_token 200'])
    },
    {
      project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' },
      seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] },
    },
  ),
)

testInAll("the provider's own SDK sends both in OBSERVATION mode", () =>
  withPeer(
    async ({ run }) => {
      assert.is(await run(send), 200)
      assert.is(await run(send), 200)
    },
    { project: { captcha_settings, dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' } },
  ),
)

testInAll("the provider's own SDK keeps a session whose tokens no script can read", () =>
  withPeer(
    async ({ emulator, page, site, run }) => {
      const method = await run(`peer.otps.sms.loginOrCreate('+14155550100', { expiration_minutes: 5 }).then(({ method_id }) => method_id)`)
      await run(`peer.otps.authenticate('${emulator.outbox().at(-1)!.code}', '${method}', { session_duration_minutes: 30 })`)
      assert.is(await run('peer.user.getSync().phone_numbers[0].phone_number'), '+14155550100')
      assert.is(await run('document.cookie'), '')
      const cookies = await page.context().cookies(site)
      assert.equal(
        cookies.map(({ name, httpOnly }) => [name, httpOnly]),
        [
          ['stytch_session', true],
          ['stytch_session_jwt', true],
        ],
      )
      await run('peer.session.authenticate({ session_duration_minutes: 30 })')
      await run('peer.session.revoke()')
      assert.is(await run('peer.user.getSync()'), null)
      assert.equal(await page.context().cookies(site), [])
    },
    { project: { opaque_tokens: true } },
  ),
)

testInAll("the provider's own SDK signs in with Google's prompt", () =>
  withPeer(
    async ({ page, site, run, connect }) => {
      const urls = `{ login_redirect_url: '${site}/in', signup_redirect_url: '${site}/in' }`
      await run(`void peer.oauth.googleOneTap.start(${urls})`)
      await page.frameLocator('iframe[title*="Google"]').getByRole('button', { name: 'Continue as ada@example.com' }).click()
      await page.waitForURL(/token=/)
      const { searchParams } = new URL(page.url())
      assert.is(searchParams.get('stytch_token_type'), 'oauth')
      await connect()
      await run(`peer.oauth.authenticate('${searchParams.get('token')}', { session_duration_minutes: 30 })`)
      assert.is(await run('peer.user.getSync().emails[0].email'), 'ada@example.com')
    },
    { seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } },
  ),
)

test.after(closeBrowser)
test.run()
