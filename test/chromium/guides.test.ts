/**
 * Runs the samples of the guides (docs/) in Chromium as they are written, on the built package
 * (dist/embed/, dist/prerender/ and the rest). The emulator answers for the provider.
 */
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transformSync } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page, Route } from 'playwright-core'
import { sessionCookies } from '../../src/tools/testing/sessionCookies.ts'
import { fr } from '../../src/strings/fr.ts'
import { closeBrowser } from '../harness/browser.ts'
import { root, sample } from '../harness/documents.ts'
import { serveSite, type PageOfSite } from '../harness/site.ts'
import { holdRoute } from './prerenderedPages.ts'
import {
  gone,
  hostPage,
  PUBLIC_TOKEN,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Arrive,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const WELCOME = hostPage('<h1>Welcome</h1>')

/** The samples have the place of a token, where a host writes its own. */
const withToken = (code: string) => code.replaceAll('public-token-live-...', PUBLIC_TOKEN)

/** Answers the page's calls to the provider with the visitor's emulator. */
const connect = ({ page, emulator }: Visitor) =>
  page.context().route(/^https:\/\/(api|test)\.stytch\.com\//, async (route: Route) => {
    const request = route.request()
    const body = request.postData() ?? undefined
    const response = await emulator.fetch(
      new Request(request.url(), { method: request.method(), headers: await request.allHeaders(), body }),
    )
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })

/** A visitor of a page with these samples, who has the emulator behind the provider's address. */
const arriveAt = async (
  arrive: Arrive,
  html: string,
  { path = '/', pages, ...more }: Omit<Arrangement, 'html' | 'pages'> & { pages?: Record<string, PageOfSite> } = {},
) => {
  const visitor = await arrive({
    ...more,
    path: null,
    html: () => hostPage(withToken(html)),
    pages: () => ({ '/welcome': { html: WELCOME }, ...pages }),
  })
  await connect(visitor)
  await visitor.page.goto(visitor.site + path)
  return visitor
}

const script = (text: string): PageOfSite => ({ html: text, headers: { 'content-type': 'text/javascript' } })

/**
 * Bundles a sample as a host does, with the package as a host gets it. Returns the files, by their
 * paths on the site.
 */
const bundled = async (code: string): Promise<Record<string, PageOfSite>> => {
  const client = "import { LatchkeyClient } from 'latchkey'\nconst client = new LatchkeyClient('public-token-live-...')\n"
  const contents = /\bclient\b/.test(code) && !/import .* from 'latchkey(\/(headless|b2b|react))?'/.test(code) ? client + code : code
  const { outputFiles } = await build({
    stdin: { contents: withToken(contents), resolveDir: root, loader: 'tsx' },
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: '/bundle',
    write: false,
    logLevel: 'silent',
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path, script(text)]))
}

/** The tag of a bundle. What the sample exports is the page's `sample`. */
const BUNDLE = `<script type="module">import * as sample from '/bundle/stdin.js'; Object.assign(window, { sample })</script>`

/** A visitor of a page with a bundled sample. */
const arriveAtBundle = async (arrive: Arrive, code: string, html: string, more: Parameters<typeof arriveAt>[2] = {}) => {
  const visitor = await arriveAt(arrive, html + BUNDLE, { ...more, pages: { ...(await bundled(code)), ...more.pages } })
  await visitor.page.waitForFunction(() => 'sample' in window)
  return visitor
}

/** Calls a function that a sample exports. */
const call = (page: Page, name: string, ...args: unknown[]): Promise<any> =>
  page.evaluate(([name, args]) => (window as any).sample[name](...args), [name, args] as const)

const askForLink = async (visitor: Visitor) => {
  await widget(visitor.page).email.fill(EMAIL)
  await visitor.page.keyboard.press('Enter')
  return new URL((await visitor.message()).url!)
}

/** Opens the link of the newest email, which leads to this page of the host. */
const openLink = async (visitor: Visitor) => {
  const link = new URL((await visitor.message()).url!)
  await visitor.page.goto(visitor.site + link.pathname + link.search)
}

