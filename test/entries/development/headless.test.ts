/**
 * Tests `latchkey/headless` and `latchkey/b2b` as bundlers use them in development
 * (dist/development/): they check a host's arguments and report a wrong set-up.
 */
import '../../built/b2b.ts'
import '../../built/development.ts'
import '../../built/headless.ts'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../build/paths.ts'
import { answers } from '../../client/answers.ts'
import { open as openMember } from '../../client/b2b/member.ts'
import { openBrowser, rejection, settle } from '../../client/fakeBrowser.ts'

for (const file of ['headless.js', 'headless.cjs'])
  test(`headless (${file}): a wrong argument is a usage error, and a wrong token causes a warning`, async () => {
    const browser = openBrowser({ network: answers() })
    const tab = browser.open({ entry: `../../dist/development/${file}` })
    const client = tab.client({}, 'project-test-1')
    const { message } = await rejection(client.otps.authenticate('1', 'm', {} as never))
    assert.is(message, 'Invalid call to latchkey.otps.authenticate\nsession_duration_minutes must be a number.')
    await settle()
    assert.match(tab.console.join(), 'The public token must be a string')
  })

test('b2b: a wrong argument is a usage error', async () => {
  const { client, sent } = openMember({}, { entry: '../../dist/development/b2b.js' })
  const { message } = await rejection(client.discovery.intermediateSessions.exchange({} as never))
  assert.is(
    message,
    'Invalid call to latchkey.discovery.intermediateSessions.exchange\norganization_id must be a string.\nsession_duration_minutes must be a number.',
  )
  assert.equal(sent(), [])
})

test('package.json exports these files under the condition development, and the others without it', () => {
  type Targets = string | { [condition: string]: Targets }
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, Targets> }
  const found = (target: Targets, conditions: string[]): string => {
    if (typeof target === 'string') return target
    return found(target[Object.keys(target).find((name) => name === 'default' || conditions.includes(name))!]!, conditions)
  }
  assert.equal(
    ['./headless', './b2b'].flatMap((entry) =>
      [['import'], ['import', 'development'], ['require'], ['require', 'development']].map((conditions) =>
        found(exports[entry]!, conditions),
      ),
    ),
    [
      './dist/headless/index.js',
      './dist/development/headless.js',
      './dist/headless/index.cjs',
      './dist/development/headless.cjs',
      './dist/b2b/index.js',
      './dist/development/b2b.js',
      './dist/b2b/index.js',
      './dist/development/b2b.js',
    ],
  )
})

test('all of them have the same exports', async () => {
  const require = createRequire(import.meta.url)
  const names = (all: object) =>
    Object.keys(all)
      .filter((name) => /^\w{3,}$/.test(name) && name !== '__esModule')
      .sort()
  const load = (path: string) => import(new URL(`../../../${path}`, import.meta.url).href) as Promise<object>
  const wanted = names(await load('dist/headless/index.js'))
  assert.ok(wanted.includes('createClient') && wanted.includes('HeadlessClient') && wanted.includes('webauthn'))
  assert.equal(names(await load('dist/development/headless.js')), wanted)
  for (const path of ['dist/headless/index.cjs', 'dist/development/headless.cjs'])
    assert.equal(names(require(join(root, path)) as object), wanted, path)
  assert.equal(names(await load('dist/development/b2b.js')), names(await load('dist/b2b/index.js')))
})

test.run()
