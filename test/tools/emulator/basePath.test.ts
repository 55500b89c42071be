/** An emulator that shares its origin with pages, below a path. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { PT } from './visitor.ts'

const test = suite('emulator: base_path')
const BASE = 'https://app.test/some/provider'
const create = () => createEmulator({ base_path: '/some/provider' })
const get = (emulator: ReturnType<typeof create>, url: string, init?: RequestInit) => emulator.fetch(new Request(url, init))

test('answers below its path, and nothing outside of it', async () => {
  const emulator = create()
  assert.is((await get(emulator, `${BASE}/_emulator/project`)).status, 200)
  for (const url of ['https://app.test/_emulator/project', `${BASE}`, `${BASE}s/_emulator/project`, 'https://app.test/'])
    assert.is((await get(emulator, url)).status, 404, url)
})

test('faults and recorded requests do not name the path', async () => {
  const emulator = create()
  emulator.faults([{ route: 'GET /users/me', status: 502 }])
  assert.is((await get(emulator, `${BASE}/sdk/v1/users/me?a=b`)).status, 502)
  assert.equal(
    emulator.requests().map(({ path }) => path),
    ['/sdk/v1/users/me?a=b'],
  )
})

test('discovery names endpoints below the path', async () => {
  const metadata = await (await get(create(), `${BASE}/.well-known/openid-configuration`)).json()
  assert.is(metadata.issuer, BASE)
  for (const [name, value] of Object.entries(metadata))
    if (name.endsWith('_endpoint') || name === 'jwks_uri') assert.ok(String(value).startsWith(`${BASE}/`), `${name}: ${value}`)
})

test('discovery is also where RFC 8414 says: in front of the path', async () => {
  const emulator = create()
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const answer = await get(emulator, `https://app.test/.well-known/${name}/some/provider`)
    assert.is((await answer.json()).issuer, BASE, name)
    for (const other of ['', '/some', '/some/provider/', '/other']) {
      assert.is((await get(emulator, `https://app.test/.well-known/${name}${other}`)).status, 404, other)
    }
  }
  assert.is((await get(emulator, 'https://app.test/.well-known/jwks.json/some/provider')).status, 404)
})

test('pages of stand-ins lead to addresses below the path', async () => {
  const emulator = create()
  const organization = { organization_name: 'Acme', organization_slug: 'acme' }
  emulator.project({ vertical: 'B2B' })
  const { organizations } = emulator.seed({ organizations: [organization] })
  const query = `public_token=${PT}&login_redirect_url=https://app.test/in&signup_redirect_url=https://app.test/in&discovery_redirect_url=https://app.test/in`
  const { organization_id } = organizations[0]!
  const starts = [
    '/v1/public/oauth/google/start?',
    `/v1/b2b/public/oauth/google/start?organization_id=${organization_id}&`,
    '/v1/b2b/public/oauth/google/discovery/start?',
  ]
  for (const start of starts) {
    const url = `${BASE}${start}${query}`
    const page = await (await get(emulator, url)).text()
    const form = new URL(/form action="([^"]*)"/.exec(page)?.[1] ?? `missing in ${page}`, url)
    assert.ok(form.href.startsWith(`${BASE}/`), form.href)
    const back = await get(emulator, `${form}?email=ada@example.com`)
    assert.is(back.status, 302, `${start}: ${form}`)
    assert.ok(back.headers.get('location')!.startsWith('https://app.test/in?'))
  }
  for (const page of ['/clientside-services/index.html', '/gsi/prompt']) {
    const url = BASE + page
    const script = new URL(/<script src="([^"]*)"/.exec(await (await get(emulator, url)).text())![1]!, url)
    assert.is((await get(emulator, String(script))).status, 200, String(script))
    assert.ok(script.href.startsWith(`${BASE}/`), script.href)
  }
})

test('scripts of stand-ins call addresses below the path', async () => {
  const emulator = create()
  const scripts = ['/clientside-services/service.js', '/gsi/client', '/gsi/prompt.js', '/recaptcha/enterprise.js']
  for (const path of scripts) assert.match(await (await get(emulator, BASE + path)).text(), '"/some/provider")', path)
})

for (const base_path of ['provider', '/provider/', '/', '/a?b', 'https://app.test'])
  test(`refuses ${base_path} as its path`, () => {
    assert.throws(() => createEmulator({ base_path }), /base_path: must be a path such as/)
  })

test.run()
