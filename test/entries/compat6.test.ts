/**
 * Tests the names of the provider's SDK 6 in the drop-in entries: `presentation`, the functions
 * that mount screens, and the elements.
 */
import { closeAll, newParent, provider } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyAPIError } from '../../src/api/errors.ts'
import { coreKey } from '../../src/client/core.ts'
import * as compat from '../../src/entries/compat/index.ts'
import * as headless from '../../src/entries/compat/headless.ts'
import { type PresentationConfig, type PresentationOptions, stylesOf, type Theme, unusedIn } from '../../src/entries/compat/presentation.ts'
import { unusedThemeValues } from '../../src/entries/compat/unusedThemeValues.ts'
import { messageIds, ownStrings, type ProviderStrings } from '../../src/entries/compat/messageIds.ts'
import type { StyleConfig } from '../../src/ui/host/config.ts'
import { derived, messages } from '../../src/widget/messages.ts'

const test = suite('compat, version 6')
test.after.each(closeAll)

const options = { customBaseUrl: 'http://provider.test' }
const { Products, defaultTheme, defaultDarkTheme } = compat

const looks: [name: string, presentation: PresentationConfig, styles: StyleConfig][] = [
  ['nothing', {}, { colorScheme: 'light' }],
  ['a color', { theme: { primary: '#123' } }, { colorScheme: 'light', buttons: { primary: { backgroundColor: '#123' } } }],
  ['a dark theme', { theme: { 'color-scheme': 'dark' } }, { colorScheme: 'dark' }],
  ['shadcn, which is light', { theme: { 'color-scheme': 'shadcn' } }, { colorScheme: 'light' }],
  [
    'a pair of themes: a color of both depends on the scheme, one of either is for both, and the rest is of the first',
    {
      theme: [
        { background: '#fff', border: '#ccc', 'font-family': 'Inter' },
        { background: '#000', input: '#333', 'font-family': 'Arial' },
      ],
    },
    {
      colorScheme: 'auto',
      container: { backgroundColor: 'light-dark(#fff, #000)', borderColor: '#ccc' },
      inputs: { borderColor: '#333' },
      fontFamily: 'Inter',
    },
  ],
  [
    'radii follow from their unit, unless they are set',
    { theme: { 'rounded-base': '4px', 'input-radius': '1px' } },
    {
      colorScheme: 'light',
      container: { borderRadius: 'calc(6 * 4px)' },
      buttons: { primary: { borderRadius: 'calc(2 * 4px)' }, secondary: { borderRadius: 'calc(2 * 4px)' } },
      inputs: { borderRadius: '1px' },
    },
  ],
  [
    'border goes before container-border',
    { theme: { border: '#1', 'container-border': '#2' } },
    { colorScheme: 'light', container: { borderColor: '#1' } },
  ],
  ['what has no counterpart', { theme: { spacing: '2px', ring: '#f00' }, options: { buttonId: true } }, { colorScheme: 'light' }],
  [
    'options',
    { options: { hideHeaderText: true, logo: { url: 'https://host.test/logo.svg', alt: 'Host' } } },
    { colorScheme: 'light', hideHeaderText: true, logo: { logoImageUrl: 'https://host.test/logo.svg', alt: 'Host' } },
  ],
]

for (const [name, presentation, styles] of looks) {
  test(`presentation becomes styles: ${name}`, () => {
    assert.equal(stylesOf(presentation), styles)
  })
}

/** Every value of a theme of the provider's newest declarations, and every option. */
const declared = (name: string) => {
  const folder = new URL('../../node_modules/provider-6/dist/types/', import.meta.url)
  const file = readdirSync(folder).find((entry) => entry.startsWith('PresentationConfig-'))!
  const { statements } = ts.createSourceFile(file, readFileSync(new URL(file, folder), 'utf8'), ts.ScriptTarget.ES2022)
  const names: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTypeLiteralNode(node)) names.push(...node.members.map((member) => (member.name as ts.Identifier | ts.StringLiteral).text))
    else ts.forEachChild(node, visit)
  }
  visit(statements.filter(ts.isTypeAliasDeclaration).find((alias) => alias.name.text === name)!.type)
  return names
}

