/**
 * Runs the samples of docs/guides/testing.md for Vitest and Jest with these programs, msw 2 and 3,
 * and checks those for Cypress against its types.
 */
import '../built/development.ts'
import '../built/emulator.ts'
import '../built/headless.ts'
import '../built/testing.ts'
import '../built/types.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filesOf, textOf } from '../harness/documents.ts'
import { installedFor, putLatchkey, root, typeErrors } from './application.ts'

// Cypress's own script would fetch its program.
const folder = await installedFor('testing', '--ignore-scripts')

const samples = (heading: string) => filesOf('docs/guides/testing.md', heading)

/** Vitest 5, msw 3 and jsdom 31 need a newer Node than Latchkey does. */
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
const isNew = major > 22 || (major === 22 && minor >= 19)
const newNode = isNew ? process.execPath : join(await installedFor('runtimes'), 'node_modules/.bin/node')

test.before(() => putLatchkey(folder, 'dist/testing', 'dist/emulator', 'dist/headless', 'dist/development', 'dist/types'))

/** Writes an application with these files, and returns its folder. */
const application = (name: string, files: Record<string, string>) => {
  const app = join(folder, `app-${name}`)
  rmSync(app, { recursive: true, force: true })
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  return app
}

/** Gives an application a version of msw of its own, under the name that the samples import. */
const withMsw = (version: string, app: string) => {
  mkdirSync(join(app, 'node_modules'))
  symlinkSync(join(folder, 'node_modules', version), join(app, 'node_modules/msw'))
  return app
}

const run = (program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', ...env } })
  assert.is(status, 0, stdout + stderr)
  return stdout + stderr
}

for (const environment of ['jsdom', 'happy-dom'])
  for (const msw of ['msw', 'msw-2'])
    test(`Vitest in ${environment}, with ${msw === 'msw' ? 'msw 3' : 'msw 2'}: the samples of docs/guides/testing.md`, () => {
      const { 'login.test.ts': spec, 'vitest.config.ts': config } = samples('Vitest')
      const files = { 'login.test.ts': spec!, ...(environment === 'happy-dom' && { 'vitest.config.ts': config! }) }
      const app = withMsw(msw, application(`vitest-${environment}-${msw}`, files))
      const printed = run(
        newNode,
        [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--root', app, '--environment', environment],
        app,
      )
      assert.match(printed, /Tests +2 passed/)
    })

for (const msw of ['msw', 'msw-2'])
  test(`Jest in jsdom, with ${msw === 'msw' ? 'msw 3' : 'msw 2'}: the samples of docs/guides/testing.md`, () => {
    const app = withMsw(msw, application(`jest-${msw}`, samples('Jest')))
    const jest = [join(folder, 'node_modules/jest/bin/jest.js'), '--testMatch', '**/*.test.mjs']
    const printed = run(msw === 'msw' ? newNode : process.execPath, jest, app, {
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
    })
    assert.match(printed, 'Tests:       1 passed')
  })

test('Jest with require and without configuration: the test of docs/guides/emulator.md passes', () => {
  const [environment, spec] = [...textOf('docs/guides/emulator.md').matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code!)
  const app = application('jest-emulator', { 'page.cjs': environment!, 'sign-in.test.js': spec! })
  assert.match(run(process.execPath, [join(folder, 'node_modules/jest/bin/jest.js')], app), 'Tests:       1 passed')
})

/** What TypeScript says about an application, with the types of these packages. */
const complaints = (app: string, types: string[]) => {
  const typeRoots = [join(folder, 'node_modules'), join(root, 'node_modules/@types')]
  return typeErrors(app, { skipLibCheck: true, lib: ['es2022', 'dom', 'dom.iterable'], typeRoots, types })
}

test("Cypress: the samples compile with Cypress's own types, and a wrong use does not", () => {
  assert.ok(existsSync(join(folder, 'node_modules/cypress/types/index.d.ts')))
  const app = application('cypress', {
    ...samples('Cypress'),
    'every.cy.ts': `
      it('every command', () => {
        cy.signIn({ email: 'ada@example.com', organization: 'acme' }).its('member.is_admin').should('be.false')
        cy.signIn({ phone_number: '+14155550100' }, 'http://localhost:3000').its('user.user_id').should('be.a', 'string')
        cy.outbox('ada@example.com', { timeout: 100 }).its('url').then((url) => cy.visit(url!))
        cy.advanceClock(60_000)
        cy.faults([{ route: 'POST /otps/authenticate', status: 502 }]).should('have.length', 1)
        cy.hold('POST /otps/authenticate')
        cy.release('POST /otps/authenticate').should('eq', 1)
        cy.seed({ users: [{ emails: [{ email: 'eve@example.com' }] }] }).its('users.0.user_id')
        cy.providerRequests().its('length').should('be.gt', 0)
        cy.resetEmulator()
        // @ts-expect-error a misspelled field
        cy.signIn({ mail: 'ada@example.com' })
        // @ts-expect-error the route is required
        cy.hold()
      })`,
  })
  assert.is(complaints(app, ['cypress']), '')
})

test('the samples for Vitest, and for anything else, compile', () => {
  const { 'login.test.ts': spec } = samples('Vitest')
  for (const msw of ['msw', 'msw-2'])
    assert.is(complaints(withMsw(msw, application(`types-${msw}`, { 'login.test.ts': spec! })), ['node']), '')
  assert.is(complaints(application('types-any', samples('Anything else')), ['node']), '')
})

test.run()
