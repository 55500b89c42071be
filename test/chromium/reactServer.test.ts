/**
 * Tests `latchkey/react` in a server-rendered application: the built files, on React 18 and 19, in
 * StrictMode, from plain Node to a hydrated page under a Content Security Policy with a nonce.
 */
import '../built/all.ts'
import { build, type OutputFile } from 'esbuild'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fileURLToPath } from 'node:url'

import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { fr } from '../../src/strings/fr.ts'
import { holdRoute, taken, translateButtons } from './prerenderedPages.ts'
import {
  codes,
  each,
  gone,
  LINKS,
  OPEN_LINK,
  PUBLIC_TOKEN,
  SEND_LINK,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrive,
} from './visitors.ts'

test.after(closeBrowser)

const packages = new URL('../../', import.meta.url).href
const root = fileURLToPath(packages)
const NONCE = 'r4nd0m'
const EMAIL = 'ada@example.com'

const google = (more = {}) => ({ oauthOptions: { providers: [{ type: 'google', ...more }, { type: 'github' }] } })
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30"><path d="M0 0h80v30H0z"/></svg>')}`

/**
 * The props of `Login`, by the name of an application. `$fr` is the language that the
 * application imports.
 */
const applications = {
  link: { config: LINKS },
  'no configuration': {},
  'a logo, colors and legal links': {
    config: { ...LINKS, legal: { termsURL: '/terms', privacyURL: '/privacy' } },
    styles: { colorScheme: 'dark', logo: { logoImageUrl: LOGO }, colors: { accent: '#7fd1ff' }, container: { width: '440px' } },
  },
  'Google, GitHub and link': { config: { products: ['oauth', 'emailMagicLinks'], ...google() } },
  'the prompt of Google': { config: { products: ['oauth', 'emailMagicLinks'], ...google({ one_tap: true }) } },
  'social buttons in a grid': { config: { products: ['oauth'], ...google() }, styles: { buttons: { social: 'grid' } } },
  password: { config: { products: ['passwords'] } },
  'code by email': { config: codes('email') },
  'code by SMS': { config: codes('sms') },
  'code by SMS, WhatsApp or email': { config: codes('sms', 'whatsapp', 'email') },
  'link or passkey': { config: { products: ['emailMagicLinks', 'passkeys'] } },
  'code by SMS or passkey': { config: { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } } },
  'link or wallet': { config: { products: ['emailMagicLinks', 'crypto'] } },
  'in French': { config: LINKS, language: '$fr' },
  'in the words of the host': { config: LINKS, strings: { 'login.title': 'Come in & <b>rest</b>', lang: 'nl', dir: 'rtl' } },
  'in French, by password': { config: { products: ['passwords'] }, language: '$fr' },
  'a known address': { config: { ...LINKS, prefill: { email: EMAIL } } },
  'two forms': { config: codes('sms', 'email') },
  'in a shadow root, which only mounted widgets have': { config: { ...LINKS, enableShadowDOM: true } },
} as const satisfies Record<string, object>

/** The same for those that a server has no form for. */
const browsersAlone = {
  'in the language of the visitor': { config: LINKS, language: 'auto' },
  'in a language that the host has added': { config: LINKS, language: { lang: 'nl' } },
  'a mistake': { config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['email'] } } },
}

type Name = keyof typeof applications | keyof typeof browsersAlone

/**
 * One module for both sides, as in frameworks. The provider's URL and the name of the application
 * come from the page.
 */