const themeValues = [...declared('Theme'), ...declared('ColorMixFallback')]

test('the declarations are read', () => {
  assert.ok(themeValues.length > 38 && themeValues.includes('ring'), String(themeValues))
  assert.equal(declared('PresentationOptions').sort(), ['buttonId', 'enableShadowDOM', 'hideHeaderText', 'icons', 'inputIdSuffix', 'logo'])
})

for (const name of themeValues) {
  test(`the value ${name} of a theme has its effect, or a warning says what to use`, () => {
    const theme = { [name]: name === 'color-scheme' ? 'dark' : '3px' } as Partial<Theme>
    const said = unusedIn({ theme: [{}, theme] })
    if (name in unusedThemeValues) {
      assert.equal(stylesOf({ theme }), stylesOf({}))
      assert.is(said.length, 1)
      assert.match(said[0]!, new RegExp(`^theme\\['${name}'\\]: .{12}`))
    } else {
      assert.not.equal(stylesOf({ theme }), stylesOf({}))
      assert.equal(said, [])
    }
  })
}

const optionsWithoutEffect: [PresentationConfig, RegExp][] = [
  [{ options: { inputIdSuffix: '-top' } }, /inputIdSuffix: .*email-input/],
  [{ options: { buttonId: '-top' } }, /buttonId/],
  [{ options: { icons: { google: () => null } } }, /^icons/],
  [{ icons: { outlook: () => null } }, /^icons/],
]

for (const [presentation, words] of optionsWithoutEffect) {
  test(`${JSON.stringify(presentation)} has no effect, and a warning says so`, () => {
    const said = unusedIn(presentation)
    assert.is(said.length, 1)
    assert.match(said[0]!, words)
  })
}

test('options with an effect need no warning', () => {
  const options: PresentationOptions = { hideHeaderText: true, buttonId: true, enableShadowDOM: true, logo: { url: 'a', alt: 'b' } }
  assert.equal(unusedIn({ theme: [compat.shadcnTheme, defaultDarkTheme], options }), [])
})

test("the theme of shadcn reads the page's custom properties, as far as they have counterparts", () => {
  const { buttons, container, colors, inputs } = stylesOf({ theme: compat.shadcnTheme })
  assert.is(buttons!.primary!.backgroundColor, 'var(--primary)')
  assert.is(container!.borderRadius, 'var(--radius-xl)')
  assert.is(colors!.error, 'var(--destructive)')
  assert.is(inputs!.borderRadius, 'calc(2 * calc(var(--radius) / 2.5))')
})

/** The values in an object, by their paths. */
const flat = (value: unknown, path = ''): [path: string, value: unknown][] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name))
    : [[path, value]]

