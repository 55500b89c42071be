/**
 * A hostile page in a real browser neither reads nor changes anything of `latchkey dev`. Pages of
 * this machine go on working.
 */
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser, visit } from '../harness/browser.ts'
import { startPlayground } from '../harness/playground.ts'
import { serveSite, type Site } from '../harness/site.ts'

let url: string
let port: string
let stop: () => void
let site: Site
/** The address of the hostile page, on the same machine but on another site. */
let hostile: string

const SECRET = 'ada@example.com'
const PT = 'public-token-test-door'

const control = async (route: string, body?: unknown) => {
  const [method, path] = route.split(' ')
  const answer = await fetch(`${url}/_emulator/${path}`, { method, body: body === undefined ? undefined : JSON.stringify(body) })
  assert.is(answer.status, 200)
  return answer.json()
}

/**
 * Everything that a page could have changed. Time passes by itself, so what counts is how far the
 * clock is ahead, in minutes.
 */
const state = async () => ({
  outbox: (await control('GET outbox')).map(({ to }: { to: string }) => to),
  requests: (await control('GET requests')).map(
    ({ method, path, headers }: Record<string, Record<string, string>>) => `${method} ${path} ${headers!['sec-fetch-dest']}`,
  ),
  events: await control('GET events'),
  project: (await control('GET project')).project_name,
  faults: await control('GET faults'),
  ahead: Math.round((Date.parse((await control('POST clock', { advance_ms: 0 })).now) - Date.now()) / 60_000),
})

test.before(async () => {
  ;({ url, stop } = await startPlayground())
  port = new URL(url).port
  const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>'
  // A sandboxed page has no origin.
  const sandboxed =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><iframe sandbox="allow-scripts allow-forms" src="/"></iframe>'
  site = await serveSite({
    '/': { html },
    '/sandbox': { html: sandboxed },
    '/silent': { html, headers: { 'referrer-policy': 'no-referrer' } },
  })
  hostile = site.url.replace('localhost', 'evil.site.test')
  await control('POST seed', { users: [{ emails: [{ email: SECRET }] }] })
  const sent = await fetch(`${url}/sdk/v1/otps/email/login_or_create`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${PT}:${PT}`)}` },
    body: JSON.stringify({ email: SECRET }),
  })
  assert.is(sent.status, 200)
})
test.after(async () => {
  await closeBrowser()
  await site.close()
  stop()
})

interface Target {
  url: string
  /** The method and path of each route that is tried, with a body. */
  routes: [method: string, path: string, body?: string][]
}

const routes: Target['routes'] = [
  ['GET', '/_emulator/outbox'],
  ['POST', '/_emulator/reset'],
  ['POST', '/_emulator/seed', '{"users":[{"emails":[{"email":"eve@example.com"}]}]}'],
  ['PATCH', '/_emulator/project', '{"project_name":"Evil"}'],
  ['GET', '/sdk/v1/users/me'],
  ['POST', '/sdk/v1/otps/email/login_or_create', '{"email":"eve@example.com"}'],
  ['POST', '/v1/sessions/authenticate', '{"session_token":"x"}'],
  ['GET', '/v1/public/oauth/google/start?public_token=public-token-test-1'],
]

/**
 * Runs in the hostile page: tries every way by which a page can send a request. Returns everything
 * that it could read.
 */
const attack = async ({ url, routes }: Target): Promise<string[]> => {
  const read: string[] = []
  const loaded = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      element.addEventListener('load', () => resolve())
      element.addEventListener('error', () => resolve())
      document.documentElement.append(element)
    })
  const authorization = { Authorization: `Basic ${btoa('public-token-test-1:public-token-test-1')}` }
  const attempt = async ([method, path, body]: Target['routes'][number]) => {
    const target = url + path
    for (const init of [
      {},
      { credentials: 'include' },
      { mode: 'no-cors' },
      { headers: { 'Content-Type': 'application/json', ...authorization } },
    ] as RequestInit[]) {
      const answer = await fetch(target, { method: init.mode === 'no-cors' && method === 'PATCH' ? 'POST' : method, body, ...init }).catch(
        () => undefined,
      )
      if (answer) read.push(`${answer.type} ${await answer.text().catch(() => '')}`)
    }
    if (body) navigator.sendBeacon(target, body)

    // A form of text/plain can send any JSON: the name of its field is the beginning, and its value
    // the rest.
    const frame = Object.assign(document.createElement('iframe'), { name: `f${Math.random()}` })
    document.documentElement.append(frame)
    const form = Object.assign(document.createElement('form'), {
      method: method === 'GET' ? 'GET' : 'POST',
      action: target,
      enctype: 'text/plain',
      target: frame.name,
    })
    if (body) form.append(Object.assign(document.createElement('input'), { name: `${body.slice(0, -1)},"x":"`, value: '"}' }))
    const submitted = loaded(frame)
    document.documentElement.append(form)
    form.submit()
    await submitted

    const framed = Object.assign(document.createElement('iframe'), { src: target })
    await loaded(framed)
    try {
      read.push(`frame ${framed.contentDocument?.body.textContent ?? ''}`)
    } catch {}
    await loaded(Object.assign(document.createElement('img'), { src: target }))
    await loaded(Object.assign(document.createElement('script'), { src: target }))
  }
  await Promise.all(routes.map(attempt))
  return read.filter((text) => !/^(opaque|frame) ?$/.test(text))
}

