/**
 * Tests the script that sends a page's first call before any file comes: what it sends and when,
 * what it leaves to the widget, and that nothing that the widget promises gets lost.
 */
import '../built/all.ts'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FirstCallOptions, LoginConfig } from '../../src/prerender/index.tsx'
import type { LatchkeyClient } from '../../src/entries/index.ts'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { APP as OWNER, CHALLENGE, policy } from '../../src/tools/states/states.ts'
import { chunks } from './embedChunks.ts'
import { firstCall, holdRoute, prerender } from './prerenderedPages.ts'
import {
  hostPage,
  LINKS,
  OPEN_LINK,
  PUBLIC_TOKEN,
  UNREACHABLE,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrive,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const CHECK = 'POST /sessions/authenticate'
const GOOGLE = { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }] } }

/** The script of a page whose provider is at `provider`. */
const script = (provider: string, options: FirstCallOptions = {}) =>
  `<script>${firstCall({ publicToken: PUBLIC_TOKEN, baseUrl: provider, ...options }).script}</script>`

/** A page with the script and the script tag. */
const page = (options: FirstCallOptions = {}, more: Arrangement = {}): Arrangement => ({
  path: null,
  html: (tag, provider) => hostPage(`<div id="login"></div>${tag}`, script(provider, options)),
  ...more,
})

/** Asks for a link in another tab. */
const askForLink = async (visitor: Visitor, email = EMAIL) => {
  const before = visitor.emulator.outbox().length
  const tab = await visitor.tab()
  await widget(tab).email.fill(email)
  await widget(tab).continueWithEmail.click()
  const { url } = await visitor.message(before + 1)
  await tab.close()
  return url!
}

/** Signs in with a link, in another tab. */
const signIn = async (visitor: Visitor, email = EMAIL) => {
  const tab = await visitor.tab(new URL(await askForLink(visitor, email)).search)
  await visible(widget(tab).success)
  await tab.close()
}

const count = (visitor: Visitor, route = OPEN_LINK) => visitor.sent(route).length

/** What the script has left on the page. */
const left = (page: Page) =>
  page.evaluate(() => {
    const sent = (window as unknown as Record<symbol, { href?: string } | undefined>)[Symbol.for('latchkey.session')]
    return sent && { names: Object.keys(sent), href: sent.href }
  })

for (const pkce of sample([true, false]))
  visiting(`a link is spent before any file comes, PKCE ${pkce ? 'required' : 'not required'}`, async (arrive) => {
    const visitor = await arrive(page({}, { config: LINKS, project: { pkce_required_for_email_magic_links: pkce } }))
    const url = await askForLink(visitor)
    const release = await holdRoute(visitor.page, '**/embed/*')
    await visitor.page.goto(`${url}&keep=%41#part`, { waitUntil: 'commit' })
    await until(() => count(visitor), 'the call')
    assert.is(visitor.page.url(), `${visitor.site}/?keep=%41#part`)
    const [body] = visitor.sent(OPEN_LINK)
    assert.is(body.session_duration_minutes, 30)
    assert.is(body.code_verifier !== undefined, pkce)
    assert.not.ok(await visitor.session())
    await release()
    await visible(widget(visitor.page).success)
    assert.ok(await visitor.session())
    assert.is(count(visitor), 1)
    assert.equal(
      (await visitor.heard()).map(({ detail }) => detail.type),
      ['AUTHENTICATE_FLOW_COMPLETE'],
    )
    assert.equal(await visitor.page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('PKCE'))), [])
    assert.equal(await left(visitor.page), { names: ['key', 'at', 'state', 'href'], href: undefined })
  })

visitingInAll('a reload, a second tab and a return spend a link no second time', async (arrive) => {
  const visitor = await arrive(page({}, { config: LINKS, expected: /401|404/ }))
  const url = await askForLink(visitor)
  const release = await holdRoute(visitor.page, '**/embed/*')
  await visitor.page.goto(url, { waitUntil: 'commit' })
  await until(() => count(visitor), 'the call')
  await release()
  await visitor.page.reload()
  await visible(widget(visitor.page).main)
  assert.is(count(visitor), 1)

  const next = await askForLink(visitor)
  const [one, two] = [await visitor.tab('/nothing'), await visitor.tab('/nothing')]
  await Promise.all([one.goto(next), two.goto(next)])
  await Promise.any([visible(widget(one).success), visible(widget(two).success)])
  await until(() => count(visitor) === 3, 'each tab has asked once')
  await one.goto(`${visitor.site}/nothing`)
  await one.goBack()
  await visitor.idle(one)
  assert.is(count(visitor), 3)
})

