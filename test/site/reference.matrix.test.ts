/**
 * Checks the pages of the reference against the sources: that every public name is on one, that
 * everything on them has a description, and that they say what the code does.
 */
import { readFileSync } from 'node:fs'
import GithubSlugger from 'github-slugger'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { controlRoutes, functionsByRoute } from '../../site/reference/emulator.ts'
import { codesOfGuide, nativeErrors, unionOf } from '../../site/reference/errors.ts'
import { writeReference } from '../../site/reference/index.ts'
import { messageFiles } from '../../site/reference/messages.ts'
import { entrySources, root, type Sources } from '../../site/reference/sources.ts'
import { cssDefaults, customProperty, inWords } from '../../site/reference/styles.ts'
import { writer, type Book } from '../../site/reference/writer.ts'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import type { StyleConfig } from '../../src/ui/host/config.ts'
import { locales } from '../../src/ui/words/language.ts'
import { cssVariables } from '../../src/ui/looks/theme.ts'
import { messages, parts } from '../../src/widget/messages.ts'
import { compileSamples } from '../harness/compileSamples.ts'
import { inAll } from '../harness/everything.ts'

const { pages, book } = await writeReference()
const { sources } = book
const pageAt = (path: string) => pages.find((page) => page.path === `reference/${path}`)!.markdown

/** The lines of a page outside of code. */
const prose = (markdown: string) => markdown.split(/^```[\s\S]*?^```$/m).join('\n')
const headingsOf = (markdown: string, level = 0) =>
  [...prose(markdown).matchAll(/^(#+) (.+)$/gm)].flatMap(([, signs, text]) => (level === 0 || signs!.length === level ? [text!] : []))
const namesIn = (markdown: string, level = 0) => headingsOf(markdown, level).map((text) => text.replaceAll('`', ''))

/** The declarations of interfaces in a file, read apart from the program that writes the pages. */
const membersOf = (path: string, name: string) => {
  const file = ts.createSourceFile(path, readFileSync(root + path, 'utf8'), ts.ScriptTarget.Latest, true)
  const declaration = file.statements.filter(ts.isInterfaceDeclaration).find((node) => node.name.text === name)!
  return declaration.members.map((member) => member.name!.getText().replaceAll("'", ''))
}

/** What no page names, and why. */
const exceptions: Record<string, string> = { default: 'the same as the export that has a name' }

test('every entry of package.json with types has its source here', () => {
  const { exports } = JSON.parse(readFileSync(root + 'package.json', 'utf8')) as { exports: Record<string, unknown> }
  const names = Object.keys(exports).filter((name) => !['./embed/*', './package.json', './strings/*'].includes(name))
  const entries = Object.keys(entrySources()).filter((name) => !name.startsWith('latchkey/strings/'))
  assert.equal(
    entries,
    names.map((name) => name.replace('.', 'latchkey')),
  )
  assert.is(Object.keys(entrySources()).length, entries.length + locales.length + 1)
})

test('every name that an entry exports is on the page that is its place', () => {
  const gaps = sources.entries.flatMap(({ name: entry, exports }) =>
    exports
      .filter(({ name }) => !exceptions[name])
      .filter(({ name, symbol }) => {
        const [path] = book.places.get(symbol)?.address.slice(1).split('#') ?? []
        const page = pages.find((one) => one.path === path)
        return !page || !new RegExp(`\\b${name}\\b`).test(page.markdown)
      })
      .map(({ name }) => `${entry}: ${name}`),
  )
  assert.ok(sources.entries.reduce((sum, { exports }) => sum + exports.length, 0) > 500)
  assert.equal(gaps, [])
})

test('every option, method, field and type on a page has a description', () => assert.equal(book.gaps, []))

test('every link to a page leads to a heading', () => {
  const anchors = new Map(
    pages.map(({ path, markdown }) => {
      const slugger = new GithubSlugger()
      const slugs = headingsOf(markdown).map((heading) => slugger.slug(heading))
      return [path, slugs]
    }),
  )
  const links = pages.flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/(?:\]\(|href=")(\/?[^)"\s]*)/g)].map(([, link]) => ({ path, link: link! })),
  )
  const own = links.filter(({ link }) => link.startsWith('/reference/') || link.startsWith('#'))
  assert.ok(own.length > 1000)
  assert.equal(
    own.filter(({ path, link }) => {
      const [page, anchor] = link.split('#')
      const anchorsOfPage = anchors.get(page ? page.slice(1) : path)
      return !anchorsOfPage || (anchor && !anchorsOfPage.includes(anchor))
    }),
    [],
  )
})