const application = `
  import { createContext, useEffect, useState } from 'react'
  import { LatchkeyProvider, Login, useUser } from 'latchkey/react'
  import { frLazy } from 'latchkey/strings/fr'

  const applications = ${JSON.stringify({ ...applications, ...browsersAlone }).replaceAll('"$fr"', 'frLazy')}
  const Greeting = () => {
    const { user, isInitialized } = useUser()
    return <p>{!isInitialized ? 'One moment' : user ? 'Hello ' + user.emails[0].email : 'Please log in'}</p>
  }
  // like a theme or a user that the host's page knows after its first effect
  const Theme = createContext()
  export const App = ({ customBaseUrl, name, nonce, ...props }) => {
    const [theme, setTheme] = useState('light')
    const [state, setState] = useState({})
    useEffect(() => {
      setTheme('dark')
      window.change = setState
    }, [])
    return (
      <Theme.Provider value={theme}>
        <LatchkeyProvider publicToken="${PUBLIC_TOKEN}" options={{ customBaseUrl }}>
          <Greeting />
          {state.without || <Login {...applications[name]} {...props} {...state} nonce={nonce} />}
          {name === 'two forms' && <Login {...applications[name]} nonce={nonce} />}
        </LatchkeyProvider>
      </Theme.Provider>
    )
  }
`
const sides = {
  server: `
    import { renderToString } from 'react-dom/server'
    import { App } from 'application'
    export const render = (name, nonce, provider = '', props) =>
      renderToString(<App customBaseUrl={provider} name={name} nonce={nonce} {...props} />)`,
  browser: `
    import { StrictMode } from 'react'
    import { hydrateRoot } from 'react-dom/client'
    import { App } from 'application'
    hydrateRoot(document.querySelector('#app'), <StrictMode><App customBaseUrl={window.provider} {...window.props} /></StrictMode>)`,
}

const bundle = async (side: keyof typeof sides, react: string): Promise<OutputFile[]> => {
  const { outputFiles } = await build({
    stdin: { contents: sides[side], loader: 'tsx', resolveDir: root, sourcefile: `${side}.tsx` },
    plugins: [
      {
        name: 'application',
        setup(build) {
          build.onResolve({ filter: /^application$/ }, () => ({ path: 'application.tsx', namespace: 'application' }))
          build.onLoad({ filter: /./, namespace: 'application' }, () => ({ contents: application, loader: 'tsx', resolveDir: root }))
        },
      },
    ],
    alias: {
      'latchkey/react': './dist/react/index.js',
      'latchkey/strings/fr': './dist/strings/fr.js',
      ...(react !== 'react' && { react, 'react-dom': react.replace('react', 'react-dom') }),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    splitting: side === 'browser',
    format: 'esm',
    platform: side === 'server' ? 'node' : 'browser',
    banner:
      side === 'server'
        ? { js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(packages)})` }
        : {},
    outdir: '/app',
    entryNames: 'app',
    jsx: 'automatic',
    write: false,
    logLevel: 'error',
    nodePaths: [`${root}node_modules`],
  })
  return outputFiles!
}

interface Built {
  files: OutputFile[]
  render: (name: Name, nonce?: string, provider?: string, props?: object) => string
}

const policy = (provider: string) =>
  `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; style-src 'nonce-${NONCE}'; img-src data:; connect-src ${provider}; form-action 'none'; base-uri 'none'`

/**
 * A visitor on the page of an application. `release` lets its code load; React's messages are
 * `said`.
 */
const open = async (
  arrive: Arrive,
  { files, render }: Built,
  name: Name,
  { path = '/', props = {}, project = {}, change = (html: string) => html, expected = /js\.stytch\.com/ } = {},
) => {
  const said: string[] = []
  let release = () => {}
  const visitor = await arrive({
    path: null,
    project,
    // the policy forbids the frame of Google's prompt
    expected,
    pages: (_, provider) => ({
      '/': {
        html:
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title></head><body><main id="app">${change(render(name, NONCE, provider, props))}</main>` +
          `<script nonce="${NONCE}">window.provider = '${provider}'; window.props = ${JSON.stringify({ name, nonce: NONCE, ...props })}</script>` +
          `<script nonce="${NONCE}" type="module" src="/app/app.js"></script></body></html>`,
        headers: { 'content-security-policy': policy(provider) },
      },
      ...Object.fromEntries(
        files.map(({ path, text }) => [path.slice(path.indexOf('/app/')), { html: text, headers: { 'content-type': 'text/javascript' } }]),
      ),
    }),
    async first(page) {
      page.on('console', (message) => said.push(message.text()))
      release = await holdRoute(page, '**/app/app.js')
    },
  })
  await visitor.page.goto(visitor.site + path, { waitUntil: 'commit' })
  return {
    ...visitor,
    release,
    /** Fails if React has said anything but its own advice about its tools. */
    silent: () =>
      assert.equal(
        said.filter((text) => !/^Failed to load|DevTools|js\.stytch\.com/.test(text)),
        [],
        name,
      ),
  }
}