const signedIn = (visitor: Visitor) => until(visitor.session, 'the session')

/**
 * Runs the command of a sample in a folder with a config.json, and returns what it writes to
 * snippet.html.
 */
const written = (command: string, config: object): string => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/guide-'))
  try {
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    const { stderr } = spawnSync(command.replace('npx latchkey', `"${process.execPath}" "${join(root, 'dist/cli.js')}"`), {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
    })
    assert.is(stderr, '')
    return readFileSync(join(folder, 'snippet.html'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ofTag = (heading: string, language: string, at = 0) => sample('docs/guides/script-tag.md', heading, [language], at)

visiting('docs/guides/script-tag.md: the tag shows the form, finishes the log-in, and the page goes on', async (arrive) => {
  const visitor = await arriveAt(arrive, ofTag('Script tag', 'html') + ofTag('Go on after a log-in', 'html'))
  await askForLink(visitor)
  await openLink(visitor)
  await visible(visitor.page.getByRole('heading', { name: 'Welcome' }))
  assert.ok(await visitor.session())
})

visitingInAll('docs/guides/script-tag.md: the snippet, from the same server and from another one', async (arrive) => {
  const command = ofTag('The snippet for production', 'sh')
  const config = { products: ['otp'], otpOptions: { methods: ['email'] }, successURL: '/welcome' }
  const embed = join(root, 'dist/embed')
  const files = readdirSync(embed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const cdn = await serveSite(
    Object.fromEntries(
      files.map((name) => {
        const { html, headers } = script(readFileSync(join(embed, name), 'utf8'))
        return [`/latchkey@0.1.0/dist/embed/${name}`, { html, headers: { ...headers, 'access-control-allow-origin': '*' } }]
      }),
    ),
  )
  try {
    for (const base of ['/embed/', `${cdn.url}/latchkey@0.1.0/dist/embed/`]) {
      const snippet = written(command.replace('/embed/', base), config)
      assert.match(snippet, 'integrity="sha384-')
      const visitor = await arriveAt(arrive, `<div id="login"></div>${snippet}`)
      const { page } = visitor
      await widget(page).email.fill(EMAIL)
      await page.keyboard.press('Enter')
      await visible(widget(page).codeAwaited)
      await page.keyboard.type((await visitor.message()).code!)
      await visible(page.getByRole('heading', { name: 'Welcome' }))
    }
  } finally {
    await cdn.close()
  }
})

visitingInAll('docs/guides/script-tag.md: without an element, the module is there for other screens', async (arrive) => {
  const { page } = await arriveAt(arrive, ofTag('Other screens, in your own code', 'html'), { expected: /./ })
  await visible(page.getByText('Cannot use PasskeyRegistration component without active user authenticated.'))
})

visitingInAll(
  "docs/guides/script-tag.md: the form in the page's HTML is there without the widget, and the widget takes it over",
  async (arrive) => {
    const heading = "The form in your page's HTML"
    const snippet = written(ofTag(heading, 'sh'), { products: ['emailMagicLinks'] })
    const visitor = await arriveAt(arrive, snippet, { path: '/nothing' })
    const { page } = visitor
    const letWidgetCome = await holdRoute(page, '**/embed/**')
    await page.goto(visitor.site, { waitUntil: 'commit' })
    await widget(page, fr).email.fill(EMAIL)
    letWidgetCome()
    await page.keyboard.press('Enter')
    assert.ok((await visitor.message()).url)

    const { code } = transformSync(`${sample('docs/guides/script-tag.md', heading, ['ts'])}\nexport { page }`, {
      loader: 'ts',
      format: 'esm',
    })
    const file = join(root, '.cache/guide-prerender.mjs')
    writeFileSync(file, code)
    const made = (await import(file)) as { page: string }
    rmSync(file)
    assert.ok(snippet.includes(made.page.slice(made.page.indexOf('<div id="login">'))), 'the function and the command render the same form')
  },
)

const ofNpm = (heading: string, at = 0) => sample('docs/guides/npm.md', heading, ['ts'], at)

visiting('docs/guides/npm.md: the form of the first sample signs in with a code, and goes on', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofNpm('npm package: the log-in form with a bundler'), '<div id="login"></div>')
  const { page } = visitor
  await visible(page.getByRole('link', { name: 'Privacy' }).or(page.locator('a[href="/privacy"]')).first())
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(page.getByRole('heading', { name: 'Welcome' }))
  assert.ok(await visitor.session())
})

visitingInAll('docs/guides/npm.md: the page for a new password', async (arrive) => {
  const code = ofNpm('The page that visitors come back to')
  const { page } = await arriveAtBundle(arrive, code, '<div id="new-password"></div>', {
    path: '/?token=t&stytch_token_type=reset_password',
  })
  await visible(page.getByRole('heading', { name: 'Reset your password' }))
})

visitingInAll('docs/guides/npm.md: a widget is changed and removed', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofNpm('Change or remove the widget'), '<div id="login"></div>')
  assert.is(await visitor.page.locator('[data-latchkey]').count(), 0)
})

