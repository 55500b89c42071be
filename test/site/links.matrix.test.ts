/** Checks the written site: links, anchors, Markdown and llms.txt. */
import '../built/site.ts'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addresses, files, folder } from '../harness/documentation.ts'

const test = suite('links of dist/site/')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const there = new Set(files)
const html = files.filter((file) => file.endsWith('.html') && file !== '404.html')

const ids = new Map(html.map((file) => [file, new Set([...read(file).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!))]))

/** Why a link in a file leads nowhere, or undefined. */
const deadEnd = (file: string, link: string): string | undefined => {
  const [path, anchor] = link.split('#') as [string, string?]
  const address = path ? posix.join(posix.dirname(file), decodeURI(path.split('?')[0]!)) : file
  const target = address === './' || address.endsWith('/') ? posix.join(address, 'index.html') : address
  if (path.startsWith('/')) return 'does not work below a path'
  if (!there.has(target)) return `there is no ${target}`
  return anchor && ids.has(target) && !ids.get(target)!.has(decodeURIComponent(anchor)) ? `${target} has no #${anchor}` : undefined
}

const isOnWeb = (link: string) => /^(https?:|mailto:|data:)/.test(link)

const deadLinks = (file: string, links: string[]) =>
  links.filter((link) => !isOnWeb(link)).flatMap((link) => (deadEnd(file, link) ? [`${file}: ${link}: ${deadEnd(file, link)}`] : []))

const unescapeHtml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

test('the search for dead links finds them', () => {
  assert.is(deadEnd('index.html', 'guides/server/#cookies'), undefined)
  assert.is(deadEnd('guides/server/index.html', '../../'), undefined)
  assert.is(deadEnd('guides/server/index.html', '#cookies'), undefined)
  assert.match(deadEnd('guides/server/index.html', '#no-such')!, 'has no #no-such')
  assert.match(deadEnd('guides/server/index.html', '../no-such/')!, 'there is no')
  assert.match(deadEnd('guides/server/index.html', '/guides/server/')!, 'below a path')
})

test('no page has a dead link or anchor', () => {
  assert.ok(html.length >= 20)
  assert.equal(
    html.flatMap((file) =>
      deadLinks(
        file,
        [...read(file).matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => unescapeHtml(link!)),
      ),
    ),
    [],
  )
})

test('no id is on a page twice', () => {
  const twice = html.filter((file) => [...read(file).matchAll(/\sid="([^"]+)"/g)].length > ids.get(file)!.size)
  assert.equal(twice, [])
})

test('every page has a policy without exceptions, a title and a description of its own', () => {
  const own = html.filter((file) => !file.startsWith('source/'))
  const fileByText = new Map<string, string>()
  for (const file of own) {
    const text = read(file)
    assert.match(text, /<html lang="en"/, file)
    const policy = unescapeHtml(/http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? '')
    assert.match(policy, "default-src 'none'", file)
    assert.match(policy, "require-trusted-types-for 'script'", file)
    assert.not.match(policy, /unsafe|https?:/, file)
    for (const pattern of [/<title>([^<]+)<\/title>/, /<meta name="description" content="([^"]+)"/]) {
      const match = pattern.exec(text)![1]!
      assert.is(fileByText.get(match), undefined, `${file}: ${match}`)
      fileByText.set(match, file)
    }
  }
})

/** They lead nowhere by themselves: visitors come to them from other pages of the playground. */
const stepsOfPlayground = ['playground/consent/', 'playground/outbox/', 'playground/gallery/screen/']

const llms = read('llms.txt')
const pages = [...llms.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+/gm)].map(([, path]) => path!)

test('llms.txt lists every page, in the form of llmstxt.org, and the Markdown of each is there', () => {
  assert.match(llms, /^# .+\n\n> .+\n\n## /)
  const expected = addresses
    .filter((path) => path && !path.startsWith('source/') && !stepsOfPlayground.includes(path))
    .map((path) => `${path}index.md`)
  assert.ok(expected.length >= 20)
  assert.equal([...pages].sort(), expected.sort())
  assert.equal(
    pages.filter((path) => !there.has(path)),
    [],
  )
})

test('no Markdown file has a dead link', () => {
  const markdown = files.filter((file) => file.endsWith('index.md'))
  const links = (file: string) =>
    [
      ...read(file)
        .replace(/^(`{3,}|~{3,})[\s\S]*?^\1[ \t]*$|`[^`\n]*`/gm, '')
        .matchAll(/\]\(([^)\s]+)/g),
    ].map(([, link]) => link!)
  // A heading's anchor is the same as on its page.
  const onPage = (file: string, link: string) => {
    const [path, anchor] = link.split('#') as [string, string?]
    const target = path ? posix.join(posix.dirname(file), path, path.endsWith('/') ? 'index.html' : '') : file
    const page = target.replace(/index\.md$/, 'index.html')
    return there.has(target) && (!anchor || ids.get(page)?.has(anchor)) ? [] : [`${file}: ${link}`]
  }
  assert.ok(markdown.length >= 20)
  assert.equal(
    markdown.flatMap((file) =>
      links(file)
        .filter((link) => !isOnWeb(link))
        .flatMap((link) => onPage(file, link)),
    ),
    [],
  )
})

test('llms-full.txt has the text of every page', () => {
  const full = read('llms-full.txt')
  for (const path of pages) assert.ok(full.includes(/^# .+$/m.exec(read(path))![0]), path)
})

test.run()