test("the default themes are the widget's own colors, as docs/guides/theming.md lists them", () => {
  const table = readFileSync('docs/guides/theming.md', 'utf8')
  const rows = [...table.matchAll(/^\| `--lk[^`]+` \| `([^`]+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, path, light, dark]) => [
    path!,
    light!,
    dark!,
  ])
  for (const [theme, column] of [
    [defaultTheme, 1],
    [defaultDarkTheme, 2],
  ] as const) {
    const values = flat(stylesOf({ theme })).filter(([path]) => path !== 'colorScheme')
    assert.ok(values.length >= 10)
    for (const [path, value] of values) assert.match(rows.find(([name]) => name === path)![column]!, `\`${value}\``, path)
  }
  const { container } = stylesOf({ theme: [defaultTheme, defaultDarkTheme] })
  assert.is(container!.backgroundColor, 'light-dark(#fff, #16212a)')
})

for (const [name, create] of [
  ['compat', compat.createStytchClient],
  ['compat/headless', headless.createStytchClient],
] as const) {
  test(`mountLogin shows the screen for a client of ${name}, with its presentation, and updates it`, async () => {
    const client = create('public-token-test-mounted', options)
    const parent = newParent()
    const config = { products: [Products.emailMagicLinks] }
    compat.mountLogin({ client, elementId: parent, config, presentation: { theme: { primary: '#010203' } } })
    await until(() => parent.querySelector('stytch-ui #email-input'), 'the form')
    assert.match(parent.innerHTML, '#010203')
    const again = compat.mountLogin({ client, elementId: parent, config, presentation: { options: { hideHeaderText: true } } })
    await settled()
    assert.equal([parent.children.length, parent.innerHTML.includes('#010203'), !!parent.querySelector('h1')], [1, false, false])
    again.unmount()
    client[coreKey].destroy()
  })
}

test('the mount methods of the client take presentation, too', async () => {
  const client = new compat.StytchUIClient('public-token-test-method', options)
  const parent = newParent()
  client.mountLogin({ client, elementId: parent, presentation: { theme: { primary: '#040506' }, options: { enableShadowDOM: true } } })
  const root = await until(() => parent.firstElementChild?.shadowRoot, 'a shadow root')
  await until(() => root.querySelector('#email-input'), 'the form')
  assert.match(root.innerHTML, '#040506')
  client[coreKey].destroy()
})

test('an element shows its screen when it has a client and is on the page, and follows its properties', async () => {
  customElements.define('host-login', compat.StytchUI)
  const client = compat.createStytchClient('public-token-test-element', options)
  const parent = newParent()
  const element = document.createElement('host-login') as InstanceType<typeof compat.StytchUI>
  element.config = { products: [Products.emailMagicLinks] }
  parent.append(element)
  await settled()
  assert.is(element.children.length, 0)
  element.render({ client, strings: { 'login.title': 'Good morning' } })
  await until(() => element.querySelector('#email-input'), 'the form')
  assert.match(element.textContent!, 'Good morning')
  element.strings = { 'login.title': 'Good evening' }
  await until(() => element.textContent!.includes('Good evening'), 'the other title')
  assert.is(element.children.length, 1)
  element.remove()
  client[coreKey].destroy()
})

test('a screen warns once of what has no effect', async () => {
  const client = compat.createStytchClient('public-token-test-warned', options)
  const parent = newParent()
  const { warn } = console
  const said: string[] = []
  console.warn = (text) => void said.push(text)
  try {
    for (const title of ['A', 'B'])
      compat.mountLogin({
        client,
        elementId: parent,
        presentation: { theme: { spacing: '3px', 'focus-ring-shadow': '0 0 2px' } },
        strings: { 'login.title': title },
      })
  } finally {
    console.warn = warn
  }
  const mine = said.filter((text) => text.includes('presentation'))
  assert.is(mine.length, 1)
  assert.match(mine[0]!, "theme['spacing']")
  assert.match(mine[0]!, 'styles.colors.accent')
  client[coreKey].destroy()
})

test("a logo says the host's text, on the first screen and later ones", async () => {
  const client = compat.createStytchClient('public-token-test-alt', options)
  const parent = newParent()
  const logo = { url: 'https://host.test/l.svg', alt: 'Northwind' }
  compat.mountLogin({ client, elementId: parent, presentation: { options: { logo } } })
  const image = await until(() => parent.querySelector('img.lk-logo'), 'the logo')
  assert.is(image.getAttribute('alt'), 'Northwind')
  compat.mountLogin({ client, elementId: parent, presentation: { options: { logo: { ...logo, alt: '' } } } })
  await until(() => parent.querySelector('img.lk-logo')!.getAttribute('alt') === '', 'no text')
  client[coreKey].destroy()
})

let elements = 0
/** A new tag for a class of an element. */
const register = (Class: CustomElementConstructor) => {
  const tag = `host-element-${++elements}`
  customElements.define(tag, Class)
  return tag
}

const newPasskeyElement = class extends compat.StytchPasskeyRegistration {}

for (const [name, create] of [
  ['the option', () => (register(newPasskeyElement), new newPasskeyElement({ shadow: true }))],
  [
    'the attribute',
    () => {
      const element = document.createElement(register(class extends compat.StytchUI {})) as InstanceType<typeof compat.StytchUI>
      element.setAttribute('shadow', '')
      return element
    },
  ],
] as const) {
  test(`${name} shadow puts the screen into the element's shadow root`, async () => {
    const client = compat.createStytchClient(`public-token-test-shadow-${elements}`, options)
    const element = create()
    newParent().append(element)
    element.render({ client, config: { products: [Products.emailMagicLinks] } })
    element.flushRender()
    const root = element.shadowRoot!
    await until(() => root.querySelector('section'), 'a screen')
    assert.is(element.querySelector('section'), null)
    await until(() => root.querySelector('[part~=widget]'), 'the parts')
    element.strings = { 'login.title': 'x' }
    element.flushRender()
    assert.is(element.shadowRoot, root)
    assert.is(root.querySelectorAll('section').length, 1)
    element.remove()
    client[coreKey].destroy()
  })
}

test('the props of a mounted screen are properties of what mountLogin and the client return', async () => {
  const client = new compat.StytchUIClient('public-token-test-properties', options)
  const parent = newParent()
  const strings = { 'login.title': 'One' }
  for (const show of [
    () => compat.mountLogin({ client, elementId: parent, strings }),
    () => client.mountLogin({ elementId: parent, strings }),
  ]) {
    const element = show()
    assert.is(element.parentNode, parent)
    await until(() => element.textContent!.includes('One'), 'the title')
    element.strings = { 'login.title': 'Two' }
    assert.equal(element.strings, { 'login.title': 'Two' })
    await until(() => element.textContent!.includes('Two'), 'the other title')
    element.render({ client, strings: { 'login.title': 'Three' } })
    await until(() => element.textContent!.includes('Three'), 'the third title')
    assert.is(parent.children.length, 1)
  }
  client[coreKey].destroy()
})

test('flushRender shows at once what is set', async () => {
  const client = compat.createStytchClient('public-token-test-flush', options)
  const tag = register(class extends compat.StytchUI {})
  const element = document.createElement(tag) as InstanceType<typeof compat.StytchUI>
  newParent().append(element)
  element.client = client
  element.config = { products: [Products.emailMagicLinks] }
  assert.is(element.children.length, 0)
  element.flushRender()
  assert.is(element.children.length, 1)
  await settled()
  assert.is(element.children.length, 1)
  element.remove()
  client[coreKey].destroy()
})

test('the attribute of a reset page is its token', async () => {
  const client = compat.createStytchClient('public-token-test-token', options)
  const element = document.createElement(register(class extends compat.StytchResetPassword {})) as InstanceType<
    typeof compat.StytchResetPassword
  >
  element.setAttribute('passwordResetToken', 'abc')
  newParent().append(element)
  element.render({ client })
  await until(() => element.querySelector('input[type=password]'), 'the form for a new password')
  element.remove()
  client[coreKey].destroy()
})

const signInWith = async (client: { authenticateByUrl: compat.StytchClient['authenticateByUrl'] }, to: string) => {
  const { authenticateByUrl } = client
  return authenticateByUrl({ session_duration_minutes: 30 }, to)
}

for (const [name, create] of [
  ['compat', compat.createStytchClient],
  ['compat/headless', headless.createStytchClient],
] as const) {
  test(`authenticateByUrl of ${name} reads the URL that it is given`, async () => {
    const client = create(`public-token-test-by-url-${++elements}`, options)
    await client.magicLinks.email.loginOrCreate('ada@example.com', { login_magic_link_url: 'http://localhost/' })
    const { url } = provider.outbox().at(-1)!
    assert.is(await client.authenticateByUrl({ session_duration_minutes: 30 }), null)
    assert.is(await signInWith(client, 'http://localhost/'), null)
    const outcome = await signInWith(client, url!)
    assert.ok(outcome?.handled)
    assert.ok(client.session.getSync())
    await client.session.revoke()
    client[coreKey].destroy()
  })
}

/** What a screen tells its element and its callbacks when a code is sent, or cannot be. */
for (const [name, show] of [
  [
    'an element',
    (parent: HTMLElement, props: compat.SDKConfig) => {
      const element = document.createElement(register(class extends compat.StytchUI {})) as InstanceType<typeof compat.StytchUI>
      parent.append(element)
      element.render(props)
      return element
    },
  ],
  ['what mountLogin returns', (parent: HTMLElement, props: compat.SDKConfig) => compat.mountLogin({ ...props, elementId: parent })],
] as const) {
  test(`${name} dispatches the provider's events`, async () => {
    const client = compat.createStytchClient(`public-token-test-events-${elements}`, options)
    const parent = newParent()
    const called: string[] = []
    const callbacks: compat.Callbacks = {
      onEvent: ({ type }) => void called.push(type),
      onError: ({ name }) => void called.push(name),
    }
    const element = show(parent, { client, config: { products: [Products.otp], otpOptions: { methods: ['email'] } }, callbacks })
    const events: Event[] = []
    for (const type of ['stytch-event', 'stytch-error']) {
      element.addEventListener(type, (event) => void events.push(event))
      parent.addEventListener(type, () => assert.unreachable('it does not bubble'))
    }
    const submit = async (address: string) => {
      const field = await until(() => element.querySelector<HTMLInputElement>('#email-input'), 'the form')
      field.value = address
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      await settled()
      element.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
    }
    provider.faults([{ route: 'POST /otps/*', status: 503, times: 1 }] as never)
    await submit('ada@example.com')
    const failed = (await until(() => events[0], 'an error')) as Event & { error: Error }
    assert.equal([failed.type, failed.composed, called], ['stytch-error', true, [failed.error.name]])
    await submit('ada@example.com')
    const sent = (await until(() => events[1], 'an event')) as compat.StytchDOMEvent
    assert.instance(sent, compat.StytchDOMEvent)
    assert.equal([sent.type, sent.stytchEventType, called[1]], ['stytch-event', 'OTP_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE'])
    assert.ok((sent.stytchEventData as { method_id: string }).method_id)
    const code = await until(() => element.querySelector<HTMLInputElement>('input[autocomplete=one-time-code]'), 'the code')
    code.value = provider.outbox().at(-1)!.code!
    code.dispatchEvent(new InputEvent('input', { bubbles: true }))
    const signedIn = (await until(
      () => (events as compat.StytchDOMEvent[]).find(({ stytchEventType }) => stytchEventType === 'OTP_AUTHENTICATE'),
      'a session',
    )) as compat.StytchDOMEvent
    const data = signedIn.stytchEventData as { user_id: string; session_token?: string; session_jwt?: string }
    assert.equal([!!data.user_id, data.session_token, data.session_jwt], [true, undefined, undefined])
    client[coreKey].destroy()
  })
}

test('an error is an instance of the class that another entry exports', () => {
  /** As a client of another bundle throws it. */
  const foreign = (name: string) => Object.assign(new Error('Refused'), { name })
  const { StytchAPIError, StytchError, StytchSDKUsageError, StytchSDKError } = compat
  assert.instance(foreign('StytchAPIError'), StytchAPIError)
  assert.instance(foreign('StytchAPIError'), StytchError)
  assert.instance(foreign('StytchSDKUsageError'), StytchSDKUsageError)
  assert.not.instance(foreign('StytchSDKUsageError'), StytchError)
  assert.not.instance(foreign('StytchSDKUsageError'), StytchSDKError)
  assert.not.instance(foreign('StytchAPISchemaError'), StytchAPIError)
  assert.not.instance(foreign('Error'), StytchError)
  for (const other of [null, undefined, 'StytchAPIError', {}]) assert.is((other as unknown) instanceof StytchAPIError, false)
  assert.instance(
    new LatchkeyAPIError({ status_code: 400, error_type: 'bad_request', error_message: '', error_url: '', request_id: '' }),
    StytchAPIError,
  )
  class Own extends StytchAPIError {}
  assert.not.instance(foreign('StytchAPIError'), Own)
})

/** The catalog of texts that the provider publishes with a version of its package. */
const catalogOf = (name: string): Record<string, string> => {
  const text = readFileSync(new URL(`../../node_modules/${name}/messages/en.po`, import.meta.url), 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/^msgid "(.+)"\nmsgstr ((?:"(?:\\.|[^"\\])*"\n?)+)/gm)].map(([, id, lines]) => [
      id!,
      [...lines!.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, part]) => JSON.parse(`"${part}"`)).join(''),
    ]),
  )
}

