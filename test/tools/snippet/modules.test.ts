import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mountModule, reactModule, type ModuleOptions } from '../../../src/tools/snippet/modules.ts'
import { compileSamples } from '../../harness/compileSamples.ts'

const of = (options: Partial<ModuleOptions> = {}): ModuleOptions => ({
  publicToken: 'public-token-test-x',
  baseUrl: 'http://localhost:4100',
  element: '#login',
  config: { products: ['emailMagicLinks'] },
  ...options,
})

const rich = of({
  config: { products: ['otp'], otpOptions: { methods: ['sms'] }, enableShadowDOM: true } as ModuleOptions['config'],
  styles: { colorScheme: 'auto', hideHeaderText: true, buttons: { primary: { backgroundColor: '#123456' } } },
  strings: { 'login.title': 'It\'s `you` ${again}\nand "me"' },
})

/** On a server of the host's own. */
const own: ModuleOptions = { backend: '/auth', element: '#login', config: { products: ['otp'] } }

test('every module compiles as in a new project, and the compiler would find a wrong option', () => {
  const settings = {
    first: of(),
    rich,
    own,
    auto: of({ language: 'auto' }),
    english: of({ language: 'en' }),
    plain: of({ plainEnglish: true }),
    plainRich: { ...rich, plainEnglish: true },
    french: { ...rich, language: 'fr' },
    brazilian: of({ language: 'pt-BR' }),
    chinese: of({ language: 'zh-Hans' }),
  }
  const files = Object.entries(settings).flatMap(([name, options]) => [
    [`test/tools/snippet/${name}.ts`, mountModule(options)],
    [`test/tools/snippet/${name}React.tsx`, reactModule(options)],
  ])
  const wrong = { 'test/tools/snippet/wrong.ts': mountModule(rich).replace('enableShadowDOM', 'enableShadow') }
  const [complaint, ...more] = compileSamples({ ...Object.fromEntries(files), ...wrong })
  assert.match(complaint!, /wrong\.ts: [\s\S]*enableShadow/)
  assert.equal(more, [])
})

test('the modules are written as the guides are', () => {
  const firstSample = (path: string, language: string) =>
    readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
      .split(`\`\`\`${language}\n`)[1]!
      .split('```')[0]!
  const terms = (code: string) =>
    code.match(/<\w+|from '.*'|new \w+|\w+\(\{|\b(authenticateByUrl|publicToken|elementId|callbacks|on[A-Z]\w+)\b/g)!
  const strangeTerms = (code: string, guide: string) => terms(code).filter((term) => !terms(guide).includes(term))
  const options: ModuleOptions = { publicToken: 'public-token-live-...', element: '#login', config: { products: ['emailMagicLinks'] } }
  for (const guide of ['README.md', 'docs/guides/react.md']) assert.equal(strangeTerms(reactModule(options), firstSample(guide, 'tsx')), [])
  assert.equal(strangeTerms(mountModule(options), firstSample('docs/guides/npm.md', 'ts')), [])
})

test("another language loads in parts, and the host's own texts stay beside it", () => {
  const options = of({ language: 'zh-Hans', strings: { 'login.title': 'Hi' } })
  assert.match(mountModule(options), "import { zhHansLazy } from 'latchkey/strings/zh-Hans'\n")
  assert.match(mountModule(options), "\n  strings: {\n    'login.title': 'Hi'\n  },\n  language: zhHansLazy,\n")
  assert.match(reactModule(options), '\n      language={zhHansLazy}\n')
})

test("plain English is imported, and the host's own texts replace some of it", () => {
  assert.match(mountModule(of({ plainEnglish: true })), "import { enPlain } from 'latchkey/strings/en-plain'\n")
  assert.match(mountModule(of({ plainEnglish: true })), '\n  strings: enPlain,\n')
  const own = of({ plainEnglish: true, strings: { 'login.title': 'Hi' } })
  assert.match(mountModule(own), "\n  strings: {\n    ...enPlain,\n    'login.title': 'Hi'\n  },\n")
  assert.match(reactModule(own), "\n      strings={{\n        ...enPlain,\n        'login.title': 'Hi'\n      }}\n")
})

test("on a host's own server plain English needs no import, and the provider's is one", () => {
  const own = (options: object) => mountModule({ ...of(options), publicToken: undefined, backend: '/auth' })
  for (const plainEnglish of [true, undefined]) assert.not.match(own({ plainEnglish }), /strings/)
  assert.match(own({ plainEnglish: false }), "import { en } from 'latchkey/strings/en'\n")
  assert.match(own({ plainEnglish: false }), '\n  strings: en,\n')
})

test("the modules for a host's own server name its base URL, and no token", () => {
  assert.match(mountModule(own), /new LatchkeyClient\({\s+backend: '\/auth'\s+}\)/)
  assert.match(reactModule(own), '<LatchkeyProvider backend="/auth">\n')
  // its default asks visitors who come from elsewhere
  assert.equal(
    [mountModule(own), reactModule(own)].map((code) => code.includes('authenticateByUrl')),
    [false, false],
  )
  for (const module of [mountModule(own), reactModule(own)]) assert.not.match(module, 'ublicToken')
})

test.run()