const attackFrom = async (address: string, frameOf: (page: Page) => Page | ReturnType<Page['frames']>[number] = (page) => page) => {
  const { page } = await visit()
  await page.goto(address)
  const read = await frameOf(page).evaluate(attack, { url, routes })
  await page.context().close()
  return read
}

for (const [name, path, frameOf] of [
  ['a page of another site', '/', undefined],
  ['a page of another site that hides its address', '/silent', undefined],
  ['a page in a sandbox', '/sandbox', (page: Page) => page.frames()[1]!],
] as const)
  test(`${name} reads nothing and changes nothing`, async () => {
    const before = await state()
    assert.equal(await attackFrom(hostile + path, frameOf), [])
    assert.equal(await state(), before)
  })

test('a name that an attacker points at this machine reads nothing and changes nothing', async () => {
  const before = await state()
  const { page } = await visit()
  const rebound = `http://evil.site.test:${port}`
  assert.is((await page.goto(rebound))!.status(), 403)
  const read = await page.evaluate(attack, { url: rebound, routes })
  assert.ok(read.length > 0, 'it is the same origin, so the page reads the refusals')
  for (const text of read) {
    assert.not.match(text, SECRET)
    assert.match(text, /bad_domain_for_stytch_sdk|"error_type":"route_not_found"/)
  }
  await page.context().close()
  assert.equal(await state(), before)

  const raw = await new Promise<string>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/_emulator/outbox', headers: { Host: `evil.site.test:${port}` } }, (answer) => {
      let text = ''
      answer.on('data', (data) => (text += data))
      answer.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end()
  })
  assert.match(JSON.parse(raw).error_message, '--allow-host evil.site.test')
})

for (const host of ['localhost', '127.0.0.1', 'app.localhost'])
  test(`a page on another port of ${host} uses the API, the outbox and the stand-ins`, async () => {
    const { page } = await visit()
    await page.goto(site.url.replace('localhost', host))
    const seen = await page.evaluate(
      async ({ url, PT }) => {
        const answer = await fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`, {
          credentials: 'include',
          headers: { Authorization: `Basic ${btoa(`${PT}:${PT}`)}`, 'Content-Type': 'application/json' },
        })
        const outbox = await (await fetch(`${url}/_emulator/outbox`)).json()
        const load = (element: HTMLElement) =>
          new Promise<string>((resolve) => {
            element.addEventListener('load', () => resolve('load'))
            element.addEventListener('error', () => resolve('error'))
            document.documentElement.append(element)
          })
        const script = await load(Object.assign(document.createElement('script'), { src: `${url}/telemetry.js` }))
        const frame = Object.assign(document.createElement('iframe'), { src: `${url}/clientside-services/index.html` })
        await load(frame)
        const { port1, port2 } = new MessageChannel()
        const parsed = new Promise<{ payload: { number: string } }>((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
        frame.contentWindow!.postMessage({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '+14155550123' }] }, '*', [port2])
        return [answer.status, outbox[0].to, script, (await parsed).payload.number]
      },
      { url, PT },
    )
    assert.equal(seen, [200, SECRET, 'load', '+14155550123'])
    await page.context().close()
  })

test('a link on another site opens the playground', async () => {
  const { page } = await visit()
  await page.goto(hostile)
  await page.evaluate((url) => {
    document.documentElement.append(Object.assign(document.createElement('a'), { href: url, textContent: 'The playground' }))
  }, `${url}/`)
  await page.click('a')
  await page.waitForURL(`${url}/`)
  await page.waitForSelector('#login, [id]')
  await page.context().close()
})

test.run()