const all: Record<string, string> = { ...messages, ...derived(messages) }

test('every message id of the provider is ours, or in the table of counterparts', () => {
  const six = Object.keys(catalogOf('provider-6'))
  assert.is(six.length, 207)
  assert.equal(six.filter((id) => !(id in all) && id !== 'formField.password.ariaLabel').sort(), Object.keys(messageIds).sort())
})

const guide = readFileSync(new URL('../../docs/guides/migration.md', import.meta.url), 'utf8')

for (const [id, counterpart] of Object.entries(messageIds)) {
  test(`the message ${id} ${counterpart ? `is ${counterpart[0]}` : 'is in the guide'}`, () => {
    if (!counterpart) return assert.match(guide, `\`${id}\``)
    const own = ownStrings({ [id]: 'Xyz' } as ProviderStrings) as Record<string, string>
    assert.match(own[counterpart[0]]!, 'Xyz')
    // a text with our own id counts, unless the provider's two texts are one of ours
    const both = ownStrings({ [id]: 'Xyz', [counterpart[0]]: 'Own' } as ProviderStrings) as Record<string, string>
    if (!counterpart[1]) assert.is(both[counterpart[0]], 'Own')
  })
}

test('two texts of the watermark are one', () => {
  assert.is(
    ownStrings({ 'watermark.poweredBy': 'Von', 'watermark.altText': 'Stytch aus Wien' })['watermark.altText'],
    'Von Stytch aus Wien',
  )
  assert.is(ownStrings({ 'watermark.poweredBy': 'Von' })['watermark.altText'], 'Von Stytch')
})

