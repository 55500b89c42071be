/**
 * Checks every sample of README.md and docs/ in the way of its language, and the commands in their
 * texts.
 */
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { compile } from 'svelte/compiler'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileTemplate, parse } from 'vue/compiler-sfc'
import { advice } from '../../src/entries/development/advice.ts'
import { parseJsonAttribute } from '../../src/ui/host/jsonAttribute.ts'
import { compileSamples } from '../harness/compileSamples.ts'
import { documents, root, samplesOf, textOf, type Sample } from '../harness/documents.ts'

const all = documents.flatMap(samplesOf)
const inLanguage = (...languages: string[]) => all.filter(({ language }) => languages.includes(language))
const place = ({ document, heading }: Sample) => `${document}, ${heading}`
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * How a sample of each language is checked. `text` is output or a tree, `csp` has a test of its own
 * (test/chromium/security.test.ts), and `` is part of a header.
 */
const languages = ['ts', 'tsx', 'js', 'html', 'vue', 'svelte', 'css', 'json', 'sh', 'csp', 'text', '']

test('each sample is in a language that is checked', () => {
  assert.ok(all.length >= 60, String(all.length))
  assert.equal(
    all.filter(({ language }) => !languages.includes(language)).map((one) => `${place(one)}: ${one.language}`),
    [],
  )
})

/**
 * What a sample can use without an import: the page's client, and packages that are not installed
 * here. Those of test runners run in test/hosts/ with the real ones.
 */
const surroundings = `
declare const client: import('latchkey').LatchkeyClient
declare const emulator: import('latchkey/emulator').Emulator
declare module 'express' {
  import type { IncomingMessage } from 'node:http'
  interface Response { status(code: number): Response; json(body: object): Response }
  type Handler = (request: IncomingMessage, response: Response, next: () => void) => unknown
  export default function express(): Record<'get' | 'post', (path: string, handler: Handler) => void> & { use(handler: Handler): void }
}
declare module 'better-auth' {
  interface Options {
    baseURL: string
    database: object
    rateLimit: object
    emailAndPassword: { enabled: boolean; sendResetPassword(to: { user: { email: string }; url: string }): Promise<void> }
    plugins: { id: string }[]
  }
  export function betterAuth(options: Options): import('latchkey/better-auth').Auth & {
    api: { getSession(from: { headers: Headers }): Promise<{ user: { id: string; email: string } } | null> }
  }
}
declare module 'better-auth/plugins' {
  export function magicLink(options: { storeToken?: 'hashed'; sendMagicLink(to: { email: string; url: string }): Promise<void> }): { id: string }
  export function emailOTP(options: { storeOTP?: 'hashed'; sendVerificationOTP(to: { email: string; otp: string }): Promise<void> }): { id: string }
}
declare module '@better-auth/passkey' { export function passkey(): { id: string } }
declare module 'next/headers' { export function headers(): Promise<Headers> }
declare module 'next/navigation' { export function redirect(path: string): never }
declare module 'vitest' {
  export const afterAll: (act: () => unknown) => void
  export const afterEach: (act: () => unknown) => void
  export const test: (name: string, act: () => unknown) => void
  export const expect: (value: unknown) => { toBe(value: unknown): void }
}
declare module 'vitest/config' { export const defineConfig: (config: object) => object }
declare namespace Cypress { interface Chainable<Subject> { then(act: (subject: Subject) => void): void; type(text: string): void } }
declare const cy: Cypress.Chainable<unknown> & { visit(path: string): void; contains(text: string): void; get(selector: string): Cypress.Chainable<unknown> }
declare const it: (name: string, act: () => void) => void
`

/**
 * A file of an example that a document shows word for word. The tests of the example compile it.
 */
const isOfExample = ({ code }: Sample) =>
  readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).some(
    (name) => name.endsWith('.tsx') && !name.includes('node_modules') && read(`examples/${name}`).trim() === code.trim(),
  )