test('events: exactly those of the union, each with its data', () => {
  const page = pageAt('events/')
  assert.equal(namesIn(page, 2), membersOf('src/ui/host/events.ts', 'WidgetEvents'))
  assert.is(page.match(/^Data: /gm)!.length, namesIn(page, 2).length)
})

test('config, client options and callbacks: every option by its path', () => {
  const config = namesIn(pageAt('config/'))
  for (const name of membersOf('src/ui/host/config.ts', 'LoginConfig')) assert.ok(config.includes(name), name)
  for (const path of ['otpOptions.expirationMinutes', 'legal.termsURL', 'oauthOptions.providers[].one_tap'])
    assert.ok(config.includes(path), path)
  assert.equal(namesIn(pageAt('client-options/'), 2), membersOf('src/client/options.ts', 'ClientOptions'))
  assert.equal(namesIn(pageAt('backend-options/'), 2), ['backend', 'keepSessionAlive', 'nonce', 'timeout'])
  assert.equal(namesIn(pageAt('callbacks/'), 2), membersOf('src/ui/host/events.ts', 'Callbacks'))
})

test('methods: every namespace of both clients has a page with all of its methods', () => {
  const { checker } = sources
  const check = (file: string, name: string, folder: string) => {
    const client = checker.getDeclaredTypeOfSymbol(sources.symbolOf(file, name))
    const namespaces = checker
      .getPropertiesOfType(client)
      .filter(
        (symbol) =>
          !symbol.name.startsWith('__') && symbol.name !== 'member' && checker.getTypeOfSymbol(symbol).getCallSignatures().length === 0,
      )
    assert.ok(namespaces.length > 11)
    for (const { name: namespace } of namespaces) {
      const path = `${folder}/${namespace.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}/`
      const headings = namesIn(pageAt(path))
      const own = checker.getPropertiesOfType(checker.getTypeOfSymbol(namespaces.find((one) => one.name === namespace)!))
      for (const method of own)
        assert.ok(
          headings.some((heading) => heading.split(/[.(]/)[0] === method.name || pageAt(path).includes(`\`${method.name}\``)),
          `${path} ${method.name}`,
        )
    }
  }
  check('src/client/ConsumerClient.ts', 'ConsumerClient', 'client')
  check('src/client/b2b/B2BHeadlessClient.ts', 'B2BHeadlessClient', 'b2b')
})

test('messages: every id has its place, and its texts in every language', async () => {
  const [overview, ...others] = pages.filter(({ path }) => path.startsWith('reference/messages/'))
  assert.is(others.length, Object.keys(parts).length)
  assert.equal([...new Set(others.flatMap(({ markdown }) => namesIn(markdown, 3)))].sort(), Object.keys(messages).sort())
  for (const id of Object.keys(messages)) assert.ok(overview!.markdown.includes(`[\`${id}\`]`), id)
  for (const locale of locales.filter((one) => one !== 'en')) {
    const { default: texts } = (await import(`../../src/strings/${locale}.ts`)) as { default: Record<string, string> }
    const shownTexts = others.flatMap(({ markdown }) =>
      [...markdown.matchAll(new RegExp(`<bdi lang="${locale}" dir="${texts.dir}">(.*)</bdi>`, 'g'))].map(([, text]) => text!),
    )
    assert.ok(new Set(shownTexts).size > 150)
    for (const id of Object.keys(messages)) {
      const plain = (text: string) => text.replace(/&lt;|&gt;|&amp;|[<>&\\]/g, '')
      assert.ok(
        shownTexts.some((text) => plain(text) === plain(texts[id]!)),
        `${locale} ${id}`,
      )
    }
  }
})

test('messages: every file of messages says what its messages are for', () => {
  const files = messageFiles(writer('', book, { ...book, places: new Map(), gaps: [] }))
  const ids = files.flatMap((file) => file.ids)
  assert.equal(
    files.filter(({ description }) => !/^\S.*\.$/s.test(description)).map(({ path }) => path),
    [],
  )
  // the others are made from these
  for (const id of Object.keys(messages)) assert.ok(ids.includes(id) || /^(oauth|crypto\.wallet)\.continueWith[A-Z]/.test(id), id)
})

test('errors: every code of src/api/errorCodes.ts, with what to do, and every type of refusal', () => {
  const page = pageAt('errors/')
  const codes = unionOf(sources, 'ErrorCode').filter((code) => code !== 'NativeCode')
  const guide = codesOfGuide()
  assert.ok(codes.length > 10)
  const sections = prose(page).split(/^### /m)
  for (const code of codes) {
    const section = sections.find((one) => one.startsWith(`\`${code}\`\n`))
    assert.ok(
      section?.includes('**What happened:** ') && section.includes('**What to do:** ') && section.includes('**What the visitor reads:** '),
      code,
    )
    assert.ok(guide.get(code)!.advice, code)
  }
  for (const type of unionOf(sources, 'KnownErrorType')) assert.ok(page.includes(`| \`${type}\` |`), type)
  const native = nativeErrors()
  for (const code of unionOf(sources, 'NativeCode'))
    assert.ok(native.get(code)?.message && page.includes(`| \`${code}\` | \`${native.get(code)!.name}\` |`), code)
})

/** Options with defaults, as the pages show them: path, default. */
const defaultsOn = (path: string) =>
  new Map(
    [...pageAt(path).matchAll(/^#+ `(.+)`\n([\s\S]*?)(?=^#)/gm)].flatMap(([, name, body]) => {
      const fallback = /(?:^|· )Default: (.+)$/m.exec(body!)?.[1]
      return fallback ? [[name!, fallback] as const] : []
    }),
  )

test('styles: every token has its custom property, and the default of the style sheets', () => {
  Object.defineProperty(globalThis, 'CSS', { value: { supports: () => true } })
  const defaults = cssDefaults()
  const page = pageAt('styles/')
  const tokens = namesIn(page).filter((path) => defaults.has(customProperty(path)))
  assert.is(tokens.length, defaults.size)
  const rows = defaultsOn('styles/')
  for (const path of tokens) {
    const styles = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'red') as StyleConfig
    assert.equal(
      Object.keys(cssVariables(styles)).filter((name) => name !== 'colorScheme'),
      [customProperty(path)],
      path,
    )
    assert.ok(page.includes(`Custom property: \`${customProperty(path)}\``), path)
    const text = rows.get(path)!
    // a shadow is best said in words
    if (path !== 'container.shadow') assert.is(text, inWords(defaults.get(customProperty(path))![0]!), path)
  }
})

test('the settings of an emulator have the defaults that the page says', () => {
  const settings = createEmulator().project() as unknown as Record<string, unknown>
  const rows = defaultsOn('emulator/project/')
  assert.ok(rows.size > 25)
  for (const [name, text] of rows) {
    const value = settings[name]
    // `null`: any URL
    const [, quoted, bare] = /^(?:`([^`]+)`|(true|false|\d+)\b)/.exec(text) ?? []
    const literals = [...text.matchAll(/`([^`]+)`/g)].map(([, literal]) => literal!)
    if (quoted ?? bare) assert.ok([String(value), JSON.stringify(value)].includes((quoted ?? bare)!), `${name}: ${text}`)
    else assert.equal(value, literals, name)
  }
})

