/**
 * Drives the emulator with the provider's own SDK in a real browser, to check that it also works
 * with a client that we did not write. The SDK is a black box here, and only tests depend on it.
 */
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type Emulator, type Seed } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveSite } from '../harness/site.ts'
import { withSoftwareWallets } from './softwareWallets.ts'

const test = suite("the emulator behind the provider's own SDK")
const password = 'vRIQomL!faE2S44s'
const email = 'ada@example.com'

/** A page that loads a client of the SDK as `peer`. */
const bundle = async (entry: string, client: string) => {
  const {
    outputFiles: [file],
  } = await build({
    stdin: {
      contents: `import { ${client} as Client } from '${entry}'
        window.connect = (url) => { window.peer = new Client('public-token-test-peer', { endpoints: { testAPIURL: url } }) }`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return file!.text.replaceAll('</script', '<\\/script')
}

const pageOf = (script: string) => ({
  html: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="peer"></div><script>${script}</script>`,
})
const page = pageOf(await bundle('@stytch/vanilla-js/headless', 'StytchHeadlessClient'))
/** The client with its own screens. */
const screens = pageOf(await bundle('@stytch/vanilla-js', 'StytchUIClient'))

interface Peer {
  emulator: Emulator
  /** URL of the page. */
  url: string
  /** Evaluates an expression in the page. */
  run: (expression: string) => Promise<any>
  /** Opens another page of the site and connects the SDK there too. */
  open: (url: string) => Promise<unknown>
  tab: Page
}

/** Opens a page with the SDK connected to an emulator of its own. */
const onPage = async (work: (at: Peer) => Promise<void>, virtualAuthenticator = false) => {
  const emulator = createEmulator()
  const server = await listen(emulator, { port: 0 })
  const site = await serveSite({ '/': page, '/in': page, '/screens': screens, '/app': { html: '<!doctype html><h1>An app</h1>' } })
  const { page: tab, complaints } = await visit()
  try {
    if (virtualAuthenticator) await addAuthenticator(tab)
    const open = async (url: string) => {
      await tab.goto(url)
      await tab.evaluate(`connect(${JSON.stringify(server.url)})`)
    }
    await open(site.url)
    await work({ emulator, url: site.url, open, tab, run: (expression) => tab.evaluate(expression) })
    assert.equal(emulator.crashes(), [])
    // The SDK's screens are blank if something is missing.
    assert.equal(
      complaints.filter((text) => /TypeError/.test(text)),
      [],
    )
  } finally {
    await tab.context().close()
    emulator.close()
    await Promise.all([server.close(), site.close()])
  }
}

const user = 'peer.user.getSync()'

test('signs in by link, with PKCE', () =>
  onPage(async ({ emulator, url, run, open }) => {
    emulator.project({ pkce_required_for_email_magic_links: true })
    // The SDK has loaded the settings by then.
    await open(url)
    const options = `{ login_magic_link_url: '${url}/in', signup_magic_link_url: '${url}/in' }`
    await run(`peer.magicLinks.email.loginOrCreate('${email}', ${options})`)
    const link = emulator.outbox().at(-1)!.url!
    await open(link)
    const token = new URL(link).searchParams.get('token')
    await run(`peer.magicLinks.authenticate('${token}', { session_duration_minutes: 30 })`)
    assert.is(await run(`${user}.emails[0].email`), email)
    assert.is(emulator.requests().filter(({ body }) => (body as { code_challenge?: string } | null)?.code_challenge).length, 1)
  }))

test('signs in by code, keeps the session over a reload, and signs out', () =>
  onPage(async ({ emulator, url, run, open }) => {
    const method = await run(`peer.otps.sms.loginOrCreate('+14155550100', { expiration_minutes: 5 }).then((sent) => sent.method_id)`)
    const wrong = await run(
      `peer.otps.authenticate('000000', '${method}', { session_duration_minutes: 30 }).catch((error) => error.error_type)`,
    )
    assert.is(wrong, 'otp_code_not_found')
    const { code } = emulator.outbox().at(-1)!
    await run(`peer.otps.authenticate('${code}', '${method}', { session_duration_minutes: 30 })`)
    await open(url)
    await run('peer.session.authenticate({ session_duration_minutes: 30 })')
    assert.is(await run(`${user}.phone_numbers[0].phone_number`), '+14155550100')
    await run('peer.session.revoke()')
    assert.is(await run(user), null)
  }))

test('signs in by password, and resets it', () =>
  onPage(async ({ emulator, url, run }) => {
    const credentials = `{ email: '${email}', password: '${password}', session_duration_minutes: 30 }`
    assert.is(await run(`peer.passwords.strengthCheck({ password: 'abc' }).then((strength) => strength.valid_password)`), false)
    await run(`peer.passwords.create(${credentials})`)
    await run(`peer.session.revoke().then(() => peer.passwords.authenticate(${credentials}))`)
    assert.is(await run(`${user}.emails[0].email`), email)
    await run(
      `peer.passwords.resetByEmailStart({ email: '${email}', login_redirect_url: '${url}/in', reset_password_redirect_url: '${url}/in' })`,
    )
    const token = new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')
    await run(`peer.passwords.resetByEmail({ token: '${token}', password: '${password}2', session_duration_minutes: 30 })`)
    assert.is(await run(`${user}.emails[0].verified`), true)
  }))

test('registers a passkey and signs in with it', () =>
  onPage(async ({ emulator, run }) => {
    const method = await run(`peer.otps.email.loginOrCreate('${email}', { expiration_minutes: 5 }).then((sent) => sent.method_id)`)
    await run(`peer.otps.authenticate('${emulator.outbox().at(-1)!.code}', '${method}', { session_duration_minutes: 30 })`)
    await run('peer.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })')
    const [registration] = await run(`${user}.webauthn_registrations`)
    assert.is(registration.domain, 'localhost')
    await run(`peer.webauthn.update({ webauthn_registration_id: '${registration.webauthn_registration_id}', name: 'Desk' })`)
    await run('peer.session.revoke().then(() => peer.webauthn.authenticate({ is_passkey: true, session_duration_minutes: 30 }))')
    assert.is(await run(`${user}.webauthn_registrations[0].name`), 'Desk')
  }, true))

test('signs in with a wallet, which signs the challenge exactly as given', () =>
  onPage(async ({ run }) => {
    await run(withSoftwareWallets('window.ethereum = soft.createEthereumWallet()'))
    await run(`(async () => {
    const wallet = { crypto_wallet_type: 'ethereum', crypto_wallet_address: (await ethereum.request({ method: 'eth_requestAccounts' }))[0] }
    const { challenge } = await peer.cryptoWallets.authenticateStart(wallet)
    const signature = await ethereum.request({ method: 'personal_sign', params: [challenge, wallet.crypto_wallet_address] })
    await peer.cryptoWallets.authenticate({ ...wallet, signature, session_duration_minutes: 30 })
  })()`)
    assert.is(await run(`${user}.crypto_wallets[0].crypto_wallet_address.toLowerCase()`), await run('ethereum.address'))
  }))

test('changes the user, adds an authenticator app, deletes what it added', () =>
  onPage(async ({ emulator, run }) => {
    const method = await run(`peer.otps.email.loginOrCreate('${email}', { expiration_minutes: 5 }).then((sent) => sent.method_id)`)
    await run(`peer.otps.authenticate('${emulator.outbox().at(-1)!.code}', '${method}', { session_duration_minutes: 30 })`)
    await run(`peer.user.update({ untrusted_metadata: { theme: 'dark' } })`)
    assert.equal(await run(`${user}.untrusted_metadata`), { theme: 'dark' })
    const totp = await run('peer.totps.create({ expiration_minutes: 5 })')
    assert.match(totp.qr_code, /^data:image\//)
    await run(`peer.user.deleteTOTP('${totp.totp_id}')`)
    assert.equal(await run(`${user}.totps`), [])
    assert.equal((await run('peer.user.getConnectedApps()')).connected_apps, [])
  }))

const policy = {
  roles: [{ role_id: 'stytch_user', permissions: [] }],
  resources: [],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes' },
    { scope: 'notes:write', description: 'Change your notes', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

/**
 * An app sends a request, and the SDK's own screen shows. `to` is the parameter with the app's
 * redirect URL.
 */
const asked = async ({ emulator, url, tab, open, run }: Peer, given: Record<string, string>, to = 'redirect_uri') => {
  const redirect_uri = `${url}/app`
  const query = { [to]: redirect_uri, ...given }
  emulator.seed({
    users: [{ emails: [{ email }], password }],
    clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [redirect_uri], post_logout_redirect_uris: [redirect_uri] }],
  })
  await run(`peer.passwords.authenticate({ email: '${email}', password: '${password}', session_duration_minutes: 30 })`)
  await open(`${url}/screens?${new URLSearchParams({ client_id: 'app', ...query })}`)
  await run(`peer.mountIdentityProvider({ elementId: '#peer' })`)
  return {
    press: (name: string) => tab.getByRole('button', { name, exact: true }).click(),
    see: (text: string) => tab.getByText(text).first().waitFor(),
    landed: async () => {
      await tab.waitForURL(`${redirect_uri}**`)
      return Object.fromEntries(new URL(tab.url()).searchParams)
    },
  }
}

/** What an app gets, except who has answered it (RFC 9207). */
const withoutIssuer = ({ iss, ...rest }: Record<string, string>): Record<string, string> => {
  assert.match(iss ?? '', /^http:\/\/localhost:\d+$/)
  return rest
}

const policies: [what: string, seed: Seed][] = [
  ['no policy of its own', {}],
  ['a policy without scopes', { policy: { roles: policy.roles, resources: [] } }],
]
for (const [what, seed] of policies) {
  test(`shows its consent screen in a project with ${what}, and allows`, () =>
    onPage(async (at) => {
      at.emulator.seed(seed)
      const { see, press, landed } = await asked(at, { state: 's', scope: 'openid email notes:read' })
      await see('Notes is requesting to:')
      await see('Verify your identity')
      await see('You do not have permissions to grant Notes access')
      await press('Allow')
      const { code, ...rest } = withoutIssuer(await landed())
      assert.equal([Boolean(code), rest], [true, { state: 's' }])
    }))
}

test("shows a policy's scopes in its own words, and denies", () =>
  onPage(async (at) => {
    at.emulator.seed({ policy })
    const { see, press, landed } = await asked(at, { state: 's', scope: 'openid notes:read notes:write' })
    await see('Read your notes')
    await press('Deny')
    assert.equal(withoutIssuer(await landed()), { error: 'access_denied', state: 's' })
  }))

test('shows no question if the app requests that', () =>
  onPage(async (at) => {
    const { landed } = await asked(at, { state: 's', prompt: 'none' })
    assert.equal(withoutIssuer(await landed()), { error: 'consent_required', state: 's' })
  }))

test('asks before an app logs the visitor out', () =>
  onPage(async (at) => {
    const { see, press, landed } = await asked(at, { state: 's' }, 'post_logout_redirect_uri')
    await see('Log out?')
    await press('Yes')
    assert.equal(await landed(), { state: 's' })
  }))

test.after(closeBrowser)
test.run()