visitingInAll('docs/guides/npm.md: the session ends, and the listener hears of it', async (arrive) => {
  const visitor = await arriveAt(arrive, BUNDLE, {
    pages: await bundled(`${ofNpm('The session')}\nexport const ended = true`),
    path: '/nothing',
  })
  const { page } = visitor
  await page.context().addCookies(sessionCookies(await visitor.emulator.signIn({ email: EMAIL }), visitor.site))
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(visitor.site)
  await page.waitForFunction(() => 'sample' in window)
  assert.is(said.at(-1), 'signed out')
  assert.is(await visitor.session(), undefined)
})

visitingInAll('docs/guides/react.md: somebody signs in and out', async (arrive) => {
  const code = `${sample('docs/guides/react.md', 'Vite and other applications in the browser', ['tsx'])}
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')!).render(<App />)`
  const visitor = await arriveAtBundle(arrive, code, '<div id="root"></div>')
  await askForLink(visitor)
  await openLink(visitor)
  await visible(visitor.page.getByText(EMAIL))
  await visitor.page.getByRole('button', { name: 'Sign out' }).click()
  await visible(widget(visitor.page).email)
  assert.is(await visitor.session(), undefined)
})

visitingInAll('docs/guides/react.md: the page for a new password', async (arrive) => {
  const code = `${sample('docs/guides/react.md', 'Vite and other applications in the browser', ['tsx'], 1)}
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')!).render(<NewPassword />)`
  const { page } = await arriveAtBundle(arrive, code, '<div id="root"></div>', { path: '/?token=t&stytch_token_type=reset_password' })
  await visible(page.getByRole('heading', { name: 'Reset your password' }))
})

visitingInAll('docs/guides/custom-elements.md: the element on a page without a build', async (arrive) => {
  const dist = (path: string) => readFileSync(join(root, path.replace('/latchkey/', 'dist/')), 'utf8')
  const visitor = await arriveAt(arrive, sample('docs/guides/custom-elements.md', 'Vue, Svelte and custom elements', ['html']), {
    path: '/nothing',
    pages: { '/latchkey/element/index.js': script(dist('/latchkey/element/index.js')) },
  })
  const { page } = visitor
  await page.route('**/latchkey/embed/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: dist(new URL(route.request().url()).pathname) }),
  )
  await page.goto(visitor.site)
  await visible(widget(page).email)
  await gone(page.getByText('Loading'))
  await askForLink(visitor)
  await openLink(visitor)
  await signedIn(visitor)
})

const ofHeadless = (heading: string) => sample('docs/guides/headless.md', heading, ['ts'])

visitingInAll('docs/guides/headless.md: a code by SMS', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofHeadless('Headless client: your own screens'), '<p>A host</p>')
  const { method_id } = await call(visitor.page, 'sendCode', '+14155550100')
  await call(visitor.page, 'signIn', (await visitor.message()).code, method_id)
  assert.ok(await visitor.session())
})

