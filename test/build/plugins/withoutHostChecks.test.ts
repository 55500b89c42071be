import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../build/checkout.ts'
import { withoutHostChecks, withoutRules } from '../../../build/plugins/withoutHostChecks.ts'
import { bundled } from '../bundled.ts'

/** What a module evaluates to as `made`. */
const made = (code: string): unknown => new Function(`${code.replace(/^import .*$/gm, '').replace(/export /g, '')}\nreturn made`)()

const call = `import { call } from './call.ts'\n`
const organizations = `import { admits, gives, post } from './call.ts'\n`

for (const [what, code, expected] of [
  [
    'method and needs go, the rest of a call stays',
    `${call}export const made = call('POST /a', { method: 'a.b', guard: 'retry', needs: { token: ['string', 'Code'] }, signsIn: true })`,
    { route: 'POST /a', guard: 'retry', signsIn: true },
  ],
  ['a call of its route alone', `${call}export const made = call('POST /a')`, { route: 'POST /a' }],
  [
    'a call that a function makes, with a method that is put together',
    `${call}const of = (kind, name) => call(\`DELETE /\${kind}\`, { method: 'user.' + name, gives: { a: 'string' } })\nexport const made = of('b', 'c')`,
    { route: 'DELETE /b', gives: { a: 'string' } },
  ],
  ['rules without a call', `export const made = { method: 'a', route: 'GET /a', needs: {} }`, { route: 'GET /a' }],
] as const)
  test(what, () => assert.equal(made(withoutRules(code)), expected))

for (const [what, given, expected] of [
  ['checked fields go', `post('a', 'b c? d=e')`, `post('a')`],
  ['what the client adds stays', `admits('a', 'b c? +d +e:magic_links')`, `admits('a', "+d +e:magic_links")`],
  ['what a string stands for stays, by its name', `post('a', '$b=c')`, `post('a', "$b")`],
  ['a text in two pieces is one', `post('a', 'b ' + 'c +d')`, `post('a', "+d")`],
  ['the shape of an answer is no field', `gives(post('a', 'b'), { c: 'string' })`, `gives(post('a'), { c: 'string' })`],
  ['a call of something else is left alone', `other('a', 'b')`, `other('a', 'b')`],
] as const)
  test(`organizations: ${what}`, () => assert.is(withoutRules(organizations + given), organizations + expected))

test('a build without checks has nothing of what hangs on them; sources elsewhere are as they were', async () => {
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
  const code = (await bundled(project, withoutHostChecks))['entry.js']!
  assert.not.match(code, /must be|a\.b/)
  assert.match(code, 'GET /a')
  assert.match(code, 'kept')
})

test('a way of importing that is not looked for fails the build', async () => {
  const project = {
    [join(root, 'src/client/entry.ts')]: `import * as all from '../api/hostChecks.ts'\nexport const check = () => all.hostChecks`,
    [join(root, 'src/api/hostChecks.ts')]: 'export const hostChecks = true',
  }
  let message = ''
  await bundled(project, withoutHostChecks).catch((error: Error) => {
    message = error.message
  })
  assert.match(message, 'src/api/hostChecks.ts is part of a build without checks')
})

test.run()
