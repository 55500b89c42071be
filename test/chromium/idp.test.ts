/**
 * Tests the identity-provider screens in a real browser: an app's round trip, consent and its
 * refusals, faults, log-out, the effect of the host's manifest; by keyboard alone. How each state
 * of these screens looks is tested in states.test.ts.
 */
import * as oauth from 'oauth4webapi'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import type { SeedClient } from '../../src/tools/emulator/index.ts'
import { closeBrowser } from '../harness/browser.ts'
import { serveSite } from '../harness/site.ts'
import { APP as APP_1, CHALLENGE, policy } from '../../src/tools/states/states.ts'
import {
  alertOf,
  hostPage,
  pressCounts,
  PUBLIC_TOKEN,
  until,
  visible,
  visiting,
  visitingInAll,
  type Arrangement,
  type Arrive,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

// A separate server: if the app were a route of playwright's, the browser would ask the test about
// every request of every page.
const site = await serveSite({ '/cb': { html: hostPage('<h1>An app</h1>') }, '/bye': { html: hostPage('<h1>An app, afterward</h1>') } })
test.after(site.close)
const APP = site.url
const CALLBACK = `${APP}/cb?keep=1`
const GOODBYE = `${APP}/bye`
const START = 'POST /idp/oauth/authorize/start'
const SUBMIT = 'POST /idp/oauth/authorize/submit'
const LOG_OUT = 'POST /oauth/logout/start'
const REVOKE = 'POST /sessions/revoke'
const AUTHENTICATE = 'POST /sessions/authenticate'
const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const CANNOT_RETURN = 'The application cannot be returned to. Please reach out to the application developer.'
const NO_SESSION = 'No active session detected. Please log in to continue.'

const CLIENT: SeedClient = { ...APP_1, redirect_uris: [CALLBACK], post_logout_redirect_uris: [GOODBYE] }

const parts = (page: Page) => ({
  allow: page.getByRole('button', { name: 'Allow' }),
  deny: page.getByRole('button', { name: 'Deny' }),
  notYou: page.getByRole('button', { name: 'Not you?' }),
  yes: page.getByRole('button', { name: 'Yes' }),
  no: page.getByRole('button', { name: 'No', exact: true }),
  again: page.getByRole('button', { name: 'Try again' }),
  goOn: page.getByRole('button', { name: 'Continue' }),
  heading: (name: string) => page.getByRole('heading', { name, exact: true }),
  item: (text: string) => page.getByRole('listitem').filter({ hasText: text }),
  failed: page.getByRole('heading', { name: 'Looks like there was an error!' }),
})

/** Signs the visitor in with the `client` of the page. */
const logIn = (page: Page) =>
  page.evaluate(
    ([email, password]) =>
      (window as unknown as Host).client.passwords
        .authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
        .then(() => {}),
    [EMAIL, PASSWORD],
  )

/** Advances the page's clock by 3 s, after which the widget assumes that the visitor has stayed. */
const stillHere = (page: Page) =>
  until(async () => {
    await page.clock.runFor(1000)
    return parts(page).goOn.isVisible()
  }, 'the screen of who stays')

/**
 * The host's consent page. `props` is the inside of a JavaScript object. If `mount` is false, the
 * page only makes a client.
 */
const consentPage = (provider: string, props = '', mount = true, options: object = {}) =>
  hostPage(`<main><h1>A host</h1><div id="consent"></div></main><script type="module">
    import { LatchkeyClient } from '/embed/widget.js'
    const client = new LatchkeyClient('${PUBLIC_TOKEN}', ${JSON.stringify({ customBaseUrl: provider, ...options })})
    const mount = (more) => client.mountIdentityProvider({ elementId: '#consent', ...{ ${props} }, ...more })
    Object.assign(window, { client, mount, mounted: ${mount} && mount() })
  </script>`)

interface Setting {
  client?: Partial<SeedClient>
  /** More props of the mount, as JavaScript. */
  props?: string
  signedIn?: boolean
  /** Options of the client. */
  options?: object
  /** On a new page that no other test uses. */
  alone?: boolean
  arrangement?: Arrangement
}

/** A visitor who is signed in at the provider before any app has sent them anywhere. */
const arriveAt = async (arrive: Arrive, { client, props = '', signedIn = true, options, alone = false, arrangement }: Setting = {}) => {
  const visitor = await arrive({
    path: null,
    handsOn: !alone,
    ...arrangement,
    project: { project_name: 'Larch', ...arrangement?.project },
    pages: (tag, provider) => ({
      '/consent': { html: consentPage(provider, props, true, options) },
      '/signin': { html: consentPage(provider, '', false, options) },
      ...arrangement?.pages?.(tag, provider),
    }),
  })
  visitor.emulator.seed({ policy, clients: [{ ...CLIENT, ...client }], users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
  if (signedIn) await signIn(visitor)
  return visitor
}

interface Host {
  client: import('../../src/entries/index.ts').LatchkeyClient
  mount: (more?: object) => { update: (props: object) => void; unmount: () => void }
  mounted: { update: (props: object) => void; unmount: () => void }
}

const signIn = async ({ page, site }: Visitor) => {
  await page.goto(`${site}/signin`)
  await logIn(page)
}

/** What CHALLENGE was made from. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** The URL to which an app sends a visitor. A parameter that is undefined is left out. */
const requested = (site: string, query: Record<string, string | undefined> = {}) => {
  const given = { client_id: 'app-1', redirect_uri: CALLBACK, code_challenge: CHALLENGE, ...query }
  return `${site}/consent?${new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))}`
}

/** The URL to which an app sends a visitor whom it has logged out. */
const leaving = (site: string, query: Record<string, string> = {}) =>
  `${site}/consent?${new URLSearchParams({ client_id: 'app-1', post_logout_redirect_uri: GOODBYE, ...query })}`

const ask = async (visitor: Visitor, query: Record<string, string | undefined> = {}) => {
  await visitor.page.goto(requested(visitor.site, query))
  await visible(parts(visitor.page).allow)
  return parts(visitor.page)
}

/**
 * Records the widget's events from now on, in the test, because a page forgets them when it is
 * left.
 */
const listening = async ({ page }: Visitor) => {
  const events: string[] = []
  await page.context().exposeFunction('tell', (type: string) => void events.push(type))
  await page
    .context()
    .addInitScript(() =>
      addEventListener('latchkey:event', (event) =>
        (window as unknown as { tell(type: string): void }).tell((event as CustomEvent).detail.type),
      ),
    )
  return events
}

const landed = async (page: Page, url = `${APP}/**`) => {
  await page.waitForURL(url)
  return new URL(page.url()).searchParams
}

visiting('an app gets a code and exchanges it for an id token: state, nonce and PKCE match, and the code works once', async (arrive) => {
  const visitor = await arriveAt(arrive, { alone: true })
  const { page, provider, site } = visitor
  const events = await listening(visitor)
  const as: oauth.AuthorizationServer = {
    issuer: provider,
    authorization_endpoint: `${site}/consent`,
    token_endpoint: `${provider}/v1/oauth2/token`,
    jwks_uri: `${provider}/.well-known/jwks.json`,
  }
  const client: oauth.Client = { client_id: 'app-1' }
  const insecure = { [oauth.allowInsecureRequests]: true }
  const [verifier, state, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState(), oauth.generateRandomNonce()]
  const { allow, heading } = await ask(visitor, {
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    scope: 'openid email notes:read',
  })
  await visible(heading('Sunny Notes wants to access your Larch account'))
  await allow.click()
  const answer = await landed(page)
  assert.is(answer.get('keep'), '1')
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'])

  const checked = oauth.validateAuthResponse(as, client, answer, state)
  const exchange = () => oauth.authorizationCodeGrantRequest(as, client, oauth.None(), checked, CALLBACK, verifier, insecure)
  const response = await exchange()
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, { expectedNonce: nonce, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(as, response, insecure)
  assert.is(oauth.getValidatedIdTokenClaims(tokens)!.email, EMAIL)
  assert.is(tokens.scope, 'openid email notes:read')
  assert.is((await exchange()).status, 400)

  // Consent is remembered, but not for more scopes, and not if the app requests the question again.
  await page.goto(requested(site, { scope: 'openid notes:read', state: 'again' }))
  assert.is((await landed(page)).get('state'), 'again')
  assert.is(visitor.sent(SUBMIT).at(-1).consent_granted, false)
  assert.equal(events.slice(2), ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'])
  await ask(visitor, { scope: 'openid phone' })
  await ask(visitor, { scope: 'openid notes:read', prompt: 'consent' })
})

visitingInAll('sends what the app requested: start without, submit with state, nonce and challenge', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { allow } = await ask(visitor, {
    state: 'a+b c%&=#é',
    nonce: 'n',
    scope: 'openid  notes:read notes:write',
    prompt: 'consent',
    foo: '1',
  })
  await allow.click()
  assert.is((await landed(visitor.page)).get('state'), 'a+b c%&=#é')
  const asked = {
    client_id: 'app-1',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scopes: ['openid', 'notes:read', 'notes:write'],
    prompt: 'consent',
  }
  assert.equal(visitor.sent(START), [asked])
  assert.equal(visitor.sent(SUBMIT), [{ ...asked, state: 'a+b c%&=#é', nonce: 'n', code_challenge: CHALLENGE, consent_granted: true }])
  // The visitor waits for this round trip.
  assert.is(visitor.sent(AUTHENTICATE).length, 1)
})

/** The parts of an event that the tests compare: its type, or an error's names. */
const spoken = ({ type, detail }: { type: string; detail: any }) =>
  type === 'latchkey:event' ? detail.type : `${detail.code} ${detail.error_type}`

for (const [what, query, later, error] of [
  ['a missing consent', { prompt: 'none' }, 0, 'consent_required'],
  ['an account that was not chosen', { prompt: 'select_account' }, 6, 'account_selection_required'],
] as const) {
  visitingInAll(`${what}: the app gets ${error}, and the host gets an error of that name and no success`, async (arrive) => {
    const visitor = await arriveAt(arrive, { alone: true })
    const heard: string[] = []
    await visitor.page
      .context()
      .exposeFunction('tell', (type: string, detail: string) => void heard.push(spoken({ type, detail: JSON.parse(detail) })))
    await visitor.page.context().addInitScript(() => {
      for (const type of ['latchkey:event', 'latchkey:error'])
        addEventListener(type, (event) => {
          const { message, ...detail } = (event as CustomEvent).detail
          ;(window as unknown as { tell(type: string, detail: string): void }).tell(type, JSON.stringify(detail))
        })
    })
    visitor.emulator.clock.advance(later * 60_000)
    await visitor.page.goto(requested(visitor.site, { ...query, state: 's' }))
    const told = await landed(visitor.page)
    assert.equal([told.get('error'), told.get('state'), told.get('code')], [error, 's', null])
    assert.equal(heard, ['OAUTH_AUTHORIZE_FLOW_START', `api ${error}`])
  })
}

visitingInAll('an error for the app is an error for the host, and never a success on the screen', async (arrive) => {
  const visitor = await arriveAt(arrive, {
    client: { redirect_uris: ['notes.app:/cb'] },
    alone: true,
    arrangement: { expected: /registered handler/ },
  })
  const { page, emulator } = visitor
  await page.clock.install()
  for (const [press, query, heard] of [
    ['Allow', 'error=server_error&error_description=Try%20later', 'api server_error Try later'],
    ['Allow', 'error=access_denied', 'api access_denied The app is told that it gets no code: access_denied.'],
    ['Deny', 'error=temporarily_unavailable', 'api temporarily_unavailable The app is told that it gets no code: temporarily_unavailable.'],
    ['Deny', 'error=access_denied&error_description=x', 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED'],
    ['Allow', 'code=c&state=error', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'],
  ] as const) {
    const data = { request_id: 'r', status_code: 200, redirect_uri: `notes.app:/cb?${query}` }
    emulator.faults([{ route: SUBMIT, status: 200, body: { data } }])
    await ask(visitor, { redirect_uri: 'notes.app:/cb' })
    await page.getByRole('button', { name: press }).click()
    await stillHere(page)
    await visible(parts(page).heading(query.startsWith('code') ? 'Success!' : 'Access to the application was denied.'))
    const [, ...last] = await visitor.heard()
    assert.equal(
      last.map((one) => (one.type === 'latchkey:error' ? `${spoken(one)} ${one.detail.message}` : spoken(one))),
      [heard],
    )
  }
})

visiting('deny tells the app and the host, before the page leaves', async (arrive) => {
  const visitor = await arriveAt(arrive, { alone: true })
  const events = await listening(visitor)
  const { deny } = await ask(visitor, { state: 's' })
  await deny.click()
  const answer = await landed(visitor.page)
  assert.equal([answer.get('error'), answer.get('state'), answer.get('code')], ['access_denied', 's', null])
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED'])
})

visitingInAll('500 scopes: Allow and Deny stay within reach, and the list scrolls', async (arrive) => {
  const scopes = Array.from({ length: 500 }, (_, at) => `notes:folder-${at}`)
  const visitor = await arriveAt(arrive)
  visitor.emulator.seed({
    policy: { ...policy, scopes: scopes.map((scope) => ({ scope, description: `Read the folder of ${scope}`, permissions: [] })) },
  })
  const { allow, item } = await ask(visitor, { scope: scopes.join(' ') })
  assert.is(await visitor.page.getByRole('listitem').count(), 500)
  await visible(item('Read the folder of notes:folder-499'))
  const { y, height } = (await allow.boundingBox())!
  assert.ok(y + height < 720, `Allow at ${y}`)
  await visitor.page.locator('.lk ul').focus()
  await visitor.page.keyboard.press('End')
  await until(() => visitor.page.locator('.lk ul').evaluate((list) => list.scrollTop > 1000), 'the list scrolls')
  await allow.click()
  await landed(visitor.page)
  assert.is(visitor.sent(SUBMIT)[0].scopes.length, 500)
})

visitingInAll('25 scopes: their count, and a list that scrolls by keyboard, which its header names', async (arrive) => {
  const scopes = Array.from({ length: 25 }, (_, at) => `notes:${at}`)
  const visitor = await arriveAt(arrive)
  visitor.emulator.seed({ policy: { ...policy, scopes: scopes.map((scope) => ({ scope, description: scope, permissions: [] })) } })
  const { page } = visitor
  const { notYou } = await ask(visitor, { scope: scopes.join(' ') })
  await visible(page.getByText('25 permissions', { exact: true }))
  const list = page.getByRole('list', { name: 'Sunny Notes is requesting to:' })
  await notYou.focus()
  await page.keyboard.press('Tab')
  assert.ok(await list.evaluate((list) => list === document.activeElement))
  await page.keyboard.press('End')
  await until(() => list.evaluate((list) => list.scrollTop > 0 && list.scrollTop + list.clientHeight >= list.scrollHeight - 1), 'its end')
  await ask(visitor, { scope: scopes.slice(0, 10).join(' ') })
  assert.is(await page.getByText('10 permissions').count(), 0)
  await ask(visitor, { scope: scopes.slice(0, 11).join(' ') })
  await visible(page.getByText('11 permissions', { exact: true }))
})

visitingInAll('rows that unfold do so wherever they are clicked, and so does the warning', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { page } = visitor
  await ask(visitor, { scope: 'openid email notes:write' })
  const folds = await page.locator('details').all()
  assert.is(folds.length, 3)
  for (const fold of folds) {
    const { width, height } = (await fold.boundingBox())!
    assert.ok(height >= 48, `${height} px`)
    for (const [x, y] of [
      [2, 2],
      [width - 3, height - 3],
      [width / 2, 3],
      [3, height / 2],
    ] as const) {
      await fold.click({ position: { x, y } })
      assert.is(await fold.getAttribute('open'), '', `at ${x}, ${y}`)
      await fold.locator('summary').first().click()
      assert.is(await fold.getAttribute('open'), null)
    }
  }
})

visitingInAll('Not you? ends the session, and the request starts over for the next visitor', async (arrive) => {
  const [plain, stubborn] = await Promise.all([arriveAt(arrive), arriveAt(arrive)])
  stubborn.emulator.faults([{ route: REVOKE, status: 500, body: 'x' }])
  for (const visitor of [plain, stubborn]) {
    const { page } = visitor
    const { notYou, allow } = await ask(visitor, { state: 's' })
    await visible(page.locator('.lk-who').getByText(EMAIL))
    await notYou.click()
    assert.is(await alertOf(page), NO_SESSION)
    assert.is(await page.evaluate(() => document.activeElement!.textContent), NO_SESSION)
    assert.equal([visitor.sent(REVOKE).length, await visitor.session()], [1, undefined])
    assert.equal(
      (await visitor.heard()).map(({ detail }) => detail.type ?? detail.code),
      ['OAUTH_AUTHORIZE_FLOW_START', 'no_current_session'],
    )
    await logIn(page)
    await allow.click()
    assert.is((await landed(page)).get('state'), 's')
    assert.is(visitor.sent(START).length, 2)
  }
})

visitingInAll('while Not you? ends the session nobody can allow or deny', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { notYou, allow, deny } = await ask(visitor)
  visitor.emulator.faults([{ route: REVOKE, hold: 'revoke' }])
  await notYou.click()
  await until(() => visitor.sent(REVOKE).length, 'the call')
  assert.equal([await allow.isDisabled(), await deny.isDisabled()], [true, true])
  visitor.emulator.release('revoke')
  assert.is(await alertOf(visitor.page), NO_SESSION)
  assert.equal(visitor.sent(SUBMIT), [])
})

visitingInAll(
  'nothing from the request or the server changes the text direction, and host names are ASCII, from left to right',
  async (arrive) => {
    const turning = '\u202e\u2066\u200f\u061c'
    const schemed = `notes.app:/cb${turning}/moc.knab`
    const named = `https://пример.example/${turning}`
    const visitor = await arriveAt(arrive, {
      client: { client_name: `No${turning}tes`, redirect_uris: [schemed, named] },
      arrangement: { project: { project_name: `La${turning}rch` } },
    })
    visitor.emulator.seed({ policy: { ...policy, scopes: [{ scope: 'notes:read', description: `Read ${turning}notes` }] } })
    for (const [redirect_uri, host] of [
      // of a scheme of its own, the scheme alone
      [schemed, 'notes.app:'],
      [named, 'xn--e1afmkfd.example'],
    ] as const) {
      const { heading, item } = await ask(visitor, { redirect_uri, scope: `openid notes:read no${turning}tes` })
      await visible(heading('Notes wants to access your Larch account'))
      await visible(item('Read notes'))
      assert.not.match(await visitor.page.locator('.lk').innerText(), /\p{Bidi_C}/u)
      const shown = visitor.page.locator('bdi[dir=ltr]')
      assert.equal([await shown.innerText(), await shown.evaluate((element) => getComputedStyle(element).unicodeBidi)], [host, 'isolate'])
    }
  },
)

visitingInAll('logos of the host and the app are small, and one that is broken or contains a script is not shown', async (arrive) => {
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>')}`
  const styles = (url: string) => `styles: { logo: { logoImageUrl: ${JSON.stringify(url)} } }`
  const [good, bad] = await Promise.all([
    arriveAt(arrive, { client: { logo_url: picture }, props: styles(picture) }),
    arriveAt(arrive, { client: { logo_url: 'https://evil.example/none.png' }, props: styles('javascript:alert(1)') }),
  ])
  await ask(good)
  const logos = good.page.locator('img')
  assert.is(await logos.count(), 2)
  for (const logo of await logos.all()) {
    const { width, height } = (await logo.boundingBox())!
    assert.ok(width <= 100 && height <= 50, `${width} x ${height}`)
  }
  await ask(bad)
  await until(async () => (await bad.page.locator('img').count()) === 0, 'no picture')
})

visitingInAll('a visitor who signs out or changes accounts in another tab is not asked on behalf of the first account', async (arrive) => {
  const visitor = await arriveAt(arrive)
  await ask(visitor)
  const tab = await visitor.tab('/signin')
  await tab.evaluate(() => (window as unknown as Host).client.session.revoke().then(() => {}))
  assert.is(await alertOf(visitor.page), NO_SESSION)
  await logIn(tab)
  await visible(parts(visitor.page).allow)
})

visitingInAll("a redirect to anything but the app's redirect_uri is refused", async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { page, site } = visitor
  // test/products/idp/rules.test.ts has many more
  for (const redirect_uri of ['javascript:document.title="ran"', 'https://evil.example/cb', 'notes.app://cb', '\njavascript:alert(1)']) {
    visitor.emulator.faults([{ route: SUBMIT, status: 200, body: { data: { request_id: 'r', status_code: 200, redirect_uri } } }])
    const { allow } = await ask(visitor)
    await allow.click()
    assert.is(await alertOf(page), CANNOT_RETURN, String(redirect_uri))
    assert.equal(
      (await visitor.heard()).map(({ detail }) => detail.type ?? detail.code),
      ['OAUTH_AUTHORIZE_FLOW_START', 'unexpected_redirect'],
    )
  }
  assert.ok(page.url().startsWith(site))
  assert.is(await page.title(), 'A host')
})

visitingInAll("an app's own scheme is opened, and a visitor who is still here then reads the outcome and can continue", async (arrive) => {
  const redirect_uri = 'notes.app:/cb'
  const visitor = await arriveAt(arrive, {
    client: { redirect_uris: [redirect_uri] },
    alone: true,
    arrangement: { expected: /scheme does not have a registered handler/ },
  })
  const { page } = visitor
  const asked: string[] = []
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.enable')
  cdp.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url))
  cdp.on('Page.frameScheduledNavigation', ({ url }) => asked.push(url))
  await page.clock.install()
  const { allow, goOn, heading } = await ask(visitor, { redirect_uri })
  await visible(page.getByText('You will be redirected to an app on this device that opens notes.app: links.'))
  await allow.click()
  await until(() => asked.length, 'the way to the app')
  assert.match(asked[0]!, /^notes\.app:\/cb\?code=/)
  await stillHere(page)
  await visible(heading('Success!'))
  await goOn.click()
  await until(() => asked.length > 1, 'the way to the app, again')
})

/** A trusted token of another issuer, registered with the project. */
const byBank = async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const issuer = 'https://bank.example'
  const jwt = new SignJWT({ email: 'grace@example.com' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }
  return { token: await jwt.sign(privateKey), token_profiles: [{ profile_id: 'bank', jwks, issuer }] }
}

visitingInAll('a trusted token: the earlier session is revoked, one of an hour is attested, and one start is sent', async (arrive) => {
  const { token, token_profiles } = await byBank()
  const visitor = await arriveAt(arrive, { props: `authTokenParams: { trustedAuthToken: '${token}', tokenProfileID: 'bank' }` })
  const { page, emulator } = visitor
  emulator.seed({ token_profiles })
  const before = await visitor.session()
  // Even if the provider refuses to revoke the old session.
  emulator.faults([{ route: REVOKE, status: 500, body: 'x' }])
  const { allow } = await ask(visitor)
  assert.is(visitor.sent(REVOKE).length, 1)
  assert.equal(visitor.sent('POST /sessions/attest'), [{ profile_id: 'bank', token, session_duration_minutes: 60 }])
  assert.is(visitor.sent(START).length, 1)
  // It would sign the same visitor in again.
  assert.is(await parts(page).notYou.count(), 0)
  assert.is.not(await visitor.session(), before)
  assert.is(await page.evaluate(() => (window as unknown as Host).client.user.getSync()!.emails[0]!.email), 'grace@example.com')
  await allow.click()
  await landed(page)
})

visitingInAll('a trusted token that arrives later is used when the visitor tries again', async (arrive) => {
  const { token, token_profiles } = await byBank()
  const visitor = await arriveAt(arrive, { signedIn: false })
  const { page, emulator } = visitor
  emulator.seed({ token_profiles })
  await page.goto(requested(visitor.site))
  await visible(page.getByText(NO_SESSION))
  await page.evaluate(
    (trustedAuthToken) => (window as unknown as Host).mounted.update({ authTokenParams: { trustedAuthToken, tokenProfileID: 'bank' } }),
    token,
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await visible(parts(page).allow)
  assert.is(visitor.sent('POST /sessions/attest').length, 1)
})

visitingInAll('an invalid trusted token shows the error and sends no start', async (arrive) => {
  const visitor = await arriveAt(arrive, {
    signedIn: false,
    props: `authTokenParams: { trustedAuthToken: 'nonsense', tokenProfileID: 'bank' }`,
  })
  await visitor.page.goto(requested(visitor.site))
  await visible(parts(visitor.page).failed)
  assert.equal([visitor.sent(START), visitor.sent(REVOKE)], [[], []])
})

visiting('log-out: Yes ends the session, whatever the provider answers, and leads back', async (arrive) => {
  const [plain, stubborn] = await Promise.all([arriveAt(arrive), arriveAt(arrive)])
  stubborn.emulator.faults([{ route: REVOKE, status: 500, body: 'x' }])
  for (const visitor of [plain, stubborn]) {
    const { page } = visitor
    await page.goto(leaving(visitor.site, { state: 'a b' }))
    await visible(parts(page).heading('Log out?'))
    await visible(page.getByText('Are you sure you want to log out of your Larch account?'))
    await parts(page).yes.click()
    assert.is((await landed(page, `${APP}/bye**`)).get('state'), 'a b')
    assert.is(visitor.sent(REVOKE).length, 1)
    assert.is(await visitor.session(), undefined)
    assert.equal(visitor.sent(LOG_OUT), [{ client_id: 'app-1', post_logout_redirect_uri: GOODBYE, state: 'a b' }])
  }
})

visitingInAll("log-out: with the id token of the session's user there is no question", async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { page, provider } = visitor
  await (await ask(visitor)).allow.click()
  const code = (await landed(page)).get('code')!
  const form = { grant_type: 'authorization_code', client_id: 'app-1', redirect_uri: CALLBACK, code, code_verifier: VERIFIER }
  const { id_token } = await (await fetch(`${provider}/v1/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })).json()
  await page.goto(leaving(visitor.site, { id_token_hint: id_token }))
  await landed(page, `${APP}/bye`)
  assert.is(visitor.sent(REVOKE).length, 1)
  assert.is(await visitor.session(), undefined)
})

const generators: [what: string, generator: string, sees: string[]][] = [
  [
    'items',
    '({ scopes, clientName }) => [clientName + " " + scopes.join(), { text: "More", details: ["Detail"] }]',
    ['Sunny Notes is requesting to:', 'Sunny Notes openid,notes:read', 'More'],
  ],
  [
    'sections, later',
    'async () => [{ header: "First", items: ["<b>One</b>"] }, { header: "Second", items: [{ text: "Two" }] }]',
    ['First', '<b>One</b>', 'Second', 'Two'],
  ],
  ['hangs', '() => new Promise(() => {})', ['Verify your identity']],
]
visitingInAll("the host's manifest, and one that never comes, for which the default list shows", async (arrive) => {
  const visitor = await arriveAt(arrive, {
    // Uses a clock for the request that hangs.
    alone: true,
    props: `getIDPConsentManifest: [${generators.map(([, generator]) => `(about) => { window.asked = Date.now(); return (${generator})(about) }`)}][new URLSearchParams(location.search).get('generator')]`,
  })
  const { page } = visitor
  const query = (at: number) => ({ generator: String(at), scope: 'openid notes:read notes:write' })
  for (const [at, [what, , sees]] of generators.entries()) {
    if (what === 'hangs') {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.goto(requested(visitor.site, query(at)))
      const asked = await until(
        () => page.clock.runFor(20).then(() => page.evaluate(() => (window as { asked?: number }).asked)),
        'the host is asked',
      )
      const now = () => page.evaluate(() => Date.now())
      await page.clock.runFor(asked + 2900 - (await now()))
      assert.not(await parts(page).allow.isVisible())
      await until(() => page.clock.runFor(20).then(() => parts(page).allow.isVisible()), 'the default list')
      assert.ok((await now()) - asked >= 3000)
      await page.clock.resume()
    } else await ask(visitor, query(at))
    for (const text of sees) await visible(page.getByText(text, { exact: true }).first())
    await parts(page).deny.click()
    await landed(page)
  }
})

visitingInAll('the page refuses to act in a frame of another site, but not in one of its own', async (arrive) => {
  const visitor = await arriveAt(arrive, {
    arrangement: { pages: () => ({ '/framing': { html: hostPage('<iframe id="f" width="500" height="600"></iframe>') } }) },
  })
  const { page, site } = visitor
  const inside = page.frameLocator('#f')
  const frame = (url: string) =>
    page.evaluate((url) => {
      document.querySelector<HTMLIFrameElement>('#f')!.src = url
    }, url)
  await page.goto(`${site}/framing`)
  await frame(requested(site))
  await visible(inside.getByRole('button', { name: 'Allow' }))
  // The same server under another name is a different origin of the same site, so cookies would be
  // sent.
  await page.goto(`${site.replace('localhost', '127.0.0.1')}/framing`).catch(() => page.goto(`${visitor.provider}/`))
  await page.setContent('<iframe id="f" width="500" height="600"></iframe>')
  const before = visitor.sent(START).length
  for (const url of [requested(site), leaving(site)]) {
    await frame(url)
    await visible(inside.getByText('For your safety, this page does not work inside of another site.'))
    assert.is(await inside.getByRole('button').count(), 0)
  }
  assert.is(visitor.sent(START).length, before)
  assert.equal(visitor.sent(LOG_OUT), [])
})

visitingInAll('loads no code of the log-in products, whatever the visitor does', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const loaded = new Set<string>()
  visitor.page.on('request', (request) => {
    const file = /\/embed\/(?:c\/)?(\w+)/.exec(request.url())?.[1]
    if (file) loaded.add(file)
  })
  const { allow } = await ask(visitor)
  await visitor.page.keyboard.press('Tab')
  await visitor.page.locator('summary').first().click()
  await visitor.idle()
  await allow.click()
  await landed(visitor.page)
  assert.equal([...loaded].sort(), ['engine', 'idp', 'kit', 'laterEngine', 'widget'])
})

visitingInAll('a second mount updates the first, and a late answer does not move the page', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { page } = visitor
  await ask(visitor)
  await page.evaluate(() => {
    ;(window as unknown as Host).mount({ strings: { 'idpConsent.button.allow': 'Let in' } })
  })
  await visible(page.getByRole('button', { name: 'Let in' }))
  assert.is(await page.locator('#consent > *').count(), 1)
  visitor.emulator.faults([{ route: SUBMIT, hold: 'submit' }])
  await page.getByRole('button', { name: 'Let in' }).click()
  await until(() => visitor.sent(SUBMIT).length, 'the call')
  await page.evaluate(() => (window as unknown as Host).mounted.unmount())
  visitor.emulator.release('submit')
  await visitor.idle()
  assert.ok(page.url().startsWith(visitor.site))
  assert.equal(
    (await visitor.heard()).map(({ detail }) => detail.type),
    ['OAUTH_AUTHORIZE_FLOW_START'],
  )
})

visiting('by keyboard alone: reads the details, skips what cannot be granted, allows', async (arrive) => {
  const visitor = await arriveAt(arrive)
  const { page } = visitor
  const { keyboard } = page
  await ask(visitor, { scope: 'openid profile notes:write' })
  await visible(page.locator('h2:focus'))
  const focused = () => page.evaluate(() => document.activeElement!.textContent)
  const order: (string | null)[] = []
  for (let step = 0; step < 6; step++) {
    await keyboard.press('Tab')
    order.push(await focused())
    if (step > 0 && step < 4) await keyboard.press('Enter')
  }
  assert.equal(order, [
    'Not you?',
    'Verify your identity',
    'View your personal profile information',
    'You do not have permissions to grant Sunny Notes access to some of the requested scopes.',
    'Allow',
    'Deny',
  ])
  for (const text of ['View information stored within your account', 'Name, picture and language preferences', 'Change your notes'])
    await visible(page.getByText(text))
  await keyboard.press('Shift+Tab')
  await pressCounts(parts(page).allow)
  await keyboard.press('Enter')
  assert.ok((await landed(page)).get('code'))
})

test.run()
