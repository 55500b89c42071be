import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { snippet, type EmbedChunks, type SnippetOptions } from '../../../src/tools/snippet/snippet.ts'

const sample: EmbedChunks = {
  embed: { file: 'embed.js', imports: [], dynamicImports: [], integrity: 'sha384-e', raw: 2, brotli: 1 },
  widget: { file: 'widget.js', imports: [], dynamicImports: ['c/otp.1.js', 'c/session.2.js'], integrity: 'sha384-w', raw: 2, brotli: 1 },
  engine: { file: 'c/engine.4.js', imports: ['widget.js'], dynamicImports: [], integrity: 'sha384-n', raw: 2, brotli: 1 },
  otp: { file: 'c/otp.1.js', imports: ['widget.js', 'c/session.2.js'], dynamicImports: [], integrity: 'sha384-o', raw: 2, brotli: 1 },
  methods: { file: 'c/methods.3.js', imports: ['widget.js'], dynamicImports: [], integrity: 'sha384-m', raw: 2, brotli: 1 },
  session: { file: 'c/session.2.js', imports: ['widget.js'], dynamicImports: [], integrity: 'sha384-s', raw: 2, brotli: 1 },
  when: { file: 'when.js', imports: [], dynamicImports: [], integrity: 'sha384-t', raw: 2, brotli: 1 },
  integrity: { file: 'integrity.js', imports: [], dynamicImports: [], integrity: 'sha384-i', raw: 2, brotli: 1 },
}

/** The same with what follows a first screen. `c/kit.4.js` is imported by all but the engine. */
const whole: EmbedChunks = {
  ...sample,
  ...Object.fromEntries(
    ['kit', 'laterEngine', 'emailMagicLinks', 'urlLogIn', 'oauthCalls', 'passwords', 'newPassword'].map((name) => [
      name,
      {
        file: `c/${name}.4.js`,
        imports: ['widget.js', ...(/^(kit|passwords)$/.test(name) ? [] : [name === 'laterEngine' ? 'c/engine.4.js' : 'c/kit.4.js'])],
        dynamicImports: [],
        integrity: `sha384-${name}`,
        raw: 2,
        brotli: 1,
      },
    ]),
  ),
}
whole.newPassword!.imports.push('c/passwords.4.js')

/** What `data-integrity` says of each file: its hash and the types of token. */
const filesOf = (options: Partial<SnippetOptions>) => {
  const [, text] = / data-integrity="([^"]*)" /.exec(snippet({ publicToken: 't', element: '#a', ...options }, whole))!
  return Object.fromEntries(text!.split(', ').map((entry) => [entry.split(' ')[0]!, entry.split(' ').slice(1).join(' ')]))
}

const codes = { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } }

test('a snippet preloads the chunks of its products with all their imports, each once', () => {
  const options = { publicToken: 't', element: '#a', config: { products: ['emailMagicLinks', 'otp'] }, base: 'https://x.test/' }
  assert.is(
    snippet(options, sample),
    [
      "<!-- Content-Security-Policy: style-src 'sha256-w3cAEy05+ovlg9p9Ulwvi3rVOCRUbMwy5wArMCknTzk=' -->",
      '<style>#a{min-height:230px}</style>',
      '<link rel="modulepreload" href="https://x.test/widget.js" integrity="sha384-w">',
      '<link rel="modulepreload" href="https://x.test/c/methods.3.js" integrity="sha384-m">',
      '<link rel="modulepreload" href="https://x.test/c/otp.1.js" integrity="sha384-o">',
      '<link rel="modulepreload" href="https://x.test/c/session.2.js" integrity="sha384-s">',
      '<script src="https://x.test/embed.js" data-public-token="t" data-element="#a" data-config=\'{"products":["emailMagicLinks","otp"]}\'' +
        ' data-integrity="integrity.js sha384-i, widget.js sha384-w, c/engine.4.js sha384-n token_type=magic_links" integrity="sha384-e" crossorigin async></script>',
    ].join('\n'),
  )
})