test('client options: the defaults are in the code', () => {
  const rows = defaultsOn('client-options/')
  const code = ['calls/apiDomains', 'session/tokenJar', 'oneTap/oneTap', 'calls/fraudProofs']
    .map((name) => readFileSync(`${root}src/client/${name}.ts`, 'utf8'))
    .join('\n')
  const literals = [...rows].flatMap(([name, text]) => (/^`[^`]+`$/.test(text) ? [[name, text.slice(1, -1)] as const] : []))
  assert.ok(literals.length >= 8, String(literals.length))
  for (const [name, literal] of literals) assert.ok(code.includes(`'${literal}'`), `${name}: ${literal}`)
})

test('the attributes of the script tag and of the elements are those that the code reads', () => {
  const embed = readFileSync(root + 'src/entries/embed.ts', 'utf8')
  const [, names] = /const \{ ([\w, ]+) \} = attributes/.exec(embed)!
  const [, json] = /= \(\[([\w', ]+)\] as const\)\.map/.exec(embed)!
  const read = [
    ...names!.split(', '),
    ...[...embed.matchAll(/\battributes\.(\w+)/g)].map(([, name]) => name!),
    ...json!.replaceAll("'", '').split(', '),
  ]
  assert.equal(membersOf('src/entries/embed.ts', 'ScriptAttributes').sort(), read.sort())
  const attribute = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}`
  assert.equal(namesIn(pageAt('script-tag/'), 2).sort(), read.map(attribute).sort())

  const [, list] = /observedAttributes = \[([^\]]+)\]/.exec(readFileSync(root + 'src/entries/element.ts', 'utf8'))!
  const observedNames = [...list!.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!)
  assert.equal(membersOf('src/entries/element.ts', 'ElementAttributes').sort(), observedNames.sort())
})