visiting('a log-in that began elsewhere, or while somebody is signed in, is left to the widget, which asks first', async (arrive) => {
  const oauth = await arrive(page({}, { config: GOOGLE }))
  await oauth.page.goto(`${oauth.site}/?stytch_token_type=oauth&token=abc`)
  await visible(oauth.page.getByRole('heading', { name: 'Finish logging in' }))
  assert.is(count(oauth, 'POST /oauth/authenticate'), 0)
  assert.match(oauth.page.url(), 'token=abc')

  const visitor = await arrive(page({}, { config: LINKS }))
  await signIn(visitor)
  // from another browser
  const response = await fetch(`${visitor.provider}/sdk/v1/magic_links/email/login_or_create`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${PUBLIC_TOKEN}:${PUBLIC_TOKEN}`)}`,
      'Content-Type': 'application/json',
      'X-SDK-Client': 'e30=',
    },
    body: JSON.stringify({ email: 'eve@example.com', login_magic_link_url: visitor.site, signup_magic_link_url: visitor.site }),
  })
  assert.ok(response.ok, await response.text())
  const { url } = await visitor.message(2)
  const before = count(visitor, CHECK)
  const release = await holdRoute(visitor.page, '**/embed/*')
  await visitor.page.goto(url!, { waitUntil: 'commit' })
  await until(() => count(visitor, CHECK) > before, 'the check of the session')
  release()
  await visible(visitor.page.getByRole('heading', { name: 'Change accounts?' }))
  assert.equal([count(visitor), count(visitor, CHECK)], [1, before + 1])
  await visitor.page.getByRole('button', { name: 'Log in' }).click()
  await visible(widget(visitor.page).success)
  assert.is(count(visitor), 2)
})

visiting('a type that only looks like one, or beside another, gets nobody past the question', async (arrive) => {
  const visitor = await arrive(page({}, { config: GOOGLE, expected: /401|404/ }))
  for (const query of ['x_token_type=magic_links&stytch_token_type=oauth', 'stytch_token_type=magic_links&latchkey_token_type=oauth']) {
    await visitor.page.goto(`${visitor.site}/?${query}&token=abc`)
    await visible(visitor.page.getByRole('heading', { name: 'Finish logging in' }))
    assert.is(count(visitor, 'POST /oauth/authenticate'), 0, query)
  }
  assert.is(count(visitor), 1)
})

visiting('two copies of the script spend a link once, and the log-in counts', async (arrive) => {
  const visitor = await arrive(
    page({}, { config: LINKS, html: (tag, provider) => hostPage(`<div id="login"></div>${tag}`, script(provider) + script(provider)) }),
  )
  await visitor.page.goto(await askForLink(visitor))
  await visible(widget(visitor.page).success)
  assert.is(count(visitor), 1)
})

visiting('a check of the session counts no longer when another tab has logged somebody in, or out', async (arrive) => {
  const visitor = await arrive(page({}, { config: LINKS }))
  await signIn(visitor)
  const { page: tab } = visitor
  const open = async () => {
    const before = count(visitor, CHECK)
    const release = await holdRoute(tab, '**/embed/*')
    await tab.goto(visitor.site, { waitUntil: 'commit' })
    await until(() => count(visitor, CHECK) > before, 'the check')
    return release
  }
  const stored = () => tab.evaluate((key) => localStorage.getItem(key), `stytch_sdk_state_${PUBLIC_TOKEN}`)
  let release = await open()
  await tab.context().clearCookies()
  await signIn(visitor, 'bob@example.com')
  const bob = await visitor.session()
  release()
  await visible(widget(tab).main)
  await visitor.idle()
  assert.is(await visitor.session(), bob)
  assert.match((await stored())!, 'bob@example.com')

  release = await open()
  const other = await tab.context().newPage()
  await other.goto(`${visitor.site}/nothing`)
  await tab.context().clearCookies()
  await other.evaluate((key) => localStorage.setItem(key, 'null'), `stytch_sdk_state_${PUBLIC_TOKEN}`)
  await other.close()
  release()
  await visible(widget(tab).main)
  await visitor.idle()
  assert.is(await stored(), 'null')
})

