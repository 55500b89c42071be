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
import type { StyleConfig } from '../../src/ui/host/config.ts'

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

test.run()
