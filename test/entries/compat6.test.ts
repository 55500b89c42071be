/** Tests the names of the provider's SDK 6 in the drop-in entries: `presentation`, the functions that mount screens, and the elements. */
import { closeAll, newParent } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyAPIError } from '../../src/api/errors.ts'
import { coreKey } from '../../src/client/core.ts'
import * as compat from '../../src/entries/compat/index.ts'
import * as headless from '../../src/entries/compat/headless.ts'
import { type PresentationConfig, stylesOf } from '../../src/entries/compat/presentation.ts'
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
    { colorScheme: 'light', hideHeaderText: true, logo: { logoImageUrl: 'https://host.test/logo.svg' } },
  ],
]

for (const [name, presentation, styles] of looks) {
  test(`presentation becomes styles: ${name}`, () => {
    assert.equal(stylesOf(presentation), styles)
  })
}

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

test('every English text is the one of 5.35.1, or in the list of decisions with the reason', () => {
  const five = catalogOf('@stytch/vanilla-js')
  const different = Object.keys(five).filter((id) => id in all && all[id] !== five[id])
  const decisions = readFileSync(new URL('../../docs/decisions/texts-of-our-own.md', import.meta.url), 'utf8')
  const listed = [...decisions.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)]
  assert.equal(listed.map(([, id]) => id).sort(), different.sort())
  for (const [, id, text, why] of listed) {
    assert.is(text, all[id!]!.replaceAll('|', ''), id)
    assert.ok(why!.length > 15, id)
  }
})

test.run()