visitingInAll('only the token leaves the URL, whatever stands around it', async (arrive) => {
  const visitor = await arrive(page({}, { config: LINKS, expected: /401|404/ }))
  const type = 'stytch_token_type=magic_links'
  const cases = [
    [`/?${type}&token=a#/reset?token=keep&x=1`, '/#/reset?token=keep&x=1'],
    [`/?a=%41&${type}&token=a&b=x?y#token=keep`, '/?a=%41&b=x?y#token=keep'],
    [`/?next=/x?token=42&${type}&token=a`, '/?next=/x?token=42'],
  ] as const
  for (const [before, after] of cases) {
    await visitor.page.goto(`${visitor.site}/nothing`)
    await visitor.page.goto(visitor.site + before)
    await visible(widget(visitor.page).wrong)
    assert.is(visitor.page.url(), visitor.site + after)
  }
  assert.equal(
    visitor.sent(OPEN_LINK).map(({ token }) => token),
    ['a', 'a', 'a'],
  )
})

visitingInAll('the log-in link of a reset mail is spent before any file comes, too', async (arrive) => {
  const visitor = await arrive(page({}, { config: { products: ['passwords'] }, expected: /401|404/ }))
  const release = await holdRoute(visitor.page, '**/embed/*')
  await visitor.page.goto(`${visitor.site}/?stytch_token_type=login&token=abc`, { waitUntil: 'commit' })
  await until(() => count(visitor), 'the call')
  release()
  await visible(widget(visitor.page).wrong)
  assert.is(count(visitor), 1)
})

visiting('with `clearParams: false` the token stays in the URL, and is spent once', async (arrive) => {
  const visitor = await arrive({
    path: null,
    config: LINKS,
    pages: (_, provider) => ({
      '/own': {
        html: hostPage(
          `<script type="module">
    import { LatchkeyClient } from '/embed/widget.js'
    const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
    const spend = () => client.authenticateByUrl({ clearParams: false }).then((outcome) => outcome?.handled)
    window.outcomes = Promise.all([spend(), spend()])</script>`,
          script(provider),
        ),
      },
    }),
  })
  const { search } = new URL(await askForLink(visitor))
  await visitor.page.goto(`${visitor.site}/own${search}`)
  assert.equal(await visitor.page.evaluate('window.outcomes'), [true, true])
  assert.is(visitor.page.url(), `${visitor.site}/own${search}`)
  assert.is(count(visitor), 1)
  assert.ok(await visitor.session())
})

visiting('a press, tokens that are off, a frame, fraud protection and a broken link are left to the widget', async (arrive) => {
  const press = await arrive(page({ authenticate: 'press' }, { config: LINKS, attributes: { 'data-authenticate': 'press' } }))
  await press.page.goto(await askForLink(press))
  await visible(press.page.getByRole('heading', { name: 'Finish logging in' }))
  const off = await arrive(page({ authenticate: 'off' }, { config: LINKS, attributes: { 'data-authenticate': 'off' } }))
  await off.page.goto(await askForLink(off))
  await visible(widget(off.page).main)
  assert.match(off.page.url(), /token=/)
  for (const visitor of [press, off])
    assert.equal([count(visitor), await left(visitor.page)], [0, { names: ['key', 'at', 'state'], href: undefined }])

  const framed = await arrive(page({}, { config: LINKS, pages: () => ({ '/outer': { html: '<iframe></iframe>' } }) }))
  const link = await askForLink(framed)
  await framed.page.goto(`${framed.site}/outer`)
  const release = await holdRoute(framed.page, '**/embed/*')
  await framed.page.locator('iframe').evaluate((frame: HTMLIFrameElement, url) => void (frame.src = url), link)
  const [, inner] = await until(
    () => (framed.page.frames()[1]?.url().startsWith(framed.site) ? framed.page.frames() : undefined),
    'the frame',
  )
  await inner!.waitForFunction(() => document.readyState === 'interactive')
  assert.match(inner!.url(), /token=/)
  release()
  await visible(inner!.getByRole('heading', { name: 'Success!' }))
  assert.is(count(framed), 1)

  const guarded = await arrive(page({}, { config: LINKS, project: { captcha_settings: { enabled: true, siteKey: 'key' } } }))
  await guarded.page.goto(guarded.site)
  await guarded.idle()
  const { page: tab } = guarded
  await tab.goto(`${guarded.site}/?stytch_token_type=magic_links&token=abc`)
  await visible(widget(tab).wrong)
  assert.is(await left(tab), undefined)
})

