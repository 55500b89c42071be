/**
 * Checks that a reader can follow every reference: each file and heading that a comment, a test
 * title or a document names is in this repository. Standards (RFC, W3C, WHATWG, OpenID) are cited
 * by section, and other documents are not cited.
 */
import GithubSlugger from 'github-slugger'
import { marked, type Token } from 'marked'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .filter((path) => !/\/(node_modules|dist)\//.test(path))

// The notices are other people's texts.
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md'),
  ...['docs', 'examples', 'bench'].flatMap(filesBelow).filter((path) => path.endsWith('.md')),
]
const sources = ['src', 'test', 'build', 'bench', 'site', 'examples']
  .flatMap(filesBelow)
  .filter((path) => /\.([cm]?[jt]sx?|css|html)$/.test(path) && path !== 'test/references.test.ts')

const tokensOf = (text: string): Token[] => {
  const found: Token[] = []
  void marked.walkTokens(marked.lexer(text), (token) => void found.push(token))
  return found
}

const anchors = new Map<string, Set<string>>()
/** The anchors that GitHub gives a document's headings. */
const anchorsOf = (path: string): Set<string> => {
  const known = anchors.get(path)
  if (known) return known
  const slugger = new GithubSlugger()
  const found = new Set(tokensOf(read(path)).flatMap((token) => (token.type === 'heading' ? [slugger.slug(token.text as string)] : [])))
  anchors.set(path, found)
  return found
}

/** A comment or the title of a test. */
interface Remark {
  text: string
  line: number
}

/** The comments of a source file, and the titles of its tests. */
function remarksIn(path: string, text: string): Remark[] {
  const lineAt = (position: number) => text.slice(0, position).split('\n').length
  if (/^\.(css|html)$/.test(extname(path)))
    return [...text.matchAll(/\/\*.*?\*\/|<!--.*?-->/gs)].map((match) => ({ text: match[0], line: lineAt(match.index) }))
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, Remark>()
  const note = (start: number, end: number) => found.set(start, { text: text.slice(start, end), line: lineAt(start) })
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || ts.isJsxText(node)) return
    const children = node.getChildren(source)
    if (children.length === 0) {
      const ranges = [...(ts.getLeadingCommentRanges(text, node.pos) ?? []), ...(ts.getTrailingCommentRanges(text, node.end) ?? [])]
      for (const { pos, end } of ranges) note(pos, end)
    }
    if (ts.isCallExpression(node) && /^(test|suite)$/.test(node.expression.getText(source)) && node.arguments[0])
      note(node.arguments[0].getStart(source), node.arguments[0].end)
    children.forEach(visit)
  }
  visit(source)
  return [...found.entries()].sort(([one], [other]) => one - other).map(([, entry]) => entry)
}

