/** Checks examples/README.md against the folders. test/hosts/ runs its commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version, devDependencies } = JSON.parse(read('package.json'))
const rows = [...read('examples/README.md').matchAll(/^\| \[([\w-]+)\]\(.*`(npm install [^`]+)` \|$/gm)].map(([, name, command]) => ({
  name: name!,
  command: command!,
}))
const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('it lists every example', () => {
  assert.equal(rows.map(({ name }) => name).sort(), folders.map(({ name }) => name).sort())
})

for (const { name, command } of rows) {
  test(`${name}: its command is in its package.json, which names this version of the package`, () => {
    const { scripts, dependencies, devDependencies: own = {} } = JSON.parse(read(`examples/${name}/package.json`))
    const called = command.split(' && ').flatMap((part) => /^npm (?:run )?(dev|start|test)$/.exec(part)?.[1] ?? [])
    assert.is(called.length, 1, command)
    assert.ok(scripts[called[0]!])
    assert.is(dependencies.latchkey, `^${version}`)
    // They are installed by test/hosts/, where this one is linked.
    if (name === 'playwright') assert.is(`^${own['@playwright/test']}`, devDependencies['@playwright/test'])
  })
}

test('its tarball has the name of this version', () => {
  assert.match(read('examples/README.md'), `latchkey-${version}.tgz`)
  assert.ok(existsSync(join(root, 'examples/html/page.js')))
})

test.run()
