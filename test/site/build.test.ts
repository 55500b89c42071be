/** Tests the parts that make the site: contents, links, code. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { manifest } from '../../build/addresses.ts'
import { documents } from '../../site/contents.ts'
import { documentPages, titleAndDescription } from '../../site/documents.ts'
import { highlightedCode } from '../../site/highlight.ts'
import { labelOf, pageHtml } from '../../site/layout.ts'
import { type SiteTree, relativeLink, targetOf } from '../../site/links.ts'
import { withLinks } from '../../site/llms.ts'
import { htmlOf, outlineOf } from '../../site/markdown.ts'
import type { Page } from '../../site/page.ts'
import { childrenOf } from '../../site/tree.ts'

const test = suite('site')
const root = fileURLToPath(new URL('../..', import.meta.url))

test('every document of docs/ is a page of the site', () => {
  const paths = documents.map(({ file }) => file)
  assert.equal(
    readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !paths.includes(`docs/${name}`))
      .map((name) => `docs/${name}: add it to site/contents.ts`),
    [],
  )
  assert.is(new Set(documents.map(({ path }) => path)).size, documents.length)
})

test('each guide is one line of the menu, and none has the name of another', () => {
  const labels = documentPages()
    .filter(({ section }) => section !== 'Project')
    .map(labelOf)
  assert.equal(
    labels.filter((label) => label.length > 26),
    [],
  )
  assert.is(new Set(labels).size, labels.length)
})

test('a title and a description are the first heading and the first sentence', () => {
  assert.equal(titleAndDescription('# The `otp` product\n\nSends a [code](a.md), 5.35.1\nor later. Then more.'), {
    title: 'The otp product',
    description: 'Sends a code, 5.35.1 or later.',
  })
  assert.throws(() => titleAndDescription('No heading'), 'begins with a heading')
})

const page: Page = {
  path: 'guides/server/',
  title: '',
  description: '',
  markdown: '',
  section: 'Production',
  source: 'docs/guides/server.md',
}
const tree: SiteTree = {
  outlines: new Map([
    ['guides/server/', outlineOf('# Your server\n\n## Cookies')],
    ['project/security/', outlineOf('# Security\n\n<p id="raw"></p>')],
    ['reference/config/', outlineOf('# config')],
  ]),
  pathOf: new Map([
    ['docs/guides/server.md', 'guides/server/'],
    ['SECURITY.md', 'project/security/'],
  ]),
  isWritten: (path) => path === 'playground/',
}

for (const [link, expected] of [
  ['#cookies', 'guides/server/#cookies'],
  ['server.md#cookies', 'guides/server/#cookies'],
  ['../../SECURITY.md', 'project/security/'],
  ['../../SECURITY.md#raw', 'project/security/#raw'],
  ['/reference/config/', 'reference/config/'],
  ['/playground/', 'playground/'],
  ['../../build/paths.ts', 'source/build/paths.ts/ of build/paths.ts'],
  ['#no-such', 'no heading #no-such'],
  ['../../SECURITY.md#no-such', 'no heading #no-such'],
  ['../../build/none.ts', 'no build/none.ts in the repository'],
  ['/no/such/', 'no /no/such/ on the site'],
  ['../../../none.ts', 'no ../none.ts'],
  ['../../src', 'src is a folder'],
] as const)
  test(`the link ${link} leads to: ${expected}`, () => {
    try {
      const { path, anchor, file } = targetOf(link, page, tree)
      assert.is(`${path}${anchor ? `#${anchor}` : ''}${file ? ` of ${file}` : ''}`, expected)
    } catch (error) {
      assert.match((error as Error).message, expected)
    }
  })

for (const [from, to, anchor, expected] of [
  ['guides/server/', 'guides/npm/', '', '../npm/'],
  ['guides/server/', 'guides/server/', 'cookies', '#cookies'],
  ['guides/server/', '', '', '../../'],
  ['', 'guides/npm/', 'x', 'guides/npm/#x'],
  ['', '', '', './'],
  ['guides/server/', 'guides/npm/form.webp', '', '../npm/form.webp'],
] as const)
  test(`from '${from}' to '${to}' it is '${expected}'`, () => assert.is(relativeLink(from, to, anchor), expected))

test('in Markdown, links change and code does not', () => {
  const text = 'See [this](a.md) and `[that](a.md)`, <img src="a.md">.\n\n```md\n[code](a.md)\n```\n'
  assert.is(
    withLinks(text, () => 'b'),
    'See [this](b) and `[that](a.md)`, <img src="b">.\n\n```md\n[code](a.md)\n```\n',
  )
})

test('HTML keeps headings, tables and raw HTML, and escapes the rest', () => {
  const html = htmlOf(
    '# A & B\n\n## `x` < y\n\n| a | b |\n|---|--:|\n| | [l](to.md) |\n\n<!-- hidden --><b>raw</b>\n\n```ts\nconst a = 1 < 2\n```',
    (link) => `to:${link}`,
  )
  assert.match(html, '<h1 id="a--b">A &amp; B</h1>')
  assert.match(html, '<h2 id="x--y"><code>x</code> &lt; y</h2>')
  assert.match(html, '<th scope="col" class="right">b</th>')
  assert.match(html, '<a href="to:to.md">l</a>')
  assert.match(html, '<b>raw</b>')
  assert.not.match(html, 'hidden')
  assert.match(html, '<span class="hljs-keyword">const</span>')
  assert.not.match(htmlOf('| | |\n|---|---|\n| a | b |', String), 'thead')
})

test('code in a language that is not registered is an error', () => {
  assert.throws(() => highlightedCode('x', 'cobol'), "Code in 'cobol' cannot be highlighted")
})

test('a page says where it and the repository are, if package.json does', () => {
  const tree = {
    ...manifest(),
    homepage: 'https://latchkey.example/site/',
    repository: { url: 'git+https://code.example/owner/latchkey.git' },
  }
  const html = pageHtml({ ...page, markdown: '# A' }, '', [], undefined, tree)
  assert.match(html, '<link rel="canonical" href="https://latchkey.example/site/guides/server/">')
  assert.match(html, '<a href="https://code.example/owner/latchkey">Repository</a>')
  const bareHtml = pageHtml({ ...page, markdown: '# A' }, '', [], undefined, { ...tree, homepage: undefined, repository: undefined })
  assert.not.match(bareHtml, /canonical|Repository/)
})

test('"On this page" lets long names continue on the next line after a dot or an underscore', () => {
  const html = pageHtml({ ...page, markdown: '## `sessionOptions.locale`\n\n## `OTP_LOGIN`\n\n### `OTP_LOGIN.data`' }, '', [])
  assert.match(html, '>sessionOptions.<wbr>locale</a>')
  assert.match(html, '>OTP_<wbr>LOGIN</a>')
  assert.match(html, '>.data</a>')
})

test('a page is below the one whose address its own begins with', () => {
  const pages = ['a/', 'a/b/', 'a/b/c/', 'ab/'].map((path) => ({ ...page, path }))
  const below = (parent?: Page) => childrenOf(parent, pages).map(({ path }) => path)
  assert.equal(below(), ['a/', 'ab/'])
  assert.equal(below(pages[0]), ['a/b/'])
  assert.equal(below(pages[1]), ['a/b/c/'])
})

test.run()