visitingInAll('a damaged answer, and one that never comes, are as without the script', async (arrive) => {
  const visitor = await arrive(page({}, { config: LINKS, expected: /502/ }))
  const url = await askForLink(visitor)
  visitor.emulator.faults([{ route: OPEN_LINK, status: 200, body: '{"data":{"session":{}}}', times: 1 }])
  await visitor.page.goto(url)
  await visible(visitor.page.getByRole('alert'))
  assert.is(await visitor.session(), undefined)
  await visitor.page.getByRole('button', { name: 'Try again' }).click()
  await visible(widget(visitor.page).success)
  assert.is(count(visitor), 2)

  const cut = await arrive(page({}, { config: LINKS }))
  const next = await askForLink(cut)
  await cut.page.route('**/magic_links/authenticate', (route) => route.abort(), { times: 1 })
  await cut.page.goto(next)
  await visible(cut.page.getByText(UNREACHABLE))
  await cut.page.getByRole('button', { name: 'Try again' }).click()
  await visible(widget(cut.page).success)
  assert.is(count(cut), 1)
})

visitingInAll('back from Google: the call has the key of this tab, and leaves before any file', async (arrive) => {
  const visitor = await arrive(page({}, { config: GOOGLE, project: { pkce_required_for_oauth: true } }))
  const { page: tab, site, emulator } = visitor
  emulator.project({ default_redirect_url: `${site}/nothing` })
  await tab.goto(site)
  await tab.getByRole('button', { name: 'Continue with Google' }).click()
  await tab.getByLabel('Someone else').fill(EMAIL)
  await tab.getByRole('button', { name: 'Allow' }).click()
  await tab.waitForURL('**/nothing?*')
  const release = await holdRoute(tab, '**/embed/*')
  await tab.goto(tab.url().replace('/nothing', '/'), { waitUntil: 'commit' })
  await until(() => count(visitor, 'POST /oauth/authenticate'), 'the call')
  release()
  await visible(widget(tab).success)
  assert.is(count(visitor, 'POST /oauth/authenticate'), 1)
  assert.ok(visitor.sent('POST /oauth/authenticate')[0].code_verifier)
})

visiting('a page with a session checks it once, before any file, and a hidden page leaves that to others', async (arrive) => {
  const visitor = await arrive(page({}, { config: LINKS }))
  await signIn(visitor)
  const { page: tab } = visitor
  const before = count(visitor, CHECK)
  const release = await holdRoute(tab, '**/embed/*')
  await tab.goto(visitor.site, { waitUntil: 'commit' })
  await until(() => count(visitor, CHECK) === before + 1, 'the check')
  release()
  await visible(widget(tab).main)
  await visitor.idle()
  assert.is(count(visitor, CHECK), before + 1)
  assert.equal(await left(tab), { names: ['key', 'at', 'state'], href: undefined })

  const hidden = await tab.context().newPage()
  await hidden.addInitScript(() => Object.defineProperty(Document.prototype, 'hidden', { get: () => true }))
  await hidden.goto(visitor.site)
  assert.not.ok((await left(hidden))!.names.some((name) => name.startsWith('sessions/')))
  await hidden.close()
})

visiting('a page that is prerendered sends nothing until somebody looks at it', async (arrive) => {
  for (const isOurs of [true, false]) {
    const more: Arrangement = {
      config: LINKS,
      async first(page) {
        await page.addInitScript(() => {
          let isPrerendering = location.search.includes('token=')
          Object.defineProperty(Document.prototype, 'prerendering', { get: () => isPrerendering })
          Object.assign(window, {
            activate() {
              isPrerendering = false
              document.dispatchEvent(new Event('prerenderingchange'))
            },
          })
        })
      },
    }
    const visitor = await arrive(isOurs ? page({}, more) : { path: null, ...more })
    const url = await askForLink(visitor)
    const asked: string[] = []
    visitor.page.on('request', (request) => request.url().startsWith(visitor.provider) && asked.push(request.url()))
    await visitor.page.goto(url)
    await visible(visitor.page.locator('.lk'))
    await visitor.idle()
    assert.equal(asked, [])
    assert.match(visitor.page.url(), /token=/)
    await visitor.page.evaluate('activate()')
    await visible(widget(visitor.page).success)
    assert.is(count(visitor), 1)
  }
})

