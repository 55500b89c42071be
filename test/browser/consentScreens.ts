/** The consent screens in every state, and how to get there, for tests that check all of them, and what such a test needs of the app and the project. */
import type { Page } from 'playwright-core'
import type { SeedClient } from '../../src/emulator/index.ts'
import type { ScreenState } from './screens.ts'
import { alertOf, until, visible, type Arrangement, type Visitor } from './visitors.ts'

export const EMAIL = 'ada@example.com'
export const PASSWORD = 'fjord-violin-walnut-72'
export const START = 'POST /idp/oauth/authorize/start'
export const SUBMIT = 'POST /idp/oauth/authorize/submit'

/** RFC 7636, appendix B. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The app, but for its URLs. */
export const CLIENT = { client_id: 'app-1', client_name: 'Sunny Notes', client_type: 'third_party_public' } satisfies Partial<SeedClient>

/** A user can read notes but not write them. */
export const policy = {
  roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
  resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { scope: 'notes:write', description: 'Change your notes', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

export const parts = (page: Page) => ({
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
export const logIn = (page: Page) =>
  page.evaluate(
    ([email, password]) =>
      (window as unknown as { client: import('../../src/index.ts').LatchkeyClient }).client.passwords
        .authenticate({ email: email!, password: password!, session_duration_minutes: 30 })
        .then(() => {}),
    [EMAIL, PASSWORD],
  )

/** Advances the page's clock by 3 s, after which the widget assumes that the visitor has stayed. */
export const stillHere = (page: Page) =>
  until(async () => {
    await page.clock.runFor(1000)
    return parts(page).goOn.isVisible()
  }, 'the screen of who stays')

const CALLBACK = 'https://notes.example/cb'
/** An app of its own on the device. No browser of a test can open it, so the visitor stays. */
const INSTALLED = 'notes.app:/cb'
const staying: Arrangement = { expected: /registered handler/, first: (page) => page.clock.install() }
const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="14" fill="#d97706"/></svg>')}`
const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" rx="8" fill="#5b5bd6"/></svg>')}`

interface Request {
  client?: Partial<SeedClient>
  scope?: string
  /** The scopes of the project. */
  scopes?: typeof policy.scopes
  /** The visitor signs in first. Default true. */
  signedIn?: boolean
  /** More of the request's parameters. */
  query?: Record<string, string>
}

/** The visitor is signed in at the provider, and an app sends them to the page. */
const send = async (visitor: Visitor, { client, scopes = policy.scopes, signedIn = true, query = {} }: Request) => {
  const { page, emulator, site } = visitor
  const redirect_uris = [CALLBACK, INSTALLED]
  emulator.seed({
    policy: { ...policy, scopes },
    users: [{ emails: [{ email: EMAIL }], password: PASSWORD }],
    clients: [{ ...CLIENT, redirect_uris, post_logout_redirect_uris: redirect_uris, ...client }],
  })
  if (signedIn) await logIn(page)
  await page.goto(`${site}/?${new URLSearchParams({ client_id: 'app-1', ...query })}`)
}
const ask = async (visitor: Visitor, { scope = 'openid profile notes:read', query, ...request }: Request = {}) => {
  await send(visitor, { ...request, query: { redirect_uri: CALLBACK, code_challenge: CHALLENGE, scope, ...query } })
  await visible(parts(visitor.page).allow)
  return parts(visitor.page)
}
const logOut = async (visitor: Visitor, post_logout_redirect_uri = CALLBACK) => {
  await send(visitor, { query: { post_logout_redirect_uri } })
  await visible(parts(visitor.page).yes)
  return parts(visitor.page)
}
const folders = Array.from({ length: 25 }, (_, at) => ({
  scope: `notes:folder-${at + 1}`,
  description: `Read and sort the notes in folder ${at + 1}`,
  permissions: [],
}))
/** Without a way back to the app. */
const answered = { data: { request_id: 'r', status_code: 200 } }

const list: ScreenState[] = [
  { name: 'IDPConsent, question', go: (visitor) => ask(visitor) },
  {
    name: 'IDPConsent, question, logos',
    props: { styles: { logo: { logoImageUrl: wide } } },
    go: (visitor) => ask(visitor, { client: { logo_url: logo } }),
  },
  { name: 'IDPConsent, question, the logo of the app alone', go: (visitor) => ask(visitor, { client: { logo_url: logo } }) },
  {
    name: 'IDPConsent, question, unfolded',
    go: async (visitor) => {
      await ask(visitor, { scope: 'openid profile email phone offline_access full_access notes:read notes:write nope' })
      for (const summary of await visitor.page.locator('summary').all()) await summary.click()
    },
  },
  {
    name: 'IDPConsent, question, folded warning',
    go: (visitor) => ask(visitor, { scope: 'openid offline_access full_access notes:write' }),
  },
  {
    name: 'IDPConsent, question, 25 scopes',
    go: (visitor) => ask(visitor, { scope: folders.map(({ scope }) => scope).join(' '), scopes: folders }),
  },
  {
    name: 'IDPConsent, question, 500 scopes',
    go: (visitor) => ask(visitor, { scope: `notes:read ${Array.from({ length: 500 }, (_, at) => `s${at}`).join(' ')}` }),
  },
  {
    name: 'IDPConsent, question, 300 characters',
    go: (visitor) => ask(visitor, { client: { client_name: 'Wotan'.repeat(60) }, scope: `openid notes:write ${'x'.repeat(300)}` }),
  },
  {
    name: 'IDPConsent, question, 20,000 characters',
    arrangement: { project: { project_name: 'W'.repeat(20_000) } },
    go: async (visitor) => {
      const redirect_uri = `notes.app:/${'x'.repeat(5000)}`
      await ask(visitor, {
        client: { client_name: 'Wotan'.repeat(4000), redirect_uris: [redirect_uri] },
        scope: `openid notes:read notes:write ${'x'.repeat(2000)}`,
        query: { redirect_uri },
      })
      await visitor.page.locator('summary').last().click()
    },
  },
  {
    name: 'IDPConsent, question, failed',
    go: async (visitor) => {
      const { allow } = await ask(visitor)
      visitor.emulator.faults([{ route: SUBMIT, status: 500, body: 'x' }])
      await allow.click()
      await alertOf(visitor.page)
    },
  },
  {
    name: 'IDPConsent, question, busy',
    go: async (visitor) => {
      const { deny } = await ask(visitor)
      visitor.emulator.faults([{ route: SUBMIT, hold: 'for good' }])
      await deny.click()
      await visible(visitor.page.locator('[aria-busy=true]').first())
    },
  },
  {
    name: 'IDPConsent, denied',
    go: async (visitor) => {
      visitor.emulator.faults([{ route: SUBMIT, status: 200, body: answered }])
      await (await ask(visitor)).deny.click()
      await visible(parts(visitor.page).heading('Access to the application was denied.'))
    },
  },
  {
    name: 'IDPConsent, success',
    arrangement: staying,
    go: async (visitor) => {
      await (await ask(visitor, { query: { redirect_uri: INSTALLED } })).allow.click()
      await stillHere(visitor.page)
    },
  },
  {
    name: 'IDPConsent, no session',
    go: async (visitor) => {
      await send(visitor, { signedIn: false, query: { redirect_uri: CALLBACK } })
      await visible(visitor.page.getByText('No active session detected.'))
    },
  },
  { name: 'IDPConsent, missing parameter', go: ({ page }) => alertOf(page) },
  {
    name: 'IDPConsent, waiting',
    arrangement: { faults: [{ route: START, hold: 'for good' }] },
    go: async (visitor) => {
      await send(visitor, { query: { redirect_uri: CALLBACK } })
      await visible(visitor.page.getByRole('status', { name: 'Loading' }))
    },
  },
  { name: 'IDPConsent, log out', go: (visitor) => logOut(visitor) },
  {
    name: 'IDPConsent, not logged out',
    go: async (visitor) => {
      await (await logOut(visitor)).no.click()
      await visible(visitor.page.getByText('You have not been logged out.'))
    },
  },
  {
    name: 'IDPConsent, logged out',
    arrangement: staying,
    go: async (visitor) => {
      await (await logOut(visitor, INSTALLED)).yes.click()
      await stillHere(visitor.page)
    },
  },
]

export const consentStates: ScreenState[] = list.map(({ props, arrangement, ...state }) => ({
  props: { mount: 'mountIdentityProvider', ...props },
  arrangement: { ...arrangement, project: { project_name: 'Larch', ...arrangement?.project } },
  ...state,
}))