test('TypeScript compiles against the declarations of the package', () => {
  const samples = inLanguage('ts', 'tsx').filter((one) => !isOfExample(one))
  assert.ok(samples.length >= 50, String(samples.length))
  const files = samples.map(({ document, heading, code, language }, at) => {
    // the files that a section names are next to each other
    const [, name] = /^\/\/ ([\w./-]+\.tsx?)$/m.exec(code.split('\n')[0]!) ?? []
    return [`test/docs/${document}/${heading.replace(/\W+/g, '-')}/${name ?? `sample-${at}.${language}`}`, code] as const
  })
  const found = compileSamples(
    { 'test/docs/surroundings.d.ts': surroundings, ...Object.fromEntries(files) },
    { noUnusedLocals: false, moduleDetection: 3 /* force: no sample sees the names of another */ },
  )
  assert.equal(found, [])
})

test('JavaScript, JSON and CSS have no error of syntax', () => {
  for (const one of inLanguage('js', 'json', 'css')) {
    const { warnings } = transformSync(one.code, { loader: one.language as 'js' | 'json' | 'css' })
    assert.equal(warnings, [], place(one))
  }
})

/** The attributes of the script tag, and of the elements, as their sources read them. */
const tagAttributes = (() => {
  const [, fields] = /interface ScriptAttributes \{\n([\s\S]*?)\n\}/.exec(read('src/entries/embed.ts'))!
  return [...fields!.matchAll(/^ {2}(\w+)\?: /gm)].map(
    ([, name]) => 'data-' + name!.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()),
  )
})()
const elementAttributes = [.../observedAttributes = \[([^\]]+)\]/.exec(read('src/entries/element.ts'))![1]!.matchAll(/'([\w-]+)'/g)].map(
  ([, name]) => name!,
)
const ofEveryElement = ['id', 'class', 'style']

interface Markup {
  type: number
  tag?: string
  props?: { type: number; name: string; value?: { content: string } }[]
  children?: Markup[]
  content?: string
}

/**
 * The elements of HTML, in order, and what is wrong with its syntax. Vue's parser is strict where a
 * browser guesses.
 */
const elementsOf = (code: string) => {
  const { descriptor, errors } = parse(`<template>\n${code}\n</template>`, { sourceMap: false, ignoreEmpty: false })
  const flat = (node: Markup): Markup[] => [node, ...(node.children ?? []).flatMap(flat)]
  const elements = flat(descriptor.template!.ast as unknown as Markup).filter(({ tag }) => tag)
  return { elements, errors: errors.map(({ message }) => message) }
}

/** What is wrong with the attributes of an element that Latchkey reads. */
const faultsIn = ({ tag, props = [] }: Markup): string[] => {
  const attributes = props.filter(({ type }) => type === 6).map(({ name, value }) => [name, value?.content] as const)
  const isTag = attributes.some(([name, value]) => name === 'src' && value?.endsWith('/embed.js'))
  if (!isTag && !tag!.startsWith('latchkey-')) return []
  const known = isTag
    ? [...tagAttributes, 'src', 'async', 'defer', 'nonce', 'integrity', 'crossorigin']
    : [...elementAttributes, ...ofEveryElement]
  const json = Object.fromEntries(attributes.filter(([name]) => /^(data-)?(config|styles|strings)$/.test(name)))
  const given = Object.fromEntries(Object.entries(json).map(([name, text]) => [name.replace('data-', ''), parseJsonAttribute(text)]))
  return [
    ...attributes.filter(([name]) => !known.includes(name)).map(([name]) => `unknown attribute ${name}`),
    ...advice('mountLogin', given),
  ]
}

test('HTML is well formed, and its attributes are those that Latchkey reads, with valid values', () => {
  const samples = inLanguage('html')
  assert.ok(samples.length >= 5, String(samples.length))
  for (const one of samples) {
    const { elements, errors } = elementsOf(one.code)
    assert.equal([...errors, ...elements.flatMap(faultsIn)], [], place(one))
    for (const [, script] of one.code.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g))
      transformSync(script!, { format: 'esm', target: 'es2022' })
  }
})