test('if a browser cannot load everything at once, the loader comes before the files that wait for it', () => {
  const products = ['emailMagicLinks', 'otp', 'oauth', 'crypto', 'passkeys']
  const more = Object.fromEntries(products.slice(2).map((name) => [name, { ...sample.methods!, file: `c/${name}.js` }]))
  const first = (count: number) => {
    const text = snippet({ publicToken: 't', element: '#a', config: { products: products.slice(0, count) } }, { ...sample, ...more })
    return /<link[^>]*>/.exec(text)![0]
  }
  assert.is(first(3), '<link rel="modulepreload" href="/embed/widget.js" integrity="sha384-w">')
  assert.is(first(4), '<link rel="preload" as="script" href="/embed/embed.js" integrity="sha384-e" crossorigin>')
})

test('a name of a file that is no product adds nothing to the first screen', () => {
  const links = (products: string[]) => snippet({ publicToken: 't', element: '#a', config: { products } }, whole).match(/<link[^>]*>/g)
  assert.equal(links(['otp', 'urlLogIn', 'constructor', 'engine']), links(['otp']))
})

test('a snippet for a backend names it, and no public token', () => {
  const text = snippet({ backend: '/auth?a="b"', element: '#a' }, sample)
  assert.match(text, ` data-backend='/auth?a="b"' `)
  assert.not.match(text, 'public-token')
})

test('a snippet contains styles and strings if there are any', () => {
  const text = snippet({ publicToken: 't', element: '#a', styles: { colorScheme: 'dark' }, strings: {} }, sample)
  assert.match(text, ` data-styles='{"colorScheme":"dark"}' `)
  assert.not.match(text, 'data-strings')
})

