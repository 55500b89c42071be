import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entriesOf, filesOf, firstTarget, isOnBoth, needsOf } from './plan.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))

const some = [
  'test/api/a.test.ts',
  'test/chromium/a.test.ts',
  'test/chromium/a.matrix.test.ts',
  'test/hosts/a.test.ts',
  'test/engines/a.test.ts',
]
const command = { all: false, engines: false, words: [] }
for (const [what, given, wanted] of [
  ['npm test', {}, some.slice(0, 2)],
  ['npm run test:all', { all: true }, some.slice(0, 4)],
  ['npm run test:engines', { engines: true }, some.slice(4)],
  ['npm test, with a part of a path', { words: ['hosts/', 'api/'] }, [some[0], some[3]]],
  ['npm test, with the name of a file that has a matrix', { words: ['chromium/a'] }, some.slice(1, 3)],
  ['npm run test:engines, with a part of a path', { engines: true, words: ['engines/'] }, some.slice(4)],
] as const) {
  test(`${what} chooses its files`, () => assert.equal(filesOf({ ...command, ...given }, some), wanted))
}

const everyFramework = ['test/harness/everyFramework.ts']
for (const [path, sources, all, targets] of [
  ['test/api/a.test.ts', everyFramework, true, ['react']],
  ['test/ui/a.test.ts', [], true, ['preact']],
  ['test/ui/a.test.ts', everyFramework, false, ['preact']],
  ['test/ui/a.test.ts', everyFramework, true, ['preact', 'react']],
  ['test/entries/react.test.tsx', everyFramework, true, ['react']],
  ['test/entries/development/a.test.ts', everyFramework, true, ['react']],
] as const) {
  test(`${path} runs on ${targets.join()}`, () =>
    assert.equal([firstTarget(path), ...(isOnBoth(path, sources, all) ? ['react'] : [])], targets))
}

test('a file needs what the modules of test/built/ stand for, each once', () => {
  const sources = ['test/built/emulator.ts', 'test/built/doctor.ts', 'src/entries/index.ts']
  assert.equal(needsOf(sources), ['emulator', 'emulator-node', 'doctor', 'development-advice'])
})

test('each module of test/built/ is for a part of the build', () => {
  const modules = paths.filter((path) => path.startsWith('built/')).map((path) => path.slice('built/'.length, -'.ts'.length))
  assert.equal(modules.sort(), Object.keys(entriesOf).sort())
})

/** Texts in code that begin with the path of dist/. */
const pathsToBuild = (name: string, text: string) => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && /^(\.{0,2}\/)*dist(\/|$)/.test(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest))
  return found
}

test('a file that names a path of dist/ imports the module for it', () => {
  assert.equal(pathsToBuild('a.ts', "f(`../../dist/${a}`, 'dist/embed', './dist/c.js', 'node_modules/x/dist/y') // dist/d"), [
    '../../dist/',
    'dist/embed',
    './dist/c.js',
  ])
  const silent = paths
    .filter((path) => /\.tsx?$/.test(path) && !/^(runner|built)\/|^hosts\/migrate\/[^/]+\//.test(path))
    .filter((path) => {
      const text = readFileSync(folder + path, 'utf8')
      return text.includes('dist') && pathsToBuild(path, text).length > 0 && !/^import '(\.\.?\/)+built\/\w+\.ts'$/m.test(text)
    })
  assert.equal(silent, [])
})

test.run()