test('the emulator serves exactly the endpoints on the page', () => {
  const page = writer('', book, { ...book, places: new Map(), gaps: [] })
  const routes = controlRoutes(page)
  assert.ok(routes.length > 10)
  assert.equal(
    routes.filter(({ description }) => !description),
    [],
  )
  assert.equal([...functionsByRoute(page).keys()].sort(), routes.map(({ name }) => name).sort())
  const servedRoutes = [...readFileSync(root + 'src/tools/emulator/controls/index.ts', 'utf8').matchAll(/control\('(\w+ \w+)'/g)].map(
    ([, route]) => route!,
  )
  assert.equal(
    namesIn(pageAt('emulator/endpoints/'), 2),
    servedRoutes.map((route) => route.replace(' ', ' /_emulator/')),
  )
})

inAll(test)('samples compile', () => {
  const samples = [
    ...new Set(pages.flatMap(({ markdown }) => [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!))),
  ]
  assert.ok(samples.length >= 10, String(samples.length))
  const surroundings = `
declare const client: import('latchkey').LatchkeyClient
declare const emulator: import('latchkey/emulator').Emulator
declare const createEmulator: typeof import('latchkey/emulator').createEmulator
declare const verifySession: typeof import('latchkey/server').verifySession
declare const request: Request
declare const url: string
declare const error: import('latchkey').LatchkeyError
type Callbacks = import('latchkey').Callbacks
declare namespace Cypress { interface Chainable<Subject> { then(act: (subject: Subject) => void): void } }
`
  const files = samples.map((code, at) => {
    const text = /^import /m.test(code) ? code : `export async function sample() {\n${code}\n}`
    return [`test/site/sample-${at}.ts`, text] as const
  })
  assert.equal(compileSamples({ 'test/site/surroundings.d.ts': surroundings, ...Object.fromEntries(files) }, { noUnusedLocals: false }), [])
})

/** Writes a file with the declarations of `text`, as if it was a source of the package. */
const pageOf = (text: string, write: (page: ReturnType<typeof writer>, symbols: Record<string, ts.Symbol>) => string[]) => {
  const path = 'src/sample.ts'
  const host = ts.createCompilerHost({})
  const { getSourceFile } = host
  host.getSourceFile = (name, target) =>
    name === root + path ? ts.createSourceFile(name, text, target, true) : getSourceFile(name, target)
  const program = ts.createProgram([root + path], { strict: true, target: ts.ScriptTarget.ES2022 }, host)
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(root + path)!
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
  const symbols = Object.fromEntries(exports.map((symbol) => [symbol.name, symbol]))
  const sample: Sources = {
    checker,
    entries: [{ name: 'latchkey', exports: exports.map((symbol) => ({ name: symbol.name, symbol })) }],
    exportedNames: new Map(exports.map((symbol) => [symbol, symbol.name])),
    file: () => file,
    symbolOf: (_, name) => symbols[name]!,
  }
  const places = new Map(
    exports.map((symbol) => [
      symbol,
      { page: 'reference/sample/', heading: symbol.name, address: `/reference/sample/#${symbol.name.toLowerCase()}`, isNamed: true },
    ]),
  )
  const last: Book = { sources: sample, places, mentions: new Set(), gaps: [] }
  const next: Book = { sources: sample, places: new Map(), mentions: new Set(), gaps: [] }
  return { text: write(writer('reference/sample/', last, next), symbols).join('\n\n'), gaps: next.gaps }
}

test('a declaration: links, defaults, throws, objects inside, and what lacks a description', () => {
  const { text, gaps } = pageOf(
    `/** An answer. */
     export interface Answer {
/** Its id. */
id: string }
     /** Sends it, see {@link Answer} and docs/guides/server.md#cookies. Default: never. Or later.
      * @param to the address
      * @throws Error if {@link to} is empty
      */
     export function send(to: string, options?: {
/** How long, in ms. Default 5. */
wait?: number; silent?: boolean | undefined }): Promise<Answer & {
/** The code. */
code: string } | null> { throw to }
     /** @internal */
     export const hidden = 1`,
    ({ declaration, declarations }, { send }) => [...declaration(send!, 2), ...declarations(2, 'src/sample.ts')],
  )
  assert.is(
    text,
    `## \`send()\`

Sends it, see [\`Answer\`](/reference/sample/#answer) and [server.md](server.md#cookies). Or later.

Default: never.

\`\`\`ts signature
send(
  to: string,
  options?: { wait?: number; silent?: boolean },
): Promise<Answer & { code: string } | null>
\`\`\`

- **\`to\`** \`string\`: the address
- **\`options?\`** \`object\`
  - **\`wait?\`** \`number\`: How long, in ms. Default: 5.
  - **\`silent?\`** \`boolean\`
- resolves with <code>(<a href="/reference/sample/#answer">Answer</a> &amp; object) | null</code>
  - **\`code\`** \`string\`: The code.

Throws Error if \`to\` is empty.`,
  )
  assert.equal(gaps, ['reference/sample/: silent'])
})

test('options by their paths, and methods by theirs', () => {
  const { text, gaps } = pageOf(
    `interface Inner {
/** A list. */
list: string[] }
     export interface Options {
/** One. Default \`a\`. */
one?: 'a' | 'b'
/** Inside. */
inner: Inner; bare?: { deep: number } }
     /** Calls. */
     export interface Calls {
/** Group. */
group: {
/** Goes. */
go(): void }; google: Inner; apple: Inner }`,
    ({ options, methods, checker }, { Calls }) => [
      ...options('src/sample.ts', 'Options'),
      ...methods(checker.getDeclaredTypeOfSymbol(Calls!), 'client.'),
    ],
  )
  assert.equal(
    [...text.matchAll(/^#+ .+$/gm)].map(([heading]) => heading),
    [
      '## `one`',
      '## `inner`',
      '### `inner.list`',
      '## `bare`',
      '### `bare.deep`',
      '### `google`, `apple` and so on',
      '#### `google.list`',
      '### `group`',
      '#### `group.go()`',
    ],
  )
  assert.ok(text.includes("Type: `'a' | 'b'` · Default: `a`"))
  assert.ok(text.includes('client.group.go(): void'))
  assert.equal(gaps, ['reference/sample/: bare', 'reference/sample/: bare.deep'])
})

test('a value of CSS in words', () => {
  for (const [value, words] of [
    ['#fff', '`#fff`'],
    ['light-dark(#fff, #16212a)', '`#fff`, dark `#16212a`'],
    ['var(--lk-text)', '`colors.primary`'],
    ['var(--lk-colors-accent, light-dark(#19303d, #d8e3ea))', '`colors.accent`, else `#19303d`, dark `#d8e3ea`'],
    ['color-mix(in srgb, var(--lk-text) 55%, var(--lk-back))', '55 % of the color of texts'],
  ] as const)
    assert.is(inWords(value), words)
  assert.equal(
    [...cssDefaults('a { b: var(--lk-a, light-dark(#1, #2)) var(--lk-b, 1px) }')],
    [
      ['--lk-a', ['light-dark(#1, #2)']],
      ['--lk-b', ['1px']],
    ],
  )
})

test.run()
