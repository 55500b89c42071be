import { request as rawRequest } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostName, objectionTo, originName, type AllowedCallers } from '../../../../src/tools/emulator/requests/originGuard.ts'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { listen, ListenError, type ListenOptions } from '../../../../src/tools/emulator/node.ts'
import { serve } from '../../../harness/listening.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: who may call its server')

const callers: AllowedCallers = {
  hosts: ['app.test', '192.168.1.5'],
  origins: ['https://allowed.example'],
  apiOrigins: ['https://api.example'],
}

const OUTBOX = '/_emulator/outbox'
const CALL = '/sdk/v1/users/me'
const SERVER_CALL = '/v1/users'
const PAGE = '/v1/public/oauth/google/start'
const SCRIPT = '/telemetry.js'

/** Whether a request is answered. `from`: its `Origin`, or with `Sec-Fetch-Site` its site. */
const answers = (request: string, headers: Record<string, string> = {}, rules = callers) => {
  const [method = '', url = ''] = request.split(' ')
  return objectionTo({ method, url: url.startsWith('/') ? `http://localhost:4100${url}` : url, headers: new Headers(headers) }, rules)
}

test('a host counts if it is a loopback one or one of the own ones, whatever its port', () => {
  for (const host of [
    'localhost',
    'localhost:1',
    'LOCALHOST.',
    'a.localhost',
    '127.0.0.1',
    '127.9.9.9:80',
    '2130706433',
    '[::1]:4100',
    'app.test',
    'APP.test.:9',
    '192.168.1.5:4100',
  ])
    assert.is(answers(`GET http://${host}${OUTBOX}`), undefined, host)
  for (const host of [
    'evil.test',
    'localhost.evil.test',
    'notlocalhost',
    'app.test.evil.test',
    'sub.app.test',
    '127.0.0.1.evil.test',
    '128.0.0.1',
    '[::2]',
    '192.168.1.6',
    '0.0.0.0',
  ])
    for (const path of [OUTBOX, CALL, PAGE, '/'])
      assert.match(answers(`GET http://${host}${path}`)!, `--allow-host ${new URL(`http://${host}`).hostname}`, host)
})

test('a page is answered if its origin is one of this machine or allowed', () => {
  const own = [
    'http://localhost:3000',
    'https://localhost',
    'http://127.0.0.1:5173',
    'http://[::1]:3000',
    'https://x.localhost:8443',
    'http://app.test:3000',
  ]
  const api = ['https://api.example']
  const strangers = [
    'https://evil.example',
    'http://localhost.evil.example',
    'https://evil-localhost',
    'https://allowed.example.evil.example',
    'http://allowed.example',
    'https://allowed.example:8443',
    'https://sub.allowed.example',
    'capacitor://localhost',
    'file://',
    'null',
    '',
    'localhost',
  ]
  for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS'])
    for (const path of [OUTBOX, CALL, SERVER_CALL, PAGE, SCRIPT]) {
      const request = `${method} ${path}`
      for (const Origin of [...own, 'https://allowed.example']) assert.is(answers(request, { Origin }), undefined, `${request} ${Origin}`)
      for (const Origin of strangers) assert.type(answers(request, { Origin }), 'string', `${request} ${Origin}`)
      for (const Origin of api)
        assert.is(typeof answers(request, { Origin }), path === OUTBOX ? 'string' : 'undefined', `${request} ${Origin}`)
      // A page cannot talk itself in by anything else that it can send.
      assert.type(
        answers(request, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin', Referer: 'http://localhost:3000/' }),
        'string',
      )
    }
  assert.is(answers(`POST http://app.test:4100${OUTBOX}`, { Origin: 'https://app.test:4100' }), undefined, 'behind a proxy with TLS')
  assert.match(answers(`GET ${CALL}`, { Origin: 'https://evil.example' })!, '--allow-origin https://evil.example,')
})

test('without an origin, another site can open a page and load a script, and nothing else', () => {
  const cross = { 'Sec-Fetch-Site': 'cross-site' }
  for (const path of [
    OUTBOX,
    CALL,
    SERVER_CALL,
    '/%5Femulator/outbox',
    '/%73dk/v1/users/me',
    '/v1',
    '/_emulator',
    '/%E0%A4%A',
    '/v1/x/../public/../users',
  ])
    for (const method of ['GET', 'HEAD', 'POST']) {
      assert.type(answers(`${method} ${path}`, cross), 'string', path)
      assert.type(answers(`${method} http://app.test${path}`, { 'Sec-Fetch-Site': 'same-site' }), 'string', path)
      for (const site of ['same-origin', 'none', 'same-site'])
        assert.is(answers(`${method} ${path}`, { 'Sec-Fetch-Site': site }), undefined, path)
      assert.is(answers(`${method} ${path}`), undefined, `${path}, from a program`)
    }
  for (const path of [PAGE, '/v1/b2b/public/oauth/google/start', SCRIPT, '/', '/embed/embed.js']) {
    const visits = { ...cross, 'Sec-Fetch-Mode': 'navigate' }
    assert.is(answers(`GET ${path}`, visits), undefined, path)
    assert.is(typeof answers(`GET ${path}`, cross), path.startsWith('/v1/') ? 'string' : 'undefined', path)
    assert.type(answers(`POST ${path}`, visits), 'string', path)
  }
})

test('a page of another site shows none of its pages in a frame', () => {
  for (const dest of ['iframe', 'frame', 'fencedframe', 'object', 'embed']) {
    const frameHeaders = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': dest }
    for (const Referer of [undefined, '', 'nonsense', 'about:blank', 'https://evil.example/'])
      assert.type(answers(`GET ${PAGE}`, { ...frameHeaders, ...(Referer !== undefined && { Referer }) }), 'string', `${dest} ${Referer}`)
    for (const Referer of ['http://127.0.0.1:3000/page', 'https://allowed.example/', 'https://api.example/'])
      assert.is(answers(`GET ${PAGE}`, { ...frameHeaders, Referer }), undefined, `${dest} ${Referer}`)
    assert.type(answers(`GET ${OUTBOX}`, { ...frameHeaders, Referer: 'http://127.0.0.1:3000/' }), 'string')
  }
})

test('a host name and an origin are read as browsers write them', () => {
  for (const [text, name] of [
    ['APP.test', 'app.test'],
    ['192.168.1.5', '192.168.1.5'],
    ['::1', '[::1]'],
    ['[FE80::1]', '[fe80::1]'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['app.test.', 'app.test'],
  ])
    assert.is(hostName(text!), name)
  for (const text of ['', 'http://app.test', 'app.test:8080', 'a b', 'user@app.test', '*', '*.app.test'])
    assert.is(hostName(text), undefined, text)
  for (const [text, name] of [
    ['https://APP.test', 'https://app.test'],
    ['https://app.test:443/', 'https://app.test'],
    ['http://app.test:3000', 'http://app.test:3000'],
    ['capacitor://localhost', 'capacitor://localhost'],
  ])
    assert.is(originName(text!), name)
  for (const text of [
    '',
    'null',
    'app.test',
    'https://app.test/path',
    'https://user@app.test',
    'file:///x',
    'data:,',
    '*',
    'https://*.app.test',
  ])
    assert.is(originName(text), undefined, text)
})

/** Sends a request with exactly these headers, as `fetch` cannot. */
const send = (url: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const request = rawRequest(url, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (data) => (text += data))
      answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }))
    })
    request.on('error', reject)
    request.end()
  })