visitingInAll('docs/guides/headless.md: a link, and the way to Google', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofHeadless('Links and social log-ins'), '<p>A host</p>')
  const { page } = visitor
  assert.is(await call(page, 'comeBack'), null)
  await call(page, 'sendLink', EMAIL)
  await page.goto((await visitor.message()).url!)
  await page.waitForFunction(() => 'sample' in window)
  const { handled } = await call(page, 'comeBack')
  assert.ok(handled)
  assert.ok(await visitor.session())
  assert.not.match(page.url(), 'token')
  await call(page, 'goToGoogle').catch(() => {})
  await page.waitForURL('https://test.stytch.com/v1/public/oauth/google/start*')
})

visitingInAll('docs/guides/headless.md: passwords', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofHeadless('Passwords'), '<p>A host</p>')
  const { page } = visitor
  assert.ok((await call(page, 'signUp', EMAIL, 'ada')).length > 0, 'suggestions')
  assert.is(await call(page, 'signUp', EMAIL, 'vRIQomL!faE2S44s'), undefined)
  assert.ok(await visitor.session())
  assert.is((await call(page, 'logIn', EMAIL, 'vRIQomL!faE2S44s')).status_code, 200)
  await call(page, 'forgot', EMAIL)
  assert.match((await visitor.message()).url!, 'https://example.com/new-password')
})

visitingInAll('docs/guides/headless.md: who is signed in, and an authenticator app', async (arrive) => {
  for (const heading of ['Who is signed in', 'A second factor']) {
    const visitor = await arriveAt(arrive, BUNDLE, { pages: await bundled(ofHeadless(heading)), path: '/nothing' })
    const { page } = visitor
    await page.context().addCookies(sessionCookies(await visitor.emulator.signIn({ email: EMAIL }), visitor.site))
    await page.goto(visitor.site)
    await page.waitForFunction(() => 'sample' in window)
    if (heading === 'A second factor') {
      const { qr_code, recovery_codes } = await call(page, 'addApp')
      assert.match(qr_code, /^data:image/)
      assert.ok(recovery_codes.length > 0)
    } else {
      await page.waitForFunction((name) => document.title === name, `Hello ${EMAIL}`)
      await call(page, 'signOut')
      await page.waitForFunction(() => document.title === 'Please log in')
    }
  }
})

const ofOrganizations = (heading: string) => sample('docs/guides/organizations.md', heading, ['ts'])
const B2B = { project: { vertical: 'B2B', create_organization_enabled: true } } as const

visitingInAll('docs/guides/organizations.md: discovery, and a new organization', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofOrganizations('Discovery'), '<p>A host</p>', B2B)
  const { page } = visitor
  await call(page, 'sendCode', EMAIL)
  assert.equal(await call(page, 'proveAddress', EMAIL, (await visitor.message()).code), [])
  assert.is((await call(page, 'found', 'Acme')).organization.organization_name, 'Acme')
  assert.ok(await visitor.session())
})

visitingInAll('docs/guides/organizations.md: a link of one organization, and what it leads to', async (arrive) => {
  const visitor = await arriveAtBundle(arrive, ofOrganizations('One organization'), '<p>A host</p>', {
    ...B2B,
    pages: Object.fromEntries(
      Object.entries(await bundled(ofOrganizations('Links and redirects'))).map(([path, page]) => [
        path.replace('/bundle/', '/back/'),
        page,
      ]),
    ),
  })
  const { page } = visitor
  visitor.emulator.seed({ organizations: [{ organization_name: 'Acme', organization_slug: 'acme', members: [{ email_address: EMAIL }] }] })
  await call(page, 'sendLink', 'acme', EMAIL)
  const link = new URL((await visitor.message()).url!)
  await page.goto(visitor.site + link.pathname + link.search)
  const place = await page.evaluate(async (path) => (await import(path)).comeBack(), '/back/stdin.js')
  assert.equal(place, { at: 'member' })
  assert.ok(await visitor.session())
})

const REQUEST = 'client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=openid&state=s'
const APP = { client_id: 'app', client_name: 'An app', redirect_uris: ['https://app.example/cb'] }

