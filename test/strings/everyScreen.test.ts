/**
 * Shows every state of every screen (src/tools/states/states.ts) with each message replaced by a
 * mark, and fails if a text has no mark: a host could not translate that text.
 */
import { open, provider } from '../harness/login.ts'
import { closeStates, showState, type ShownState } from '../harness/showState.ts'
import { settled, until, type Screen } from '../harness/screen.ts'
import { hasten } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { routeMatcher } from '../../src/tools/emulator/requests/routeMatcher.ts'
import { callingCodes } from '../../src/products/otp/phone/countries.ts'
import { ar } from '../../src/strings/ar.ts'
import { en } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { he } from '../../src/strings/he.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import type { Strings } from '../../src/widget/messages.ts'
import { calls } from '../states/calls.ts'
import { EMAIL, ethereumWallets, screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import * as at from '../../src/tools/states/steps.ts'

const test = suite('every screen, with marked messages')
// The pause before a password is checked.
hasten(500)

/** `⟦id⟧`, followed by the message's `{name}`s, plurals and `<tag>`s. */
const marked = Object.fromEntries(
  Object.entries(en).map(([id, text]) => {
    const slots = text.match(/\{\w+, plural,|\{\w+\}|<(\w+)>.*?<\/\1>/g) ?? []
    const kept = slots.map((slot) =>
      slot.endsWith(',')
        ? `${slot} other {#}}`
        : slot.startsWith('<')
          ? slot.replace(/>.*</, `>${/\{\w+\}/.exec(slot)?.[0] ?? `⟦${id}⟧`}<`)
          : slot,
    )
    return [id, [`⟦${id}⟧`, ...kept].join(' ')]
  }),
)
const strings: Strings = { ...marked, lang: 'fr', dir: 'ltr' }

/**
 * The names in the select of countries. They come from the browser, in the language of the texts,
 * not from messages.
 */
const regions = new Intl.DisplayNames(['fr'], { type: 'region' })
const countries = new Set(Object.entries(callingCodes).map(([country, code]) => `${regions.of(country)} (+${code})`))

/**
 * Texts that are not messages: names of months, of the protocol, of the emulator, of wallets,
 * browsers and providers, and what the provider says.
 */
const names = [
  ...['Latchkey Emulator', 'Passkey 1', 'client_id', 'Too many requests. See ', 'https://example.com/limits', 'gmail.com', 'juil'],
  ...['Google', 'Apple', 'GitHub', 'Binance', 'Newer', 'Ethereum', 'Solana', ...ethereumWallets.map(({ name }) => name)],
  ...['metamask.io', 'phantom.app', 'coinbase.com', 'bnbchain.world'],
  ...['Safari', 'Firefox', 'Chrome', 'iPhone', 'Windows', 'Android', 'Linux', 'Mac'],
]

/** All texts in a piece of data. */
const leaves = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : []

/** What is in a state of the visitor, the app, the project and the host. */
const dataOf = ({ project, manifest, faults = [], steps }: ScreenState) =>
  [
    project?.project_name ?? '',
    ...leaves(manifest),
    ...faults
      .filter(({ status }) => status === 200)
      .flatMap((fault) => leaves(fault.body).flatMap((text) => [text, ...text.split(/[ /:]+/)])),
    ...steps.flatMap((step) => {
      if (step.do === 'fill') return [step.text, step.text.split('@')[0]!]
      if (step.do === 'open') return leaves(step.query).flatMap((text) => [text, ...text.split(/[ /:]+/)])
      return step.do === 'seed' || step.do === 'hasPasskeys' ? leaves(step) : []
    }),
  ].filter((text) => text.length > 1)

const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']

/** Every text that a visitor reads or a screen reader announces, with its place. */
function* texts(root: Screen['root']): Generator<[where: string, text: string]> {
  for (const element of root.querySelectorAll('*')) {
    // a secret of the visitor's
    if (element.matches('code')) continue
    if (element.matches('style, script, [aria-hidden=true], [aria-hidden=true] *')) continue
    for (const name of spoken) if (element.hasAttribute(name)) yield [`${element.localName}[${name}]`, element.getAttribute(name)!]
    // an address, which may break at some places
    if ([...element.children].some(({ localName }) => localName === 'wbr')) yield [element.localName, element.textContent!]
    else for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) yield [element.localName, node.textContent!]
  }
}

/** The texts that contain a letter outside of marks, names and data. */
const unmarked = (root: Screen['root'], data: string[] = []) =>
  [...texts(root)].flatMap(([where, text]) => {
    if (where === 'option' && countries.has(text)) return []
    // without marks and addresses of wallets
    let rest = text.replace(/⟦[^⟧]*⟧|0x[0-9A-Fa-f…]+/g, '')
    for (const known of [...data, ...names].sort((one, other) => other.length - one.length)) rest = rest.replaceAll(known, '')
    return /\p{L}/u.test(rest) ? [`${where}: ${text.trim()}`] : []
  })

const seen = new Set<string>()

/** Fails for a text without a mark, and records the marks that it finds. */
const note = ({ root, text }: Screen, data: string[]) => {
  assert.equal(unmarked(root, data), [])
  const marks = [...texts(root)].flatMap(([, text]) => text.match(/(?<=⟦)[^⟧]*(?=⟧)/g) ?? [])
  assert.ok(marks.length, text())
  for (const id of marks) seen.add(id)
}

const { SecondFactor, AccountCode, AccountApp } = screenStates

/**
 * States with texts that no state of the table has: one of many of a kind. `cancels`: the visitor
 * turns a passkey down.
 */
const further: Record<string, ShownState> = {
  'tab of WhatsApp': {
    config: { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp'] } },
    steps: [at.press('tab.whatsapp'), at.says('button.whatsapp')],
  },
  'passkeys alone': { config: { products: ['passkeys'] }, steps: [at.says('config.error.passkeysAlone')] },
  'no methods': { config: { products: ['otp'] }, steps: [at.says('config.error.noMethods')] },
  'both legal texts': { config: { legal: { termsURL: '/t', privacyURL: '/p' } }, steps: [at.says('legal.both')] },
  terms: { config: { legal: { termsURL: '/t' } }, steps: [at.says('legal.terms')] },
  privacy: { config: { legal: { privacyURL: '/p' } }, steps: [at.says('legal.privacy')] },
  'no connection': {
    faults: [{ route: 'POST /magic_links/email/login_or_create', drop: true }],
    steps: [at.fill('email', EMAIL), at.submit, at.says('error.unreachable')],
  },
  'somewhere to go': {
    config: { products: ['otp'], otpOptions: { methods: ['email'] }, successURL: '#in' },
    steps: [at.fill('email', EMAIL), at.submit, at.typeCode(true), at.says('success.next')],
  },
  'a password of each strength': {
    config: { products: ['passwords'] },
    steps: [
      at.fill('email', EMAIL),
      at.submit,
      at.fill('password', 'otterplum'),
      at.says('password.strength.weak'),
      at.fill('password', 'plum otter'),
      at.says('password.strength.good'),
    ],
  },

  'a code of an app, twice': {
    ...SecondFactor,
    faults: [
      {
        route: 'POST /totps/authenticate',
        status: 401,
        body: { status_code: 401, error_type: 'totp_code_already_authenticated', error_message: 'x' },
      },
    ],
    steps: [...SecondFactor.steps, at.fill('code', '000000'), at.says('secondFactor.error.usedCode')],
  },
  'a passkey that the visitor does not want': {
    ...screenStates['Account, the last way in'],
    cancels: true,
    steps: [...screenStates['Account, the last way in'].steps, at.press('button.createPasskey'), at.says('account.passkeyNotCreated')],
  },
  'an address that was added': { ...AccountCode, steps: [...AccountCode.steps, at.typeCode(true), at.says('account.added')] },
  'a secret that was copied': { ...AccountApp, steps: [...AccountApp.steps, at.press('button.copy'), at.says('button.copied')] },
  'an app that asks who the visitor is': {
    ...screenStates['IDPConsent, question'],
    steps: [
      ...screenStates['IDPConsent, question'].steps.map((step) =>
        step.do === 'open' ? at.open({ ...step.query, scope: 'openid' }) : step,
      ),
      at.says('idpConsent.signIn.title'),
    ],
  },
}

test.after.each(closeStates)

/** The calls that the screens have sent. */
const sent = new Set<string>()

const all: Record<string, ShownState> = { ...screenStates, ...further }
for (const [name, state] of Object.entries(all)) {
  // A document without a browser has no frames of others, and loads every file.
  // What is cut is known by its beginning alone.
  if (state.services || state.without || name.endsWith('characters')) continue
  test(`${name}: every text is a message`, async () => {
    const data = dataOf(state)
    const { screen, take } = showState(state, strings)
    // as soon as there is something, and in the end
    await until(() => screen.text().trim() || screen.find('[aria-label]:not(section)'), `something of ${name}`)
    await settled()
    note(screen, data)
    for (const step of state.steps) {
      await take([step])
      if (step.do === 'says' || step.do === 'shows') note(screen, data)
    }
    await settled()
    note(screen, data)
    for (const { method, path } of provider.requests()) sent.add(`${method} ${path}`)
  })
}

test('every call that a screen sends is in the table of calls (test/states/calls.ts)', () => {
  const unnoticed = [
    'GET /projects/bootstrap/:public_token',
    'POST /events',
    'POST /idp/oauth/app',
    'POST /sessions/authenticate',
    'POST /sessions/revoke',
  ]
  const known = [...unnoticed, ...calls.map(({ route }) => route)].map(routeMatcher)
  const unknown = [...sent].filter((request) => {
    const [method, path] = request.split(' ') as [string, string]
    return !known.some((fits) => fits(method, path))
  })
  assert.equal(unknown, [])
})

test('a text without a mark would be found', async () => {
  const { 'formField.email.label': _, ...rest } = strings
  const screen = await open({ strings: rest })
  assert.equal(unmarked(screen.root), ['label: Email'])
})

/**
 * Messages that these screens did not show: one of many of a kind, or one for a fault of which
 * another is shown above.
 */
const unshown = [
  /^error\./,
  /^errors\./,
  /^password\.zxcvbn\./,
  /^oauth\.continueWith/,
  /^oneTap\.error\./,
  /^crypto\.(wallet\.|error\.(sign|pending))/,
  /^idpConsent\.(unexpectedRedirect|foreignFrame|defaultClientName)$/,
  /^idpLogout\.loggedOut$/,
  // A part that takes a while to load: see test/ui/chunks/chunk.test.tsx.
  /^loading\.ariaLabel$/,
  // What a button and a field add outside of the screens' rendering: see
  // test/chromium/deadEnds.test.ts.
  /^(button\.retryIn|passcode\.resendIn|formField\.email\.suggestion)$/,
  // A form in a page's HTML, without its widget: see test/chromium/prerendered.test.ts.
  /^prerendered\./,
  // In a browser that refuses cookies: see test/chromium/refusedCookies.test.ts.
  /^success\.notKept$/,
  // Of a visitor who comes back: see test/chromium/lastUsed.test.ts; in the browser of an app: see
  // test/chromium/inAppBrowser.matrix.test.ts.
  /^method\.last$/,
  // After a call that takes long: see test/ui/task.test.tsx; in a frame: see
  // test/chromium/backend.test.ts; back from a provider: see test/products/oauth/oauth.test.ts; a
  // password that is too long: see test/products/passwords/advice.test.ts.
  /^(button\.slow|ownWindow\.|oauth\.return\.|password\.strengthError\.maximumLength)/,
  /^inAppBrowser\./,
  // In a dialog: see test/products/secondFactor/confirmation.test.ts.
  /^confirm\./,
]

test('every other message was on some screen', () => {
  const unseen = Object.keys(en).filter((id) => !seen.has(id) && id !== 'lang' && id !== 'dir')
  assert.equal(
    unseen.filter((id) => !unshown.some((kind) => kind.test(id))),
    [],
  )
})

const roots: [words: Strings | undefined, lang: string | null, dir: string | null][] = [
  [undefined, null, null],
  [{ 'login.title': 'Hi' }, null, null],
  [{ ...fr, 'login.title': 'Salut' }, 'fr', 'ltr'],
  [ar, 'ar', 'rtl'],
  [he, 'he', 'rtl'],
]
for (const [words, lang, dir] of roots) {
  test(`the root names the language of its texts: ${lang}, ${dir}`, async () => {
    const screen = await open({ strings: words })
    const root = screen.find('section')!
    assert.equal([root.getAttribute('lang'), root.getAttribute('dir')], [lang, dir])
    assert.is(screen.find('h2')!.textContent, words?.['login.title'] ?? 'Sign up or log in')
  })
}

test('plurals follow the language of the texts, not of the page', async () => {
  document.documentElement.lang = 'en'
  const project = { password_config: { luds_complexity: 3, luds_minimum_count: 8 } }
  const { screen, take } = showState({ project, config: { products: ['passwords'] }, steps: [] }, ar)
  await take([at.fill('email', EMAIL), at.submit, at.fill('password', 'a')])
  await screen.see('يجب ألا تقل عن 8 أحرف')
  await screen.see('3 أنواع')
  document.documentElement.lang = ''
})

test('the countries follow a change of the texts', async () => {
  document.documentElement.lang = 'de'
  const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['sms'] } }
  const { handle, all } = await open({ config, strings: {} })
  const named = (name: string) => until(() => all('option').find((option) => option.textContent!.includes(name)), name)
  await named('Frankreich (+33)')
  handle.update({ strings: fr })
  await named('Allemagne (+49)')
  handle.update({ strings: ar })
  await named('فرنسا (+33)')
  document.documentElement.lang = ''
})

test.run()