/** The documents in a text, with the headings that it names. URLs on the web are not checked. */
const namedIn = (text: string): string[] =>
  [...text.replace(/\bhttps?:\/\/\S+/g, '').matchAll(/(?<![\w/.-])(?:[\w.-]+\/)*[\w-]+\.md(?:#[\w-]+)?/g)].map(([name]) => name)

/**
 * The files of code in a text, if it names them with a folder, and the folders of this repository:
 * without relative imports, and without what a build or an installation makes.
 */
const codeNamedIn = (text: string): string[] =>
  [
    ...text
      .replace(/\bhttps?:\/\/\S+/g, '')
      .matchAll(
        /(?<![\w/.@<>*-])(?:(?:\w[\w.-]*\/)+[\w.-]+\.(?:[cm]?[jt]sx?|css|json)\b|(?:src|test|build|bench|site|docs|examples)\/(?:[\w-]+\/)+(?![\w.*<{[$]))/g,
      ),
  ]
    .map(([name]) => name)
    .filter((name) => !/^(dist|node_modules|\.cache|embed|c)\//.test(name))

/**
 * The folders from which a path in a file can start: the file's own folder and all folders above
 * it.
 */
const foldersOf = (path: string): string[] => (path === '.' ? [] : [dirname(path), ...foldersOf(dirname(path))])

/**
 * The reason why a reference leads nowhere, or undefined if it leads somewhere. `bases` are the
 * folders from which its path can start.
 */
function deadEnd(reference: string, bases: readonly string[]): string | undefined {
  const [path, anchor] = reference.split('#') as [string, string?]
  const found = bases.map((base) => join(base, decodeURI(path))).find((candidate) => existsSync(join(root, candidate)))
  if (found === undefined) return `there is no ${path}`
  if (anchor && found.endsWith('.md') && !anchorsOf(found).has(anchor)) return `${path} has no heading #${anchor}`
}

const standards =
  /\b(RFC \d+(bis)?|WebAuthn( Level \d)?|OpenID [A-Z][\w -]*|HTML|Fetch|URL|DOM|UI Events|CSS Syntax|Referrer Policy|The Unicode Standard|(UAX|EIP|ERC)[ #-]?\d+|draft-[\w-]+)/
const standardSection = new RegExp(`${standards.source}, sections? [\\d.]+(( and |, )[\\d.]+\\b)*`, 'g')

/**
 * Finds citations of a document that is not here: of a specification, or of a numbered row, section
 * or issue.
 */
const foreignCitations = (text: string): string[] => {
  const ours = text.replace(/\n\s*\*? ?/g, ' ').replace(standardSection, '')
  return [
    ...ours.matchAll(
      /\b(rows? \d+|(spec,? |spec's |specification's )?sections? \d[\d.]*|issue \d+|spec \d[\d.]*|the spec(ification)?\b)/gi,
    ),
  ].map(([citation]) => citation)
}

const remarks = sources.flatMap((path) => {
  const text = read(path)
  return /\.md\b|\/[\w.]+\.[cm]?[jt]sx?\b|\bsections? \d|\brows? \d|\bspec\b|specification|\bissue \d/i.test(text)
    ? remarksIn(path, text).map((entry) => ({ ...entry, path }))
    : []
})

/** What the samples cite. They are composed, so that this file cites nothing. */
const [document, row, section, issue] = ['such' + '.md', 'row', 'spec ' + 'section', 'issue']

test('the search finds comments and titles, and what is wrong with them', () => {
  const text = `/** See docs/guides/theming.md#no-such. */
const url = 'https://example.com/no/${document}' // ${row} 27
/* see https://example.com/${document} and ${document} */
test('a title (${section} 4)', () => {})`
  const found = remarksIn('a.ts', text)
  assert.equal(
    found.map(({ line }) => line),
    [1, 2, 3, 4],
  )
  assert.equal(
    found.flatMap(({ text }) => [...namedIn(text), ...foreignCitations(text)]),
    ['docs/guides/theming.md#no-such', `${row} 27`, document, `${section} 4`],
  )
  assert.is(deadEnd('docs/guides/theming.md', ['.']), undefined)
  assert.is(deadEnd('docs/guides/theming.md#presets', ['.']), undefined)
  assert.match(deadEnd('docs/guides/theming.md#no-such', ['.'])!, 'no heading')
  assert.match(deadEnd('theming.md', ['.'])!, 'there is no')
  assert.is(deadEnd('theming.md', ['.', 'docs/guides']), undefined)
})

for (const [text, citations] of [
  ['RFC 7636, section 4.2; WebAuthn, sections 5.1.3 and 5.1.4', []],
  ['(OpenID Connect Core, section 3.1.2.6)', []],
  [`(OpenID Connect RP-Initiated Logout, section 2; ${section} 4)`, [`${section} 4`]],
  ['(WebAuthn Level 3, section 5.1.10); (HTML, section 4.10.18.7: `webauthn`); (URL, section 5.1)', []],
  ['the rows of a table; a specific section; an issue', []],
  [`(${document} ${row}s 15 and 23)`, [`${row}s 15`]],
  [`a passkey: the ${'spec'}'s sentence`, [`the ${'spec'}`]],
  [`(${issue} 2, "Script tag")`, [`${issue} 2`]],
] as const)
  test(`citations in '${text}'`, () => assert.equal(foreignCitations(text), [...citations]))

test('every document and heading in a comment or a title exists', () => {
  assert.ok(remarks.length >= 20)
  const dead = remarks.flatMap(({ text, path, line }) =>
    namedIn(text).flatMap((name) => {
      const why = deadEnd(name, foldersOf(path))
      return why ? [`${path}:${line} ${name}: ${why}`] : []
    }),
  )
  assert.equal(dead, [])
})

test('every file of code, and every folder, that a comment or a document names exists', () => {
  const named = [
    ...remarks.map(({ text, path, line }) => ({ text, path, place: `${path}:${line}` })),
    ...documents.map((path) => ({ text: read(path), path, place: path })),
  ].flatMap(({ text, path, place }) => codeNamedIn(text).map((name) => ({ name, path, place })))
  assert.ok(named.length >= 50)
  const dead = named.filter(({ name, path }) => deadEnd(name, [...foldersOf(path), 'src'])).map(({ name, place }) => `${place} ${name}`)
  assert.equal(dead, [])
})

test('no comment or title cites a section of a document that is not here', () => {
  const dead = remarks.flatMap(({ text, path, line }) => foreignCitations(text).map((citation) => `${path}:${line} ${citation}`))
  assert.equal(dead, [])
})

test('every relative link of a document leads to a file and a heading', () => {
  assert.ok(documents.length >= 12)
  const dead = documents.flatMap((path) =>
    tokensOf(read(path))
      .flatMap((token) =>
        token.type === 'link' || token.type === 'image'
          ? [token.href as string]
          : token.type === 'html'
            ? [...(token.raw as string).matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, address]) => address!)
            : [],
      )
      .filter((address) => !/^(https?:|mailto:)/.test(address))
      .flatMap((address) => {
        const why = address.startsWith('#')
          ? anchorsOf(path).has(address.slice(1))
            ? undefined
            : `no heading ${address}`
          : deadEnd(address, [dirname(path)])
        return why ? [`${path}: ${address}: ${why}`] : []
      }),
  )
  assert.equal(dead, [])
})

test('no document names a missing document or cites a section of one', () => {
  const found = documents.flatMap((path) => {
    const text = read(path)
    // The test above checks links.
    const dead = namedIn(text.replace(/\]\([^)]*\)/g, '')).flatMap((name) => (deadEnd(name, foldersOf(path)) ? [name] : []))
    return [...dead, ...foreignCitations(text)].map((name) => `${path}: ${name}`)
  })
  assert.equal(found, [])
})

test('a comment is at most 100 columns wide, but behind code, and where it tells the linter something', () => {
  const wide = sources.flatMap((path) => {
    const source = read(path)
    if (!/^(?=.{101})\s*(\/[/*]|\{\/\*|\*)/m.test(source)) return []
    const lines = source.split('\n')
    return remarksIn(path, source)
      .filter(({ text, line }) => lines[line - 1]!.replace(/^\s*\{?/, '').startsWith(text.slice(0, 2)) && !text.includes('biome-ignore'))
      .flatMap(({ text, line }) => text.split('\n').map((_, at) => line + at))
      .filter((line) => lines[line - 1]!.length > 100)
      .map((line) => `${path}:${line}`)
  })
  assert.equal(wide, [])
})

test.run()