const withServer = async (options: ListenOptions, use: (url: string, emulator: ReturnType<typeof createEmulator>) => Promise<void>) => {
  const emulator = createEmulator({ project: { allowed_origins: ['https://api.example'] } })
  const server = await listen(emulator, { port: 0, ...options })
  try {
    await use(server.url.replace('localhost', '127.0.0.1'), emulator)
  } finally {
    await server.close()
  }
}

test('a server refuses in the format of the provider, says what to do, and has done nothing', async () => {
  const reasons: string[] = []
  await withServer({ onRefusal: (reason) => reasons.push(reason) }, async (url, emulator) => {
    for (const [name, value] of [
      ['Origin', 'https://evil.example'],
      ['Host', 'evil.example'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      for (const path of ['/_emulator/reset', '/sdk/v1/otps/email/login_or_create']) {
        const { status, text, headers: answerHeaders } = await send(url + path, { [name]: value }, 'POST')
        assert.is(status, 403)
        const error = JSON.parse(text)
        assert.equal(Object.keys(error).sort(), ['error_message', 'error_type', 'error_url', 'request_id', 'status_code'])
        assert.is(error.error_type, 'bad_domain_for_stytch_sdk')
        assert.match(error.error_message, /--allow-(host|origin) /)
        assert.not.ok(answerHeaders['access-control-allow-origin'])
      }
    }
    assert.is(reasons.length, 3, 'each reason is reported once')
    assert.equal(emulator.requests(), [])
  })
})

test('a server answers the hosts and origins of its options, and those of the project on the API alone', () =>
  withServer({ allowHosts: ['APP.test'], allowOrigins: ['https://Allowed.example/'] }, async (url, emulator) => {
    const status = async (path: string, headers: Record<string, string>) => (await send(url + path, headers)).status
    assert.is(await status(OUTBOX, { Host: 'app.test:1' }), 200)
    assert.is(await status(OUTBOX, { Origin: 'https://allowed.example' }), 200)
    assert.is(await status(OUTBOX, { Origin: 'https://api.example' }), 403)
    const bootstrap = '/sdk/v1/projects/bootstrap/public-token-test-1'
    assert.is(await status(bootstrap, { Origin: 'https://api.example' }), 200)
    emulator.project({ allowed_origins: null })
    assert.is(await status(bootstrap, { Origin: 'https://api.example' }), 403)
    for (const wrong of ['https://api.example/path', '*'])
      assert.throws(() => emulator.project({ allowed_origins: [wrong] }), 'must be an origin')
  }))

test('a server of every address answers the addresses and the name of the machine', () =>
  withServer({ host: '0.0.0.0' }, async (url) => {
    const { hostname, networkInterfaces } = await import('node:os')
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
    )
    for (const Host of [hostname(), ...addresses, '0.0.0.0', 'localhost']) assert.is((await send(url + OUTBOX, { Host })).status, 200, Host)
    assert.is((await send(url + OUTBOX, { Host: 'evil.example' })).status, 403)
  }))

test('a name that is none is a clear error, and nothing listens', async () => {
  for (const options of [{ allowHosts: ['http://app.test'] }, { allowOrigins: ['app.test'] }] as ListenOptions[]) {
    const { port, close } = await serve(() => {})
    const error = await rejection(listen(createEmulator(), { port, ...options }))
    await close()
    assert.instance(error, ListenError)
    assert.match(error.message, /^'(http:\/\/)?app\.test' is not /)
  }
})

test('no page of another origin may read what a server reads', async () => {
  const emulator = createEmulator()
  const answerTo = (path: string) =>
    emulator.fetch(new Request(`https://test.stytch.com${path}`, { headers: { Origin: 'https://app.example' } }))
  const allowedOrigin = async (path: string) => (await answerTo(path)).headers.get('access-control-allow-origin')
  for (const path of ['/v1/sessions', '/v1/users', '/v1/b2b/organizations', '/v1/nope']) assert.is(await allowedOrigin(path), null, path)
  for (const path of [
    '/sdk/v1/users/me',
    '/v1/public/x',
    '/v1/b2b/public/x',
    '/v1/sessions/jwks/x',
    '/v1/oauth2/token',
    '/.well-known/jwks.json',
    OUTBOX,
  ])
    assert.is(await allowedOrigin(path), 'https://app.example', path)
  const outbox = await answerTo(OUTBOX)
  assert.is(outbox.headers.get('x-content-type-options'), 'nosniff')
  assert.is(outbox.headers.get('cross-origin-resource-policy'), 'same-origin')
})

test.run()
