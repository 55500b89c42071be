/**
 * Tests project settings of any shape, from the server or from an earlier visit: the form works,
 * and they neither allow nor remove anything.
 */
import { closeAll, newClient, open, provider, reported, sent } from '../harness/login.ts'
import { damagedEverywhere } from '../harness/damages.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'

const test = suite('damaged settings')
test.after.each(closeAll)

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const BOOTSTRAP = 'GET /projects/bootstrap/:public_token'
const SEND = 'POST /magic_links/email/login_or_create'
const PUBLIC_TOKEN = 'public-token-test-damaged'

/** A project that sets everything, as the server answers it and as the browser stores it. */
async function told() {
  provider.project({
    project_name: 'Acme',
    disable_sdk_watermark: false,
    email_domains: ['acme.example'],
    password_config: { luds_complexity: 3, luds_minimum_count: 8 },
    rbac_policy: {
      roles: [{ role_id: 'admin', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
      resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
      scopes: [{ scope: 'notes', description: 'Notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
    },
  } as never)
  const client = new LatchkeyClient(PUBLIC_TOKEN, { customBaseUrl: 'http://provider.test' })
  const engine = await client[coreKey].engine()
  await engine.load()
  const wire = await (await fetch(`http://provider.test/sdk/v1/projects/bootstrap/${PUBLIC_TOKEN}`)).json()
  const kept = Object.entries({ ...localStorage }).find(([key]) => key.endsWith('::bootstrap'))!
  client.destroy()
  await closeAll()
  return { wire: wire.data as object, key: kept[0], cached: JSON.parse(kept[1]) as object }
}

const lists = ['emailDomains', 'email_domains']

/**
 * One visit: the first screen with everything that shows settings, a requested link, and
 * permissions.
 */
async function visit(what: string) {
  const client = new LatchkeyClient(PUBLIC_TOKEN, { customBaseUrl: 'http://provider.test' })
  const login = await open({ client, config: { products: ['emailMagicLinks'] }, styles: { logo: { logoImageUrl: PIXEL } } })
  const logo = await until(() => login.find<HTMLImageElement>('img'), 'the logo')
  assert.type(logo.alt, 'string', what)
  assert.not(/object Object/.test(login.text() + logo.alt), what)
  await login.type('#email-input', 'ada@example.com')
  await login.press('Continue with email')
  await login.see('Check your email')
  assert.match(sent(SEND).at(-1).code_challenge, /^[\w-]{43}$/, what)
  const gmail = login.find<HTMLAnchorElement>('a[href*="mail.google"]')!
  assert.match(gmail.href, /^https:\/\/mail\.google\.com\/mail\/u\/0\/#search\/(from%3A%40[^/]+%20)?in%3Aanywhere$/, what)
  assert.not(client.rbac.isAuthorizedSync('notes', 'read'), what)
  assert.not(await client.rbac.isAuthorized('notes', 'read'), what)
  assert.type(await client.rbac.allPermissions(), 'object', what)
  await settled()
  assert.equal(reported, [], what)
  assert.equal(login.errors, [], what)
  await closeAll()
}

test("an earlier visit's settings, damaged at any depth", async () => {
  const { key, cached } = await told()
  for (const [what, json] of damagedEverywhere(cached, lists)) {
    localStorage.setItem(key, JSON.stringify(json))
    provider.faults([{ route: BOOTSTRAP, drop: true }])
    await visit(`cached: ${what}`)
  }
})

test("the server's settings, damaged at any depth", async () => {
  const { wire } = await told()
  for (const [what, json] of damagedEverywhere(wire, lists)) {
    provider.faults([{ route: BOOTSTRAP, body: { data: { ...json, pkce_required_for_email_magic_links: 0 } } }])
    await visit(`told: ${what}`)
  }
})

test('the demands on a password, damaged at any depth', async () => {
  const { wire } = await told()
  for (const [what, json] of damagedEverywhere(wire, lists).filter(([what]) => /depth [12]/.test(what))) {
    provider.faults([{ route: BOOTSTRAP, body: { data: json } }])
    const login = await open({ client: newClient(), config: { products: ['passwords'] } })
    await login.type('#email-input', 'ada@example.com')
    await login.press('Continue with email')
    await login.see('Create your account')
    await until(() => login.find('.lk-strength'), `the demands: ${what}`)
    assert.not(/object Object|NaN|undefined/.test(login.text()), what)
    assert.equal(reported, [], what)
    await closeAll()
  }
})

test.run()
