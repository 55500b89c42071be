import '../../built/embed.ts'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { EmbedChunks } from '../../../src/tools/snippet/snippet.ts'
import { css, formInPage, scriptTag, type Snippet } from '../../../src/tools/playground/snippets.ts'
import { defaults, toSnippetProps, type Settings } from '../../../src/tools/playground/settings.ts'

const chunks = JSON.parse(readFileSync(new URL('../../../dist/embed/chunks.json', import.meta.url), 'utf8')) as EmbedChunks

const of = (settings: Partial<Settings>): Snippet => ({
  publicToken: 'public-token-test-x',
  element: '#login',
  base: 'http://localhost:4100/embed/',
  baseUrl: 'http://localhost:4100',
  ...toSnippetProps({ ...defaults, ...settings }),
})

test('the script tag names the language and the file with its texts, and none for English', () => {
  const tag = scriptTag(of({ language: 'zhHans' }), chunks)
  assert.match(tag, ' data-language="zh-Hans" ')
  assert.match(tag, `<link rel="modulepreload" href="http://localhost:4100/embed/${chunks['widget.zh-Hans']!.file}" integrity="sha384-`)
  for (const language of ['en', 'enPlain'] as const) assert.not.match(scriptTag(of({ language }), chunks), 'language')
})

test("the tags for a host's own server name its base URL, and no token or emulator", () => {
  const own = { backend: '/auth', element: '#login', ...toSnippetProps({ ...defaults, ownServer: true }) }
  const prerender = () => ({ html: '<form></form>', style: '', script: '', styleHash: '', scriptHash: '' })
  for (const text of [scriptTag(own, chunks), formInPage(own, chunks, prerender)]) {
    assert.match(text, /<script src="\/embed\/embed\.js" data-backend="\/auth" data-element="#login"/)
    assert.not.match(text, /public-?token|localhost/i)
  }
})

test('the script tag has the settings of the playground', () => {
  const rich = of({
    theme: { colorScheme: 'auto', 'buttons.primary.backgroundColor': '#123456' },
    hideHeaderText: true,
    words: [['login.title', 'It\'s `you` ${again}\nand "me"']],
    linkMinutes: 10,
    shadowDom: true,
  })
  const tag = scriptTag(rich, chunks)
  const attribute = (name: string) =>
    JSON.parse(new RegExp(` data-${name}='([^']*)'`).exec(tag)![1]!.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
  const { config, styles, strings } = rich
  assert.equal({ config: attribute('config'), styles: attribute('styles'), strings: attribute('strings') }, { config, styles, strings })
  assert.match(tag, '<link rel="modulepreload" href="http://localhost:4100/embed/widget.js"')
})

test('the theme as CSS names what only options can set', () => {
  const styles = of({ theme: { colorScheme: 'dark' }, hideHeaderText: true })
  assert.is(css(styles), '.lk {\n  color-scheme: dark;\n}\n/* Only `styles` can set hideHeaderText. */\n')
  assert.match(css(of({ theme: { colorScheme: 'dark' }, shadowDom: true })), '#login > div::part(widget) {')
  assert.is(css(of({ theme: { colorScheme: 'light' } })), '/* These are the default looks, which need no CSS. */\n')
})

test.run()
