/**
 * Tests what the built `latchkey/prerender` returns: it runs anywhere, its hashes are right, and it
 * stays small.
 */
import '../built/all.ts'
import { buildSync } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import type { prerender as Prerender, PrerenderOptions } from '../../src/prerender/index.tsx'
import { locales } from '../../src/ui/words/language.ts'
import { chunks } from '../chromium/embedChunks.ts'

const file = fileURLToPath(new URL('../../dist/prerender/index.js', import.meta.url))
const { prerender } = (await import(file)) as { prerender: typeof Prerender }

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const brotli = (text: string) => brotliCompressSync(text).length

const products = ['oauth', 'emailMagicLinks', 'passwords', 'otp', 'passkeys', 'crypto'] as const
const everything = {
  products: ['oauth', 'otp', 'passwords', 'passkeys', 'crypto'],
  oauthOptions: { providers: [{ type: 'google' }] },
  otpOptions: { methods: ['sms', 'email'] },
} as PrerenderOptions['config']

test('it runs without Node and without a DOM', () => {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    logLevel: 'error',
    bundle: true,
    format: 'iife',
    globalName: 'built',
    platform: 'neutral',
    write: false,
  })
  // what all runtimes of servers have (the minimum common API of WinterTC)
  const elsewhere = createContext({
    TextEncoder,
    btoa,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    setTimeout,
    queueMicrotask,
  })
  runInContext(outputFiles[0]!.text, elsewhere)
  const options = { config: everything, language: 'fr', styles: { colorScheme: 'dark' as const } }
  const form = runInContext(`built.prerender(${JSON.stringify(options)})`, elsewhere)
  assert.equal(JSON.parse(JSON.stringify(form)), prerender(options))
})

test('the hashes are those of the contents, and the script is the same for all forms', () => {
  for (const options of [{}, { config: everything }, { config: { ...everything, enableShadowDOM: true } }] as PrerenderOptions[]) {
    const { html, style, styleHash, script, scriptHash } = prerender(options)
    assert.is(styleHash, sha256(style || /<style>(.*)<\/style>/s.exec(html)![1]!))
    assert.is(scriptHash, sha256(script))
    assert.is(script, prerender().script)
  }
})

test('each way to log in, alone and with others, in every language, is a form without inline styles', () => {
  for (const language of locales) {
    for (const config of [
      everything,
      ...products.map((name) => ({ products: [name, 'emailMagicLinks'] })),
    ] as PrerenderOptions['config'][]) {
      const { html, style } = prerender({ config, language })
      assert.not.match(html, / style=/)
      assert.not.match(style, '<')
      assert.match(html, /<form method="dialog"/)
      if (language !== 'en') assert.match(html, ` lang="${language}"`)
    }
  }
})

test('what is known in the browser alone is not there: passkeys and wallets', () => {
  const { html } = prerender({ config: { products: ['passkeys', 'emailMagicLinks'] } as PrerenderOptions['config'] })
  assert.not.match(html, /passkey/i)
  // beside a phone number they have a button, which has its room
  const beside = prerender({ config: { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } } as PrerenderOptions['config'] })
  assert.not.match(beside.html, /passkey/i)
  assert.is(beside.html.split('class="lk-block"').length - 1, 2)
  // a visitor cannot choose another country before the widget is there, so that none is lost
  assert.is(beside.html.split('<option').length - 1, 1)
})

const evil = 'url(//evil.test/a)'
const ends = ['\r', '\f', '\n', '\r\n', '\u0000', '\u2028', '\\', '\\a ', '</style>', '*/', '/*']
/**
 * Styles that would end the rule, the sheet or its element, or fetch something, if they were
 * written as they are.
 */