visitingInAll('docs/guides/consent.md: the log-in comes first, then the consent, then the app', async (arrive) => {
  const code = sample('docs/guides/consent.md', 'If nobody is signed in', ['ts'])
  const visitor = await arriveAt(arrive, `<div id="consent"></div>${BUNDLE}`, { pages: await bundled(code), path: '/nothing' })
  const { page } = visitor
  visitor.emulator.seed({ clients: [APP] })
  await page.context().route('https://app.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'The app' }))
  await page.goto(`${visitor.site}/?${REQUEST}`)
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/^https:\/\/app\.example\/cb\?.*code=/)
})

visitingInAll('docs/guides/consent.md: with screens of your own', async (arrive) => {
  const code = sample('docs/guides/consent.md', 'With your own screens', ['ts'])
  const visitor = await arriveAt(arrive, BUNDLE, { pages: await bundled(code), path: '/nothing' })
  const { page } = visitor
  visitor.emulator.seed({ clients: [APP] })
  await page.context().route('https://app.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'The app' }))
  await page.context().addCookies(sessionCookies(await visitor.emulator.signIn({ email: EMAIL }), visitor.site))
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept()
  })
  await page.goto(`${visitor.site}/?${REQUEST}`)
  await page.waitForURL(/^https:\/\/app\.example\/cb\?.*code=/)
  assert.match(asked[0]!, 'An app')
})

visitingInAll('docs/guides/languages.md: a language of a bundle, and the tag that follows the page', async (arrive) => {
  const bundle = await arriveAtBundle(arrive, sample('docs/guides/languages.md', 'With a bundler', ['ts']), '<div id="login"></div>')
  await visible(bundle.page.getByRole('heading', { name: 'Bienvenue' }))
  await visible(widget(bundle.page, fr).email)
  const tag = sample('docs/guides/languages.md', 'Languages', ['html'])
  const visitor = await arriveAt(arrive, `<script>document.documentElement.lang = 'fr'</script><div id="login"></div>${tag}`)
  await visible(widget(visitor.page, fr).main)
})

visitingInAll('docs/guides/passkeys.md: the form offers passkeys, and another form wallets', async (arrive) => {
  const passkeys = await arriveAtBundle(arrive, sample('docs/guides/passkeys.md', 'Passkeys and wallets', ['ts']), '<div id="login"></div>')
  await visible(
    passkeys.page
      .locator('input[autocomplete~=webauthn]')
      .or(passkeys.page.getByRole('button', { name: /passkey/i }))
      .first(),
  )
  const wallets = await arriveAtBundle(arrive, sample('docs/guides/passkeys.md', 'Wallets', ['ts']), '<div id="login"></div>')
  await visible(wallets.page.getByRole('button', { name: /wallet/i }).first())
})

visitingInAll('docs/guides/going-live.md: an error is reported, with its code and nothing of the visitor', async (arrive) => {
  const code = sample('docs/guides/going-live.md', '8. Know what happens', ['ts'])
  const visitor = await arriveAtBundle(arrive, code, '<div id="login"></div>', {
    faults: [
      { route: 'POST /magic_links/email/login_or_create', status: 429, body: { status_code: 429, error_type: 'too_many_requests' } },
    ],
  })
  const { page } = visitor
  const reported = page.waitForRequest('**/log-in-errors')
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  assert.equal(JSON.parse((await reported).postData()!), { code: 'api', type: 'too_many_requests' })
})

visitingInAll('docs/guides/errors.md: a wrong code is told apart', async (arrive) => {
  const visitor = await arriveAt(arrive, BUNDLE, {
    pages: await bundled(`${sample('docs/guides/errors.md', 'Error codes', ['ts'])}\nexport {}`),
    path: '/nothing',
  })
  const said: string[] = []
  visitor.page.on('console', (message) => said.push(message.text()))
  await visitor.page.goto(visitor.site)
  await until(() => said.includes('Another code'), 'the code of the error')
})

test.run()