test('a host of version 6 sees its own texts', async () => {
  const parent = newParent()
  const client = new compat.StytchUIClient('public-token-test-texts', options)
  compat.mountLogin({
    client,
    elementId: parent,
    config: { products: [Products.otp], otpOptions: { methods: ['sms'] } },
    strings: { 'formField.countryCode.label': 'Vorwahl des Landes' },
  })
  await until(() => parent.innerHTML.includes('Vorwahl des Landes'), 'the text')
  client[coreKey].destroy()
})

test('the field for an address has the placeholder by which tests of hosts find it, unless the host has another one', async () => {
  const client = new compat.StytchUIClient('public-token-test-placeholder', options)
  const seen = async (strings?: ProviderStrings | null) => {
    const parent = newParent()
    const mounted = client.mountLogin({ elementId: parent, config: { products: [Products.emailMagicLinks] }, strings: strings as never })
    const field = await until(() => parent.querySelector<HTMLInputElement>('input[type=email]'), 'the field')
    const { placeholder } = field
    mounted.unmount()
    return placeholder
  }
  const theirs = catalogOf('@stytch/vanilla-js')['formField.email.placeholder']!
  assert.is(theirs, 'example@email.com')
  for (const strings of [undefined, null, {}, { 'button.goBack': 'Zurück' }]) assert.is(await seen(strings), theirs)
  assert.is(await seen({ 'formField.email.placeholder': 'du@firma.example' }), 'du@firma.example')
  client[coreKey].destroy()
})

test('every English text is the one of 5.35.1, or in the list of decisions with the reason', () => {
  const five = catalogOf('@stytch/vanilla-js')
  const different = Object.keys(five).filter((id) => id in all && all[id] !== five[id])
  const decisions = readFileSync(new URL('../../docs/decisions/some-english-texts-differ-from-stytch.md', import.meta.url), 'utf8')
  const listed = [...decisions.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  assert.equal(listed.map(([, id]) => id).sort(), different.sort())
  for (const [, id, text, why] of listed) {
    assert.is(text, all[id!]!.replaceAll('|', ''), id)
    assert.ok(why!.length > 15, id)
  }
})

test.run()
