import '../../built/embed.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, toSnippetProps, type Settings } from '../../../src/tools/playground/settings.ts'
import { formInPage, react, scriptTag, typescript } from '../../../src/tools/playground/snippets.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const of = (settings: Partial<Settings>) => ({
  publicToken: 'public-token-test-x',
  emulator: 'http://localhost:4100',
  language: settings.language,
  props: toSnippetProps({ ...defaults, ...settings }),
})

const rich = of({
  theme: { colorScheme: 'auto', 'buttons.primary.backgroundColor': '#123456' },
  hideHeaderText: true,
  words: [['login.title', 'It\'s `you` ${again}\nand "me"']],
  linkMinutes: 10,
  shadowDom: true,
})

/** On a server of the host's own. */
const own = { backend: '/auth', props: toSnippetProps({ ...defaults, ownServer: true }) }

/**
 * Returns the compiler's errors for these files, by name, in a project that has latchkey installed. All files are one program, because a program
 * takes seconds.
 */
const compile = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(root, '.cache/snippet-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root)
  const program = ts.createProgram(
    Object.keys(files).map((name) => join(folder, name)),
    {
      ...options,
      baseUrl: root,
      paths: { latchkey: ['src/entries/index.ts'], 'latchkey/react': ['src/entries/react.tsx'], 'latchkey/strings/*': ['src/strings/*'] },
    },
  )
  const said = Object.keys(files).map((name) => {
    const source = program.getSourceFile(join(folder, name))
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return [name, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))] as const
  })
  rmSync(folder, { recursive: true })
  return Object.fromEntries(said)
}

test('the code to copy compiles, and the compiler would find a wrong option', () => {
  const { 'wrong.ts': wrong, ...right } = compile({
    'first.ts': typescript(of({})),
    'rich.ts': typescript(rich),
    'rich.tsx': react(rich),
    'plain.ts': typescript(of({ language: 'enPlain' })),
    'plain.tsx': react({ ...rich, language: 'enPlain' }),
    'french.ts': typescript({ ...rich, language: 'fr' }),
    'brazilian.tsx': react(of({ language: 'ptBR' })),
    'own.ts': typescript(own),
    'own.tsx': react(own),
    'wrong.ts': typescript(rich).replace('enableShadowDOM', 'enableShadow'),
  })
  assert.equal(right, {
    'first.ts': [],
    'rich.ts': [],
    'rich.tsx': [],
    'plain.ts': [],
    'plain.tsx': [],
    'french.ts': [],
    'brazilian.tsx': [],
    'own.ts': [],
    'own.tsx': [],
  })
  assert.match(wrong!.join(), 'enableShadow')
})

test("another language loads in parts, and the host's own texts stay beside it", () => {
  const chunks = JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8'))
  const plain = of({ language: 'zhHans' })
  const own = of({ language: 'zhHans', words: [['login.title', 'Hi']] })
  assert.match(typescript(plain), "import { zhHansLazy } from 'latchkey/strings/zh-Hans'\n")
  assert.match(typescript(plain), '\n  language: zhHansLazy,\n')
  assert.match(react(plain), '\n    language={zhHansLazy}\n')
  assert.match(typescript(own), "\n  strings: {\n    'login.title': 'Hi'\n  },\n  language: zhHansLazy,\n")
  assert.match(scriptTag(plain, chunks), ' data-language="zh-Hans" ')
  assert.match(
    scriptTag(plain, chunks),
    `<link rel="modulepreload" href="http://localhost:4100/embed/${chunks['widget.zh-Hans'].file}" integrity="sha384-`,
  )
  assert.not.match(scriptTag(of({}), chunks), 'language')
})

test("plain English is imported, and the host's own texts replace some of it", () => {
  assert.match(typescript(of({ language: 'enPlain' })), "import { enPlain } from 'latchkey/strings/en-plain'\n")
  assert.match(typescript(of({ language: 'enPlain' })), '\n  strings: enPlain,\n')
  const own = of({ language: 'enPlain', words: [['login.title', 'Hi']] })
  assert.match(typescript(own), "\n  strings: {\n    ...enPlain,\n    'login.title': 'Hi'\n  },\n")
  assert.match(react(own), "\n    strings={{\n      ...enPlain,\n      'login.title': 'Hi'\n    }}\n")
})

test("the code for a host's own server names its base URL, and no token or emulator", () => {
  const chunks = JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8'))
  const prerender = () => ({ html: '<form></form>', style: '', script: '', styleHash: '', scriptHash: '' })
  const [ts, tsx, tag, form] = [typescript(own), react(own), scriptTag(own, chunks), formInPage(own, chunks, prerender)]
  assert.match(ts, "const client = new LatchkeyClient({ backend: '/auth' })\n")
  assert.match(tsx, "const client = new WidgetClient({ backend: '/auth' })\n")
  for (const text of [tag, form]) assert.match(text, /<script src="\/embed\/embed\.js" data-backend="\/auth" data-element="#login"/)
  for (const text of [ts, tsx, tag, form]) assert.not.match(text, /public-?token|localhost/i)
})

test('the script tag does the same', () => {
  const tag = scriptTag(rich, JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8')))
  const attribute = (name: string) =>
    JSON.parse(new RegExp(` data-${name}='([^']*)'`).exec(tag)![1]!.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
  const { config, styles, strings } = rich.props
  assert.equal({ config: attribute('config'), styles: attribute('styles'), strings: attribute('strings') }, { config, styles, strings })
  assert.match(tag, '<link rel="modulepreload" href="http://localhost:4100/embed/widget.js"')
})

test.run()