test('a snippet for email links alone preloads only the widget', () => {
  const text = snippet({ publicToken: 't', element: '#a' }, sample)
  assert.equal(
    [...text.matchAll(/modulepreload" href="([^"]*)"/g)].map((match) => match[1]),
    ['/embed/widget.js'],
  )
})

test('the tag lists what a first call needs, and with which token in the URL each file is needed at once', () => {
  assert.equal(filesOf({}), {
    'widget.js': 'sha384-w',
    'c/engine.4.js': 'sha384-n token_type=magic_links',
    'integrity.js': 'sha384-i',
    'c/emailMagicLinks.4.js': 'sha384-emailMagicLinks token_type=magic_links',
    'c/kit.4.js': 'sha384-kit token_type=magic_links',
    'c/laterEngine.4.js': 'sha384-laterEngine token_type=magic_links',
    'c/urlLogIn.4.js': 'sha384-urlLogIn token_type=magic_links',
  })
  const both = filesOf({ config: { products: ['oauth', 'emailMagicLinks', 'constructor'] } })
  assert.is(both['c/kit.4.js'], 'sha384-kit token_type=(magic_links|oauth)')
  assert.is(both['c/emailMagicLinks.4.js'], 'sha384-emailMagicLinks token_type=magic_links')
  assert.is(both['c/oauthCalls.4.js'], 'sha384-oauthCalls token_type=oauth')
  assert.is(both['when.js'], undefined)
})

test('a file that the page links to is not fetched for a token, because it comes anyway', () => {
  const { 'c/passwords.4.js': passwordFile, ...others } = filesOf({ config: { products: ['passwords'] } })
  assert.is(passwordFile, undefined)
  assert.is(others['c/newPassword.4.js'], 'sha384-newPassword token_type=reset_password')
  assert.is(others['c/kit.4.js'], 'sha384-kit token_type=reset_password')
  assert.is(others['c/engine.4.js'], 'sha384-n')
})

test('a page that waits for its moment, or handles tokens itself, fetches nothing for a token', () => {
  for (const options of [{ when: 'click' }, { when: 'idle' }, { authenticate: 'off' }] as const) {
    const files = filesOf({ ...options, config: { products: ['emailMagicLinks', 'oauth', 'passwords'] } })
    assert.ok(
      Object.values(files).every((hash) => !hash.includes(' ')),
      JSON.stringify(files),
    )
    assert.is(files['c/urlLogIn.4.js'], undefined)
    assert.is(files['when.js'], 'when' in options ? 'sha384-t' : undefined)
  }
  assert.is(filesOf({ when: 'load', authenticate: 'press' })['c/urlLogIn.4.js'], 'sha384-urlLogIn token_type=magic_links')
})

test('a snippet that waits for its moment preloads nothing', () => {
  const text = snippet({ publicToken: 't', element: '#a', config: { products: ['otp'] }, when: 'visible' }, sample)
  assert.match(text, /^<script src="\/embed\/embed\.js" .* data-when="visible" /m)
  assert.match(text, ' data-integrity="integrity.js sha384-i, widget.js sha384-w, c/engine.4.js sha384-n, when.js sha384-t" ')
  assert.not.match(text, 'modulepreload')
})

test('a page that asks for a press before a link signs the visitor in preloads the same files', () => {
  const options = { publicToken: 't', element: '#a', config: { products: ['otp'] } }
  const text = snippet({ ...options, authenticate: 'press' }, sample)
  assert.match(text, / data-authenticate="press" /)
  assert.is(text.replace(' data-authenticate="press"', ''), snippet(options, sample))
})

test('a value cannot end its attribute', () => {
  const hostile = '\'"><script>alert(1)</script>&amp;'
  const text = snippet(
    { publicToken: hostile, element: hostile, config: { products: [hostile] }, strings: { hostile }, baseUrl: hostile },
    sample,
  )
  assert.is(text.match(/<script/g)!.length, 1)
  assert.is(text.match(/ data-base-url=(["'])(.*?)\1 /)![2], '&#39;"><script>alert(1)</script>&amp;amp;'.replaceAll('<', '&lt;'))
})

test("space is reserved for the form, with the page's nonce, and none if the form needs a click", () => {
  const options = { publicToken: 't', element: '#a', config: codes }
  assert.match(snippet(options, sample), /\n<style>#a{min-height:290px}<\/style>\n/)
  assert.match(snippet({ ...options, when: 'idle' }, sample), /\n<style>#a{min-height:290px}<\/style>\n/)
  assert.match(snippet({ ...options, strings: { lang: 'fr' } }, sample), /\n<style>#a{min-height:290px}@media/)
  assert.not.match(snippet({ ...options, when: 'click' }, sample), '<style')
  assert.not.match(snippet({ ...options, config: { products: ['nothing'] } }, sample), '<style')
  const withNonce = snippet({ ...options, nonce: 'n"1' }, sample)
  assert.is(withNonce.match(/ nonce='n"1'/g)!.length, withNonce.split('\n').length)
})

test('a selector cannot end the style', () => {
  const text = snippet({ publicToken: 't', element: '[title="</style><script>"]' }, sample)
  assert.match(text, '<style>[title="\\3c /style>\\3c script>"]{min-height:230px}</style>\n')
})

const french: EmbedChunks = {
  ...sample,
  language: { file: 'c/language.5.js', imports: [], dynamicImports: [], integrity: 'sha384-l', raw: 2, brotli: 1 },
  'widget.fr': { file: 'c/widget.fr.5.js', imports: [], dynamicImports: [], integrity: 'sha384-f', raw: 2, brotli: 1 },
}

for (const [language, locale, file] of [
  ['fr', 'fr', 'c/widget.fr.5.js'],
  ['fr-CA', 'fr', 'c/widget.fr.5.js'],
  ['auto', 'auto', 'c/language.5.js'],
  ['en', 'en', 'c/language.5.js'],
  ['sv', 'en', 'c/language.5.js'],
]) {
  test(`a snippet in '${language}' preloads its first texts`, () => {
    const text = snippet({ publicToken: 't', element: '#a', language }, french)
    assert.equal(
      [...text.matchAll(/modulepreload" href="([^"]*)"/g)].map((match) => match[1]),
      ['/embed/widget.js', `/embed/${file}`],
    )
    assert.match(text, ` data-language="${locale}" `)
  })
}

test.run()
