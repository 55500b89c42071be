/**
 * The hands of a visitor in a browser, with real clicks and keys, and what a browser needs for a
 * state.
 */
import type { Page } from 'playwright-core'
import { en } from '../../src/strings/en.ts'
import { withSoftwareWallets } from '../chromium/softwareWallets.ts'
import { inCode, remembering, slowTimers, until, visible, type Arrangement, type Visitor } from '../chromium/visitors.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { appCode } from './appCode.ts'
import { ethereumWallets, WEB_VIEW, type ScreenState } from '../../src/tools/states/states.ts'
import { fields } from '../../src/tools/states/steps.ts'
import type { Hands, Words } from '../../src/tools/states/walk.ts'

/**
 * Makes the device create a passkey where a browser is asked to create one without a question,
 * which no headless Chromium does.
 */
const createsUnasked = (page: Page) =>
  page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = ({ mediation, ...options }: CredentialCreationOptions & { mediation?: string } = {}) => create(options)
  })

/** Installs what the visitor's browser has in a state. */
const devices: Record<NonNullable<ScreenState['device']>, (page: Page) => Promise<unknown>> = {
  wallets: (page) =>
    page.addInitScript(
      withSoftwareWallets(`
    for (const { name, rdns, manners } of ${JSON.stringify(ethereumWallets)})
      soft.announceEthereum(soft.createEthereumWallet({ manners }), { name, rdns })
    window.solana = soft.createInjectedSolana()`),
    ),
  passkeys: async (page) => {
    await addAuthenticator(page)
    await createsUnasked(page)
  },
  noPasskeys: (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')),
  inApp: (page) =>
    page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { value: userAgent })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      Document.prototype.execCommand = () => false
    }, WEB_VIEW),
}

/**
 * What a browser does before the first script of the page, in each page of the visitor. Undefined:
 * nothing.
 */
const firstOf = ({ device, stoppedTimers, remembers, without }: ScreenState): Arrangement['first'] => {
  const all = [
    device && devices[device],
    stoppedTimers && slowTimers(stoppedTimers),
    remembers && remembering(remembers),
    without && ((page: Page) => page.context().route(`**/c/${without}*.js*`, (route) => route.fulfill({ status: 404 }))),
  ].filter((one) => typeof one === 'function')
  if (all.length === 0) return undefined
  return async (page) => {
    for (const one of all) await one(page)
  }
}

/** Both of One Tap's scripts are the emulator's. */
const services = (provider: string) => ({
  endpoints: { clientsideServicesIframeURL: `${provider}/clientside-services/index.html`, googleURL: `${provider}/gsi/client` },
})

/**
 * What `arrive` needs for a state: a page with landmarks and a heading of its own, so that axe
 * checks the widget and not the page. `more` are further props of the mount, and `options` those of
 * the client. `head` is more HTML in the page's head.
 */
export const arrangementOf = (state: ScreenState, more: object = {}, head = '', options: object = {}): Arrangement => {
  const props = { ...state.props, ...more, config: state.config }
  const page = (given: object, setUp?: string) => (tag: string, provider: string) =>
    inCode(
      { ...(state.services && services(provider)), ...(state.project?.backend && { backend: true }), ...options },
      given,
      setUp,
    )(tag, provider)
      .replace('<div id="login"></div>', '<main><h1>A host</h1><div id="login"></div></main>')
      .replace('</head>', `${head}</head>`)
  const reset = page(
    { ...props, mount: 'mountResetPassword' },
    "props.passwordResetToken = new URLSearchParams(location.search).get('token')",
  )
  return {
    project: state.project,
    faults: state.faults,
    first: firstOf(state),
    html: page(props, state.manifest && `props.getIDPConsentManifest = () => (${JSON.stringify(state.manifest)})`),
    pages: (tag, provider) => ({ '/reset': { html: reset(tag, provider) } }),
    // an app on the device, which no browser of a test can open
    expected: /registered handler/,
    handsOn: true,
  }
}

/** The hands of a visitor whose page has the widget in `#login`. */
export const inPage = ({ page, emulator, site }: Visitor, words: Words = emulator.project().backend ? plainEnglish : en): Hands => {
  const root = page.locator('#login')
  const seen = (selector: string) => root.locator(selector).filter({ visible: true }).first()
  return {
    emulator,
    words: () => words,
    appCode: () => appCode(emulator),
    until,
    async fill(field, text) {
      const input = seen(fields[field])
      // these two format or take what is typed, key by key
      if (field === 'code' || field === 'phone') await input.pressSequentially(text)
      else await input.fill(text)
    },
    async leaveEmail() {
      await page.keyboard.press('Tab')
      await visible(seen('.lk-hint > button'))
    },
    async press({ text, named, ofRow }) {
      const buttons = [text, named].flatMap((name) => (name ? [root.getByRole('button', { name, disabled: false })] : []))
      const button = buttons.reduce((one, other) => one.and(other))
      if (!ofRow) return button.first().click()
      const menus = root.locator('[aria-haspopup=menu]')
      const menu = named ? menus.and(root.getByRole('button', { name: named })) : menus
      await button.or(menu).first().click()
      if ((await menus.count()) > 0) await root.getByRole('menuitem', { name: text }).click()
    },
    click: (selector) => seen(selector).click(),
    async unfold() {
      for (const summary of await root.locator('summary').all()) await summary.click()
    },
    shows: (selector) => visible(seen(selector)),
    says: (text) => visible(root.getByText(text).or(root.getByLabel(text)).filter({ visible: true }).first()),
    call: (method, given) =>
      page.evaluate(
        async ([method, given]) => {
          const [name, act] = method.split('.') as [string, string]
          const result = await (window as any).client[name][act](given)
          return JSON.parse(JSON.stringify(result ?? null))
        },
        [method, given] as const,
      ),
    open: (query, resetToken) => page.goto(`${site}${resetToken ? '/reset' : '/'}?${query}`),
  }
}