/** Gives `Login` more props, or takes it away. */
const change = (page: Page, state: object) =>
  page.evaluate((state) => (window as unknown as { change(state: object): void }).change(state), state)

/**
 * The elements of the form: their places and looks, and their numbers from the first time that this
 * looked. Where a part is coming, its room shows a spinner.
 */
const look = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.lk, .lk :not(option, noscript, .lk-late, [role]:empty)')].map((element) => {
      const counted = Object.assign(window, { elements: (window as { elements?: number }).elements ?? 0 })
      const { number } = Object.assign(element, { number: (element as { number?: number }).number ?? counted.elements++ })
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, borderColor, font, direction } = getComputedStyle(element)
      const { localName, childElementCount } = element
      const textContent = childElementCount > 0 || element.textContent
      const isComing = element.matches('.lk-one-tap, .lk-card > div:empty') || !!element.closest('.lk-stack')?.querySelector('.lk-loading')
      return { number, isComing, localName, textContent, x, y, width, height, color, backgroundColor, borderColor, font, direction }
    }),
  )

for (const react of sample(['react', 'react-18'])) {
  let built: Built
  test.before(async () => {
    const [[server], files] = await Promise.all([bundle('server', react), bundle('browser', react)])
    const { render } = (await import(`data:text/javascript;base64,${Buffer.from(server!.text).toString('base64')}`)) as Pick<
      Built,
      'render'
    >
    built = { files, render }
  })

  visiting(`${react} renders forms on a server and hydrates it in place: no message, no violation, nothing moves`, async (arrive) => {
    // React 18 gets every third form: what the two versions do does not depend on what is in a
    // form.
    const all = sample(Object.keys(applications) as Name[], 3)
    const wanted = react === 'react' ? all : all.filter((_, at) => at % 3 === 0)
    await each(wanted, async (name) => {
      const visitor = await open(arrive, built, name)
      const { page } = visitor
      await visible(page.locator('.lk-card').last())
      const seen = await look(page)
      visitor.release()
      await taken(page)
      visitor.silent()
      await visitor.idle()
      const after = await look(page)
      const before = seen.filter(({ isComing }) => !isComing)
      assert.equal(
        after.filter(({ number }) => before.some((element) => element.number === number)),
        before,
        name,
      )
      visitor.silent()
      await visitor.leave()
    })
  })

  visiting(`${react}: what is typed and pressed before the code is there is sent once, though the page above changes`, async (arrive) => {
    const visitor = await open(arrive, built, 'code by email')
    const { page } = visitor
    await visible(page.getByText('One moment'))
    await widget(page).email.focus()
    await page.keyboard.type(EMAIL)
    await page.keyboard.press('Enter')
    // the script beside the form sends it
    await visitor.message()
    visitor.release()
    await visible(widget(page).codeAwaited)
    assert.is(visitor.sent('POST /otps/email/login_or_create').length, 1)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(page.getByText(`Hello ${EMAIL}`))
    await page.reload()
    await visible(page.getByText(`Hello ${EMAIL}`))
    visitor.silent()
  })

  visitingInAll(`${react}: new props reach the form, before and after the widget has taken it over`, async (arrive) => {
    const visitor = await open(arrive, built, 'in French, by password')
    const { page } = visitor
    const held = await holdRoute(page, '**/app/methods*')
    const field = page.locator('#email-input')
    await field.focus()
    visitor.release()
    await visible(page.getByText('Please log in'))
    await page.keyboard.type('ada@exa')
    await change(page, { strings: { 'button.emailLogin': 'Allons' } })
    await page.keyboard.type('mple.com')
    held()
    await taken(page)
    await visible(page.getByRole('button', { name: 'Allons' }))
    await visible(page.getByText(fr['login.title']))
    await change(page, { strings: { 'button.emailLogin': 'Encore' }, styles: { colors: { primary: 'rgb(1, 2, 3)' } } })
    await visible(page.getByRole('button', { name: 'Encore' }))
    assert.is(await page.locator('.lk-title').evaluate((title) => getComputedStyle(title).color), 'rgb(1, 2, 3)')
    assert.is(await field.inputValue(), EMAIL)
    assert.ok(await field.evaluate((element) => element === document.activeElement))
    visitor.silent()
  })

  visitingInAll(
    `${react}: a form that the page removes ends, before and after the widget has taken it over, and comes back as a widget`,
    async (arrive) => {
      await each(['before', 'after'], async (when) => {
        const visitor = await open(arrive, built, 'password')
        const { page } = visitor
        const held = await holdRoute(page, '**/app/methods*')
        visitor.release()
        await visible(page.getByText('Please log in'))
        if (when === 'after') {
          held()
          await taken(page)
        }
        await change(page, { without: true })
        await gone(page.locator('.lk'))
        held()
        await visitor.idle()
        await change(page, {})
        // the first one's ids are free
        await page.locator('#email-input').fill(EMAIL)
        await page.keyboard.press('Enter')
        await visible(page.locator('[type=password]'))
        visitor.silent()
        await visitor.leave()
      })
    },
  )

  visitingInAll(
    `${react}: the settings of the last visit, a token in the URL and changed markup are no mismatch that anybody sees`,
    async (arrive) => {
      const again = await open(arrive, built, 'a logo, colors and legal links', {
        project: { disable_sdk_watermark: false, project_name: 'A host' },
      })
      again.release()
      await visible(again.page.locator('.lk-watermark'))
      await again.page.reload()
      await visible(again.page.locator('.lk-watermark'))
      again.silent()

      const token = await open(arrive, built, 'link', {
        path: '/?stytch_token_type=magic_links&token=spent',
        props: { authenticateByUrl: true },
      })
      assert.not.ok(await token.page.locator('.lk-card').isVisible())
      await until(() => token.sent(OPEN_LINK).length, 'the call of the script in the page')
      token.release()
      await visible(token.page.getByRole('alert').filter({ hasText: /\w/ }))
      assert.is(token.sent(OPEN_LINK).length, 1)
      token.silent()

      const translated = await open(arrive, built, 'link', {
        change: (html) => html.replace('Continue with email', 'Weiter mit E-Mail'),
        // React's own advice, in development
        expected: /did not match|error occurred during hydration/,
      })
      await translated.page.locator('#email-input').fill(EMAIL)
      translated.release()
      await visible(widget(translated.page).continueWithEmail)
      await translated.page.keyboard.press('Enter')
      await until(async () => translated.sent(SEND_LINK).length, 'the link')
      assert.equal(
        translated.sent(SEND_LINK).map(({ email }) => email),
        [EMAIL],
      )
    },
  )

  visitingInAll(
    `${react}: two forms of a page have ids of their own from the start, and each keeps what is typed into it`,
    async (arrive) => {
      const visitor = await open(arrive, built, 'two forms')
      const { page } = visitor
      const [first, second] = [page.locator('.lk-server').first(), page.locator('.lk-server').last()]
      const idsOf = () =>
        page.evaluate(() => ({
          ids: [...document.querySelectorAll('.lk [id]')].map(({ id }) => id),
          missing: [...document.querySelectorAll('.lk [for], .lk [aria-controls], .lk [aria-describedby], .lk [aria-labelledby]')].filter(
            (element) =>
              ['for', 'aria-controls', 'aria-describedby', 'aria-labelledby'].some(
                (name) => element.hasAttribute(name) && !element.closest('.lk')!.querySelector(`[id="${element.getAttribute(name)}"]`),
              ),
          ).length,
        }))
      const isValid = ({ ids, missing }: { ids: string[]; missing: number }) =>
        ids.length > 8 && new Set(ids).size === ids.length && missing === 0 && ids.every((id) => /^[\w.-]+$/.test(id))
      await visible(second.locator('.lk-card'))
      const before = await idsOf()
      assert.ok(isValid(before), JSON.stringify(before))
      await widget(first).phone.fill('2133734253')
      await widget(second).phone.fill('2025550123')
      visitor.release()
      await taken(page)
      await visitor.idle()
      const after = await idsOf()
      assert.ok(isValid(after), JSON.stringify(after))
      assert.is((await widget(first).phone.inputValue()).replace(/\D/g, ''), '2133734253')
      assert.is((await widget(second).phone.inputValue()).replace(/\D/g, ''), '2025550123')
      visitor.silent()
    },
  )

  visitingInAll(`${react}: what a visitor presses goes on though the browser has translated the button`, async (arrive) => {
    await each(['wrapped', 'in place'] as const, async (way) => {
      // React's own advice, in development
      const visitor = await open(arrive, built, 'two forms', {
        expected: /did not match|didn't match|error occurred during hydration|hydrat/i,
      })
      const { page } = visitor
      const second = page.locator('.lk-server').last()
      await widget(second).phone.pressSequentially('2133734253')
      await translateButtons(page, way)
      await page.keyboard.press('Enter')
      visitor.release()
      await visible(second.locator('.lk-code-input'))
      assert.equal(
        visitor.sent('POST /otps/sms/login_or_create').map(({ phone_number }) => phone_number),
        ['+12133734253'],
      )
      await visitor.leave()
    })
  })

  visitingInAll(
    `${react}: if the code that takes a form over does not come, a widget takes its place, with what was typed`,
    async (arrive) => {
      const openWithout = async (name: Name) => {
        const visitor = await open(arrive, built, name, { expected: /Failed to fetch dynamically imported module/ })
        await visitor.page.route('**/app/mount*', (route) => route.abort())
        return visitor
      }
      const link = await openWithout('link')
      await widget(link.page).email.fill(EMAIL)
      link.release()
      await gone(link.page.locator('[data-prerendered]'))
      await until(async () => (await widget(link.page).email.inputValue()) === EMAIL, 'the address')
      await widget(link.page).email.press('Enter')
      await visible(widget(link.page).checkYourEmail)
      for (const typed of ['213 373 4253', '+49 30 123456']) {
        const text = await openWithout('code by SMS')
        await widget(text.page).phone.fill(typed)
        text.release()
        await gone(text.page.locator('[data-prerendered]'))
        await widget(text.page).continueWithText.click()
        await until(() => text.sent('POST /otps/sms/login_or_create').length, 'the code')
        assert.is(text.sent('POST /otps/sms/login_or_create')[0].phone_number, typed[0] === '+' ? '+4930123456' : '+12133734253')
      }
    },
  )

  visitingInAll(`${react}: where only the browser knows what to show, a server renders no form`, async (arrive) => {
    for (const name of ['in the language of the visitor', 'in a language that the host has added', 'a mistake'] as const)
      assert.not.match(built.render(name), /lk-card/, name)
    const visitor = await open(arrive, built, 'in the language of the visitor')
    visitor.release()
    await visible(widget(visitor.page).continueWithEmail)
    visitor.silent()
  })
}

test.run()