visiting('under a policy that allows the script by its hash, another base URL sends nothing', async (arrive) => {
  const thief = await arrive({ path: null })
  const visitor = await arrive({
    path: null,
    config: LINKS,
    expected: /Content Security Policy|blocked/,
    pages: (_, provider) => {
      const ours = firstCall({ publicToken: PUBLIC_TOKEN, baseUrl: provider })
      const inject = (script: string, attributes = '') => ({
        html: hostPage('', `<script ${attributes}>${script}</script>`),
        headers: { 'Content-Security-Policy': `script-src '${ours.scriptHash}'; connect-src *` },
      })
      return {
        '/other-base': inject(firstCall({ publicToken: PUBLIC_TOKEN, baseUrl: thief.provider }).script),
        '/other-attributes': inject(
          ours.script,
          `data-base-url="${thief.provider}" data-public-token="x" data-backend="${thief.provider}"`,
        ),
      }
    },
  })
  await visitor.page.goto(`${visitor.site}/nothing`)
  for (const path of ['/other-base', '/other-attributes']) {
    const before = count(visitor)
    await visitor.page.goto(`${visitor.site}${path}?stytch_token_type=magic_links&token=abc`)
    await visitor.idle()
    assert.is(count(visitor) - before, path === '/other-base' ? 0 : 1, path)
    assert.equal(thief.emulator.requests(), [], path)
  }
})

visiting('an element that hides a member of the document, blocked storage and an old browser cost the head start alone', async (arrive) => {
  const clobbered = await arrive(
    page(
      {},
      {
        config: LINKS,
        html: (tag, provider) =>
          hostPage(`<img name="cookie"><img name="prerendering"><img name="hidden">${script(provider)}<div id="login"></div>${tag}`),
      },
    ),
  )
  await clobbered.page.goto(await askForLink(clobbered))
  await visible(widget(clobbered.page).success)
  assert.is(count(clobbered), 1)

  const blocked = await arrive(
    page(
      {},
      {
        config: LINKS,
        async first(page) {
          await page.addInitScript(() => {
            if (location.search) delete (Crypto.prototype as Partial<Crypto>).randomUUID
          })
        },
      },
    ),
  )
  const url = await askForLink(blocked)
  await blocked.page.goto(url)
  await visible(widget(blocked.page).success)
  assert.is(count(blocked), 1)
  assert.is(blocked.page.url(), `${blocked.site}/`)
})

visiting('what a call needs is asked for when the visitor touches a form in the HTML, before the widget has come', async (arrive) => {
  const visitor = await arrive({
    path: null,
    html: (_, provider) =>
      hostPage(
        snippet(
          {
            publicToken: PUBLIC_TOKEN,
            element: '#login',
            config: LINKS,
            baseUrl: provider,
            prerendered: prerender({ config: LINKS as LoginConfig }),
            firstCall: firstCall({ publicToken: PUBLIC_TOKEN, baseUrl: provider, isAfterTag: true }),
          },
          chunks,
        ),
      ),
  })
  const { page: tab } = visitor
  const asked: string[] = []
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^\/embed\/|\.\w+\.js$/g, '')))
  const release = await holdRoute(tab, '**/embed/{widget,embed}.js*')
  await tab.goto(visitor.site, { waitUntil: 'commit' })
  await tab.locator('#email-input').waitFor()
  assert.equal(
    asked.filter((file) => file.startsWith('c/')),
    [],
  )
  await tab.locator('#email-input').fill(EMAIL)
  await until(() => ['c/engine', 'c/laterEngine', 'c/kit', 'c/emailMagicLinks'].every((file) => asked.includes(file)), 'the files')
  await tab.keyboard.press('Enter')
  release()
  await visible(widget(tab).checkYourEmail)
  assert.equal(
    asked.filter((file, at) => file.startsWith('c/') && asked.indexOf(file) !== at),
    [],
    'no file is fetched twice',
  )
})