test('the check of HTML finds faults', () => {
  const faults = (code: string) => {
    const { elements, errors } = elementsOf(code)
    return [...errors, ...elements.flatMap(faultsIn)]
  }
  assert.equal(faults('<div><p></div>'), ['Element is missing end tag.'])
  assert.equal(faults('<script src="/embed/embed.js" data-token="x" async></script>'), ['unknown attribute data-token'])
  assert.is(faults(`<latchkey-login config='{"products":["emailLinks"]}'></latchkey-login>`).length, 1)
  assert.throws(() => faults(`<latchkey-login config='{products}'></latchkey-login>`))
})

test('Vue and Svelte compile', () => {
  for (const one of inLanguage('vue')) {
    const { descriptor, errors } = parse(one.code)
    const options = { source: descriptor.template!.content, id: 'sample', filename: 'Sample.vue' }
    const compiled = compileTemplate({ ...options, compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } })
    assert.equal([...errors, ...compiled.errors], [], place(one))
  }
  // the name of the widget's event has a colon
  const warningFilter = ({ code }: { code: string }) => code !== 'attribute_illegal_colon'
  for (const one of inLanguage('svelte')) assert.equal(compile(one.code, { generate: 'client', warningFilter }).warnings, [], place(one))
  assert.ok(inLanguage('vue').length > 0 && inLanguage('svelte').length > 0)
})

const help = spawnSync(process.execPath, [join(root, 'dist/cli.js'), '--help'], { encoding: 'utf8' }).stdout
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** What is wrong with a command of a shell. */
const faultsOfCommand = (line: string): string[] => {
  const command = line.replace(/ +#.*$/, '').replace(/^(?:[A-Z_]+=\S+ +)+/, '')
  const [, ofLatchkey, its] = /^npx latchkey ([\w-]+)(.*)$/.exec(command) ?? []
  if (ofLatchkey) {
    const options = [...its!.matchAll(/ --([\w-]+)/g)].map(([, name]) => `--${name}`)
    const commands = help.includes(`latchkey ${ofLatchkey}`) ? [] : [`there is no command ${ofLatchkey}`]
    return [...commands, ...options.filter((option) => !help.includes(` ${option}`)).map((option) => `there is no option ${option}`)]
  }
  const [, script] = /^npm (?:run )?([\w:]+)/.exec(command) ?? []
  if (script) return script === 'install' || scripts[script] ? [] : [`there is no script ${script}`]
  const copied = /^cp -R node_modules\/latchkey\/(\S+) \S+$/.exec(command)?.[1]
  if (copied) return existsSync(join(root, copied)) ? [] : [`there is no ${copied}`]
  const other = /^npx ([\w-]+) /.exec(command)?.[1]
  if (other && existsSync(join(root, 'node_modules/.bin', other))) return []
  return [`nothing checks '${command}'`]
}

test('commands of the shell exist, with their options', () => {
  const lines = inLanguage('sh').flatMap((one) => one.code.split('\n').map((line) => [place(one), line] as const))
  assert.ok(lines.length >= 8, String(lines.length))
  for (const [where, line] of lines) assert.equal(faultsOfCommand(line), [], where)
  for (const document of documents)
    for (const [, command] of textOf(document).matchAll(/`((?:npx latchkey [a-z]|npm (?:run|start|test))[^`\n]*)`/g))
      assert.equal(faultsOfCommand(command!), [], document)
  assert.equal(faultsOfCommand('npx latchkey snipet --languages fr'), ['there is no command snipet', 'there is no option --languages'])
  assert.equal(faultsOfCommand('npm run nothing'), ['there is no script nothing'])
})

test('the table of the script tag has the attributes that it reads, and no other', () => {
  const rows = textOf('docs/guides/script-tag.md')
    .split('\n')
    .filter((line) => line.startsWith('| `data-'))
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(data-[\w-]+)/g)].map(([, name]) => name!))
  assert.equal(named.sort(), [...tagAttributes].sort())
})

test('the table of the elements has the attributes that they read, and no other', () => {
  const [, section] = /^## Attributes and properties\n([\s\S]*?)^## /m.exec(textOf('docs/guides/custom-elements.md'))!
  const named = section!
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)(?:="\w+")?`/g)].map(([, name]) => name!))
  assert.equal(named.sort(), [...elementAttributes].sort())
})

test.run()
