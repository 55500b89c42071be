/** Runs the README's examples of the emulator exactly as written, with the built package (dist/emulator/). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('emulator: the examples of the README')
const root = fileURLToPath(new URL('../..', import.meta.url))
const [, section = ''] = /^## Your tests\n([\s\S]*?)^## /m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
const examples = [...section.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code!)

/** Runs an example, then these lines, which can use its variables. Returns their output. `warning`: what it writes to the console beside that. */
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
  assert.is(run(examples[0]!, signIn('https://test.stytch.com')), '200 undefined')
})

test('on Node: it answers over the network', () => {
  assert.is(run(examples[1]!, signIn('${server.url}')), '404 email_not_found')
})

test('docs/emulator.md: its seed is valid', () => {
  const [, example = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/emulator.md'), 'utf8')) ?? []
  const planted =
    'const { users, organizations } = emulator.seed({ users: [], organizations: [] })\nconsole.log(users.length, organizations.length)'
  const search = `const answer = await emulator.fetch(new Request('https://test.stytch.com/sdk/v1/b2b/organizations/search', {
  method: 'POST', headers: { Authorization: 'Basic ' + btoa('public-token-test-x:public-token-test-x') }, body: '{"organization_slug":"acme"}',
}))
console.log((await answer.json()).data.organization.organization_name)`
  assert.is(run(example, `${planted}\n${search}`), '0 0\nAcme')
})

test("docs/emulator.md: a server signs a user in, with the provider's own SDK", () => {
  const [, example = ''] =
    /^## Your server\n[\s\S]*?^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/emulator.md'), 'utf8')) ?? []
  assert.is(run(example, 'console.log(user.emails[0].email)', /^\[Stytch\] Warning: Using a custom 'env' value .*\n$/), 'ada@example.com')
})

test('docs/emulator.md: an app finds the identity provider', () => {
  const [, example = ''] =
    /^## As an identity provider\n[\s\S]*?^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/emulator.md'), 'utf8')) ?? []
  assert.is(run(example, 'console.log(app.serverMetadata().authorization_endpoint)'), 'http://localhost:3000/oauth/authorize')
})

test('there are no more', () => assert.is(examples.length, 2))

test.run()