/**
 * A page of consent for the app of {@link request}. `head` is what its HTML begins with; default:
 * the script.
 */
const consent = (more = '', options: FirstCallOptions | null = {}, head?: (provider: string) => string): Arrangement => ({
  path: null,
  pages: (_, provider) => ({
    '/consent': {
      html: hostPage(
        `<div id="login"></div><script type="module">
    import { LatchkeyClient } from '/embed/widget.js'
    const client = window.client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
    if (location.search && !location.search.includes('wait')) client.mountIdentityProvider({ elementId: '#login', ${more} })</script>`,
        head?.(provider) ?? (options ? script(provider, { page: 'consent', ...options }) : ''),
      ),
    },
  }),
})
const APP = { ...OWNER, redirect_uris: ['https://app.example.test/cb'] }
const START = 'POST /idp/oauth/authorize/start'
const PASSWORD = 'fjord-violin-walnut-72'
const request = `/consent?${new URLSearchParams({ client_id: APP.client_id, redirect_uri: APP.redirect_uris[0]!, scope: 'openid email', state: 's', code_challenge: CHALLENGE })}`

/** A visitor who is signed in at the provider. */
const arriveForConsent = async (arrive: Arrive, arrangement: Arrangement) => {
  const visitor = await arrive(arrangement)
  visitor.emulator.seed({ policy, clients: [APP], users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
  await visitor.page.goto(`${visitor.site}/consent`)
  await visitor.page.evaluate(
    ([email, password]) =>
      (window as unknown as { client: LatchkeyClient }).client.passwords
        .authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
        .then(() => {}),
    [EMAIL, PASSWORD],
  )
  return visitor
}

visiting('a page of consent checks the session and starts the request before any file, once each', async (arrive) => {
  const visitor = await arriveForConsent(arrive, consent())
  const { page: tab } = visitor
  const before = count(visitor, CHECK)
  const release = await holdRoute(tab, '**/embed/*')
  await tab.goto(visitor.site + request, { waitUntil: 'commit' })
  await until(() => count(visitor, START) === 1 && count(visitor, CHECK) === before + 1, 'both calls')
  release()
  await visible(tab.getByRole('button', { name: 'Allow' }))
  await visitor.idle()
  assert.equal([count(visitor, START), count(visitor, CHECK)], [1, before + 1])
  assert.equal(visitor.sent(START), [
    { client_id: APP.client_id, redirect_uri: APP.redirect_uris[0], response_type: 'code', scopes: ['openid', 'email'] },
  ])
})

visiting('the snippet of a page of consent names every file of the question, and none comes twice', async (arrive) => {
  const tags = (provider: string) => {
    const call = firstCall({ publicToken: PUBLIC_TOKEN, baseUrl: provider, page: 'consent' })
    return snippet({ element: '#login', page: 'consent', firstCall: call }, chunks)
  }
  const visitor = await arriveForConsent(arrive, consent('', {}, tags))
  const { page: tab } = visitor
  const asked: string[] = []
  tab.on('request', (sent) => sent.url().includes('/embed/') && asked.push(new URL(sent.url()).pathname))
  await tab.goto(visitor.site + request)
  await visible(tab.getByRole('button', { name: 'Allow' }))
  assert.equal(asked.sort(), [...tags('').matchAll(/href="([^"]+)"/g)].map(([, href]) => href).sort())
  assert.is(count(visitor, START), 1)
})

visiting('an answer from before another call of the page counts no longer', async (arrive) => {
  const visitor = await arriveForConsent(arrive, consent())
  const { page: tab } = visitor
  await tab.goto(`${visitor.site}${request}&wait=1`)
  await tab.waitForFunction(() => 'client' in window)
  await visitor.idle()
  assert.is(count(visitor, START), 1)
  // somebody logs in, so the app's request is about another session
  await tab.evaluate(
    async ([email, password, client_id, redirect_uri]) => {
      const { client } = window as unknown as { client: LatchkeyClient }
      await client.passwords.authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
      await client.idp.oauthAuthorizeStart({ client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'email'] } as never)
    },
    [EMAIL, PASSWORD, APP.client_id, APP.redirect_uris[0]],
  )
  assert.is(count(visitor, START), 2)
})

test.run()
