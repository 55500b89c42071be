/**
 * Tests which of a host's styles a browser accepts: src/ui/looks/theme.ts itself, run in a page
 * (docs/decisions/README.md#styles-and-strings-cannot-inject).
 */
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser, visit } from '../harness/browser.ts'

const test = suite('theme in a browser')
test.after(closeBrowser)

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../../src/ui/looks/theme.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'theme',
})

/** Values of `colors.primary`, `container.borderRadius`, ..., each as a host's only style. */
const cases: [path: string, value: unknown, taken: boolean][] = [
  ...[
    'red',
    '#19303D',
    '#abcd',
    'rgb(0 0 0 / 50%)',
    'hsl(120deg 50% 50%)',
    'oklch(60% 0.1 200)',
    'currentcolor',
    'transparent',
    'var(--brand)',
    'color-mix(in srgb, red, blue)',
    'light-dark(#fff, #000)',
    ' red ',
    'red /* and no end',
  ].map((value): [string, string, boolean] => ['colors.primary', value, true]),
  ...['0', '8px', '1rem', '50%', '4px 8px', 'calc(1px + 1em)', 'var(--round)'].map((value): [string, string, boolean] => [
    'container.borderRadius',
    value,
    true,
  ]),
  ...['400px', '100%', 'min(400px, 90vw)', 'auto', 'var(--wide)'].map((value): [string, string, boolean] => [
    'container.width',
    value,
    true,
  ]),
  ...['Arial', 'Arial, Helvetica, sans-serif', '"Comic Sans MS", cursive', "'A; b'", 'var(--font)'].map(
    (value): [string, string, boolean] => ['fontFamily', value, true],
  ),

  ...[
    '',
    ' ',
    'banana',
    '8px',
    'url(https://evil.test/)',
    'url("javascript:alert(1)")',
    'image-set("https://evil.test/" 1x)',
    'red url(https://evil.test/)',
    'red;',
    'red; color: blue',
    'red}',
    '} body { display: none',
    'red !important',
    'expression(alert(1))',
    'javascript:alert(1)',
    '"red"',
    '<script>',
    '@import "https://evil.test/"',
    '\\',
    'red\0',
    'rgb(',
  ].map((value): [string, string, boolean] => ['colors.primary', value, false]),
  ...['-1px', 'red', 'url(https://evil.test/)', '8', '8px;', '8px}'].map((value): [string, string, boolean] => [
    'container.borderRadius',
    value,
    false,
  ]),
  ...['-1px', 'wide', 'url(https://evil.test/)', '400', '400px;'].map((value): [string, string, boolean] => [
    'container.width',
    value,
    false,
  ]),
  ...['', 'Arial;', 'Arial} body {', 'url(https://evil.test/)', 'Arial, url(https://evil.test/)'].map(
    (value): [string, string, boolean] => ['fontFamily', value, false],
  ),
  ...[7, true, null, {}].map((value): [string, unknown, boolean] => ['colors.primary', value, false]),
]

test('a value that is valid in its place is used, and any other is left out', async () => {
  const { page, complaints } = await visit()
  await page.addScriptTag({ content: outputFiles[0]!.text })
  const taken = await page.evaluate(
    (given) =>
      given.map(([path, value]) => {
        const [group, name] = path.split('.') as [string, string | undefined]
        const found = (window as any).theme.cssVariables({ [group]: name ? { [name]: value } : value })
        return Object.keys(found).length > 1
      }),
    cases.map(([path, value]): [string, unknown] => [path, value]),
  )
  for (const [at, [path, value, wanted]] of cases.entries()) assert.is(taken[at], wanted, `${path}: ${JSON.stringify(value)}`)
  assert.equal(complaints, [])
})

test('an accepted value cannot affect anything else or fetch anything', async () => {
  const { page } = await visit()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addScriptTag({ content: outputFiles[0]!.text })
  await page.evaluate(
    (values) => {
      const element = document.body.appendChild(document.createElement('p'))
      element.textContent = 'Styled'
      for (const value of values) {
        const { colorScheme, ...found } = (window as any).theme.cssVariables({ colors: { primary: value }, fontFamily: value })
        for (const [name, text] of Object.entries(found)) element.style.setProperty(name, text as string)
        element.style.background = 'var(--lk-colors-primary)'
        element.style.fontFamily = 'var(--lk-font-family)'
        element.getBoundingClientRect()
      }
    },
    [
      'red; background: url(https://evil.test/1)',
      'url(https://evil.test/2)',
      'image-set("https://evil.test/3" 1x)',
      'red) ; background: url(https://evil.test/4',
    ],
  )
  // The browser requests what a style fetches before it paints.
  await page.evaluate(
    () => new Promise<unknown>((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))),
  )
  assert.is(await page.locator('p').evaluate((element) => getComputedStyle(element).backgroundImage), 'none')
  assert.equal(asked, [])
})

test.run()