const hostile: [what: string, styles: object][] = [
  ...ends.map((end): [string, object] => [
    `${JSON.stringify(end)} in a font, without a function`,
    { fontFamily: `'a${end}b;} body{display:none} x'` },
  ]),
  ...ends.map((end): [string, object] => [`${JSON.stringify(end)} in a font`, { fontFamily: `'a${end}b; background:${evil}'` }]),
  ...ends.map((end): [string, object] => [
    `${JSON.stringify(end)} in a color`,
    { colors: { accent: `red${end};} body{background:${evil}` } },
  ]),
  ...['x;background', 'x:red}body{background', 'a b', 'a/**/b', 'x\ry', '</style><script>', '-x', 'ünder', ''].map(
    (name): [string, object] => [`the name ${JSON.stringify(name)}`, { colors: { [name]: 'red' }, [name]: { textColor: 'red' } }],
  ),
  ['a function that fetches', { colors: { accent: evil } }],
  ['a function that fetches, with a fallback', { colors: { accent: `var(--x, ${evil})` } }],
  ['a parenthesis that stays open', { colors: { accent: 'rgb(1, 2' } }],
  ['parentheses the wrong way round', { container: { width: '1px)(' } }],
  ['a parenthesis that a quoted one seems to close', { fontFamily: "calc(1px ')'" }],
]
for (const [what, styles] of hostile)
  test(`styles with ${what} can neither end a rule nor fetch anything`, () => {
    const { style, html } = prerender({ styles } as PrerenderOptions)
    const [plain] = prerender().style.split(/\[data-lk-/)
    const addition = style.slice(plain!.length)
    assert.is(style.slice(0, plain!.length), plain)
    // What is in quotes is a font's name, as long as nothing ends the quotes.
    const bare = addition.replace(/'[^'"\\<\p{Cc}]*'/gu, 'name')
    assert.match(bare, /^(\[data-lk-[0-9a-f]{6}\]\{[\w\s:;.,#%()-]*\})?$/)
    assert.not.match(bare, /evil|[\r\f]/)
    assert.not.match(html, /evil|<script/)
  })

test('what a script has added to Object.prototype is no option', () => {
  const forms = () => JSON.stringify([prerender(), prerender({ config: everything })])
  const before = forms()
  const pollution = {
    config: everything,
    styles: { colorScheme: 'dark' },
    colorScheme: 'dark',
    strings: { 'login.title': 'x' },
    'login.title': 'x',
    language: 'fr',
    number: 2,
    enableShadowDOM: true,
    onclick: 'alert(1)',
    dangerouslySetInnerHTML: { __html: 'x' },
    'x:red}body{background': 'red',
  }
  for (const [name, value] of Object.entries(pollution)) {
    Object.assign(Object.prototype, { [name]: value })
    try {
      // not `assert.is`, which would print two whole forms
      assert.ok(forms() === before, name)
      assert.is(({} as Record<string, unknown>)[name], value)
    } finally {
      delete (Object.prototype as Record<string, unknown>)[name]
    }
  }
})

test('what cannot be prerendered is refused with a reason', () => {
  assert.throws(() => prerender({ language: 'auto' }), /known only in the visitor's browser/)
  assert.throws(() => prerender({ config: { products: ['passkeys'] } as never }), /Cannot use Passkeys by itself/)
  assert.throws(() => prerender({ config: { products: [] } as never }), /Nothing to show/)
})

test('the second form of a page has ids of its own', () => {
  const ids = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(
    ids(prerender({ number: 2 }).html),
    ids(prerender().html).map((id) => `${id}-2`),
  )
})

test('the form for email links stays within its sizes (brotli)', () => {
  const { html, style, script } = prerender()
  const page = html + style
  assert.ok(brotli(page) <= 1500, `HTML and sheet are ${brotli(page)} B`)
  const code = chunks.widget!.brotli + chunks.embed!.brotli
  assert.ok(code <= 14_250, `the first screen is ${code} B`)
  const more = brotli(page + script) - brotli(page)
  assert.ok(more <= 440, `the script in the page is ${more} B`)
})

test.run()
