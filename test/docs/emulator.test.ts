/**
 * Runs the samples of docs/guides/emulator.md as written, with the built package (dist/emulator/).
 */
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { root, sample } from '../harness/documents.ts'

const test = suite('docs/guides/emulator.md')
const ofHeading = (heading: string, at = 0) => sample('docs/guides/emulator.md', heading, ['ts'], at)

/**
 * Runs an example, then these lines, which can use its variables. Returns their output. `warning`:
 * what it writes to the console beside that.
 */
const run = (example: string, lines: string, warning = /^$/) => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/readme-'))
  try {
    const { code } = transformSync(`${example}\n${lines}\nprocess.exit(0)\n`, { loader: 'ts' })
    writeFileSync(join(folder, 'example.mjs'), code)
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'example.mjs')], { cwd: root, encoding: 'utf8' })
    assert.match(stderr, warning)
    return stdout.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const signIn = (base: string) => `
const answer = await fetch(\`${base}/sdk/v1/passwords/authenticate\`, {
  method: 'POST', headers: { Authorization: 'Basic ' + btoa('public-token-test-x:public-token-test-x') },
  body: JSON.stringify({ email: 'ada@example.com', password: 'vRIQomL!faE2S44s', session_duration_minutes: 30 }),
})
console.log(answer.status, (await answer.json()).error_type)`

test('with msw: the persona of its seed signs in', () => {
  assert.is(run(ofHeading('Run it', 1), signIn('https://test.stytch.com')), '200 undefined')
})

test('on Node: it answers over the network', () => {
  assert.is(run(ofHeading('Run it'), signIn('${server.url}')), '404 email_not_found')
})

test('Seeds: the seed is valid', () => {
  const planted =
    'const { users, organizations } = emulator.seed({ users: [], organizations: [] })\nconsole.log(users.length, organizations.length)'
  const search = `const answer = await emulator.fetch(new Request('https://test.stytch.com/sdk/v1/b2b/organizations/search', {
  method: 'POST', headers: { Authorization: 'Basic ' + btoa('public-token-test-x:public-token-test-x') }, body: '{"organization_slug":"acme"}',
}))
console.log((await answer.json()).data.organization.organization_name)`
  assert.is(run(ofHeading('Seeds'), `${planted}\n${search}`), '0 0\nAcme')
})

test("Your server: a server signs a user in, with the provider's own SDK", () => {
  assert.is(
    run(ofHeading('Your server'), 'console.log(user.emails[0].email)', /^\[Stytch\] Warning: Using a custom 'env' value .*\n$/),
    'ada@example.com',
  )
})

test('As an identity provider: an app finds the identity provider', () => {
  assert.is(
    run(ofHeading('As an identity provider'), 'console.log(app.serverMetadata().authorization_endpoint)'),
    'http://localhost:3000/oauth/authorize',
  )
})

test.run()
