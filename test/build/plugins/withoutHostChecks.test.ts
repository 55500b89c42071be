import { build, type Plugin } from 'esbuild'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../build/paths.ts'
import { withoutHostChecks, withoutHostChecksInEsbuild, withoutRules } from '../../../build/plugins/withoutHostChecks.ts'
import { bundleFiles } from '../bundleFiles.ts'

/** The value of `made` in a module. */
const valueIn = (code: string): unknown => new Function(`${code.replace(/^import .*$/gm, '').replace(/export /g, '')}\nreturn made`)()

const call = `import { call } from './call.ts'\n`
const organizations = `import { get, post } from './call.ts'\n`

for (const [what, code, expected] of [
  [
    'removes method and needs, and keeps the rest of a call',
    `${call}export const made = call('POST /a', { method: 'a.b', guard: 'retry', needs: { token: ['string', 'Code'] }, signsIn: true })`,
    { route: 'POST /a', guard: 'retry', signsIn: true },
  ],
  ['a call with only a route', `${call}export const made = call('POST /a')`, { route: 'POST /a' }],
  [
    'a call made by a function, with a computed method',
    `${call}const of = (kind, name) => call(\`DELETE /\${kind}\`, { method: 'user.' + name, gives: { a: 'string' } })\nexport const made = of('b', 'c')`,
    { route: 'DELETE /b', gives: { a: 'string' } },
  ],
  ['rules without a call', `export const made = { method: 'a', route: 'GET /a', needs: {} }`, { route: 'GET /a' }],
] as const)
  test(what, () => assert.equal(valueIn(withoutRules(code)), expected))

for (const [what, code, expected] of [
  ['removes checked fields', `post('a')({ needs: { b: 'string', c: ['string?', 'd'] } })`, `post('a')({  })`],
  [
    'keeps what the client adds',
    `post('a')({ needs: { b: 'string' }, intermediateToken: true })`,
    `post('a')({  intermediateToken: true })`,
  ],
  ['keeps the name of the field that a string is for', `post('a')({ takes: 'b', needs: { b: 'string' } })`, `post('a')({ takes: 'b',  })`],
  ['keeps the shape of an answer', `get('a')({ gives: { b: 'string' } })`, `get('a')({ gives: { b: 'string' } })`],
  ['leaves a call without rules alone', `post('a')()`, `post('a')()`],
] as const)
  test(`organizations: ${what}`, () => assert.is(withoutRules(organizations + code), organizations + expected))

test('a build without checks contains no code that depends on them, and other sources stay as they are', async () => {
  const project = {
    [join(root, 'src/client/entry.ts')]: `import { hostChecks } from '../api/hostChecks.ts'
import { rules } from '../api/rules.ts'
import { words } from './words.ts'
export const needs = 'kept'
export const check = () => (hostChecks ? words : rules)`,
    [join(root, 'src/client/words.ts')]: `export const words = 'must be'`,
    [join(root, 'src/api/hostChecks.ts')]: 'export const hostChecks = true',
    [join(root, 'src/api/rules.ts')]: `export const rules = { route: 'GET /a', method: 'a.b' }`,
  }
  const code = (await bundleFiles(project, withoutHostChecks))['entry.js']!
  assert.not.match(code, /must be|a\.b/)
  assert.match(code, 'GET /a')
  assert.match(code, 'kept')
})

/** Everything that the modules of src/api/ export, by path. */
const callsOf = async (plugins: Plugin[]) => {
  const paths = readdirSync(join(root, 'src/api'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  // build/plugins/withoutHostChecks.ts refuses the constant itself
  const names = paths.filter((path) => path !== 'hostChecks.ts')
  const { outputFiles } = await build({
    stdin: {
      contents: names.map((path) => `export * as ${path.replace(/\W/g, '_')} from './${path}'`).join('\n'),
      resolveDir: join(root, 'src/api'),
    },
    bundle: true,
    format: 'esm',
    write: false,
    plugins,
  })
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`)) as object
}

test('every call that is declared keeps its route and all that is not a check', async () => {
  const [whole, bare] = await Promise.all([callsOf([]), callsOf([withoutHostChecksInEsbuild])])
  let calls = 0
  /**
   * Compares two values. What only checks use is `method` and `needs` of rules and calls; functions
   * count by their names.
   */
  const compare = (before: unknown, after: unknown, path: string): void => {
    if (typeof before !== 'object' || !before || Array.isArray(before)) {
      const [ownName, otherName] = [before, after].map((value) => (typeof value === 'function' ? value.name : value))
      assert.equal(otherName, ownName, path)
      return
    }
    const isCall = 'route' in before
    if (isCall) calls++
    const names = Object.keys(before).filter((name) => !((isCall || 'needs' in before) && ['method', 'needs'].includes(name)))
    for (const name of names) compare(before[name as never], (after as Record<string, unknown>)[name], `${path}.${name}`)
  }
  compare(whole, bare, 'src/api')
  assert.ok(calls > 130, `${calls}`)
})

test('an unexpected form of import fails the build', async () => {
  const project = {
    [join(root, 'src/client/entry.ts')]: `import * as all from '../api/hostChecks.ts'\nexport const check = () => all.hostChecks`,
    [join(root, 'src/api/hostChecks.ts')]: 'export const hostChecks = true',
  }
  let message = ''
  await bundleFiles(project, withoutHostChecks).catch((error: Error) => {
    message = error.message
  })
  assert.match(message, 'src/api/hostChecks.ts is part of a build without checks')
})

test.run()
