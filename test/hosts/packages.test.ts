/**
 * Tests the packed tarball in an application of its own, with Node and with bundlers without
 * configuration. Each test is one combination: an entry and a way to load it, or a bundler.
 */
import '../built/all.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { served, signIn } from '../chromium/example.ts'
import { PUBLIC_TOKEN, visiting } from '../chromium/visitors.ts'
import { closeBrowser } from '../harness/browser.ts'
import { installedFor, packed, root } from './application.ts'

test.after(closeBrowser)

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, object | string> }
const folder = await installedFor('strangers')

test.before(() => {
  const installed = join(folder, 'node_modules/latchkey')
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed)
  execFileSync('tar', ['-xzf', packed(), '--strip-components', '1', '-C', installed])
  // Parcel sees only packages that the application depends on.
  const wanted = readFileSync(join(root, 'test/hosts/strangers/package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), wanted.replace('"dependencies": {', '"dependencies": {\n    "latchkey": "*",'))
})

/** Returns what Node prints. It finds packages in the application's folder. */
const node = (program: string, ...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, '-e', program], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

const entries = Object.keys(manifest.exports)
  .filter((entry) => !entry.startsWith('./embed/') && !entry.endsWith('.json'))
  .map((entry) => `latchkey${entry.slice(1)}`.replace('*', 'fr'))
/** The entries with a CommonJS file. Node 20.19 and later can require the others too. */
const commonJs = entries.filter((entry) => 'require' in ((manifest.exports[entry.replace('latchkey', '.')] as object) ?? {}))
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
const requiresModules = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)

test('there are several entries, and these have a CommonJS file', () => {
  assert.ok(entries.length >= 12, entries.join())
  assert.equal(
    commonJs,
    ['headless', 'server', 'emulator', 'emulator/node', 'testing', 'testing/playwright', 'testing/msw', 'testing/cypress'].map(
      (name) => `latchkey/${name}`,
    ),
  )
})

/**
 * The names that each entry exports, loaded in one process as `load` says, each whether or not the
 * others load.
 */
const exported = (load: string, names: readonly string[], ...options: string[]) => {
  const program = `const all = {}; const load = async () => {
    for (const entry of ${JSON.stringify(names)}) try {
      const { __esModule, ...values } = ${load}
      // Exports for an entry's own chunks have names of one letter, or names that begin with a $.
      all[entry] = Object.keys(values).filter((name) => /^\\w{3,}$/.test(name) && name !== 'module.exports').sort().join()
    } catch (error) { all[entry] = String(error) }
    console.log(JSON.stringify(all))
  }; load()`
  return JSON.parse(node(program, '--no-warnings', ...options)) as Record<string, string>
}

/** What each entry exports when it is loaded in each way. */
let imported: Record<string, string>
let inDevelopment: Record<string, string>
let required: Record<string, string>
test.before(() => {
  imported = exported('await import(entry)', entries, '--input-type=module')
  inDevelopment = exported('await import(entry)', entries, '--input-type=module', '--conditions=development')
  required = exported('require(entry)', requiresModules ? entries : commonJs, '--input-type=commonjs')
})

for (const entry of entries) {
  test(`${entry}: import`, () => assert.match(imported[entry]!, /^[\w,]+$/))
  test(`${entry}: import, with --conditions=development`, () => assert.is(inDevelopment[entry], imported[entry]))
  if (commonJs.includes(entry) || requiresModules) test(`${entry}: require`, () => assert.is(required[entry], imported[entry]))
  else test.skip(`${entry}: require`)
}

/** Every prop of a component, each with a valid value. */
const props = `({
  client: null,
  config: { products: ['otp', 'oauth', 'passwords', 'passkeys', 'crypto', 'emailMagicLinks'], otpOptions: { methods: ['email'] }, oauthOptions: { providers: [{ type: 'google' }] }, enableShadowDOM: true },
  styles: { fontFamily: 'serif', colors: { primary: 'red' }, container: { width: '300px', backgroundColor: 'no color' }, logo: { logoImageUrl: '/logo.svg' }, colorScheme: 'auto', hideHeaderText: true },
  strings: { 'login.title': 'Hello', 'no.such': 'message' },
  callbacks: { onEvent() {}, onError() {} },
  authenticateByUrl: true,
  passwordResetToken: 'token',
  authTokenParams: { profileId: 'p', token: 't' },
  getIDPConsentManifest: () => [],
  unknown: 1,
})`

for (const conditions of [[], ['--conditions=development']]) {
  test(`React renders every component with every prop on a server${conditions.length ? ', with --conditions=development' : ''}`, () => {
    const program = `
      import { createElement } from 'react'
      import { renderToString } from 'react-dom/server'
      import * as all from 'latchkey/react'
      const components = ['Login', 'ResetPassword', 'PasskeyRegistration', 'IdentityProvider']
      for (const name of components) for (const props of [${props}, { passwordResetToken: 'token' }]) {
        const tree = createElement(all.LatchkeyProvider, { publicToken: '${PUBLIC_TOKEN}' }, createElement('p', null, name), createElement(all[name], props))
        console.log(renderToString(tree))
      }`
    const lines = node(program, '--input-type=module', ...conditions).split('\n')
    const [login, plainLogin, ...others] = lines
    for (const line of [login, plainLogin]) {
      assert.match(line!, /^<p>Login<\/p><div class="lk-server"><style>/)
      assert.match(line!, '<input id="email-input"')
    }
    assert.equal(
      others,
      ['ResetPassword', 'PasskeyRegistration', 'IdentityProvider'].flatMap((name) => [`<p>${name}</p>`, `<p>${name}</p>`]),
    )
  })
}

/** A newcomer's first application, in a language whose words it does not have. */
const application = `
  import { LatchkeyClient } from 'latchkey'
  import { fr } from 'latchkey/strings/fr'
  import { HeadlessClient } from 'latchkey/headless'
  import { Login } from 'latchkey/react'
  import { StytchUIClient } from 'latchkey/compat'
  const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: 'http://localhost:4100' })
  client.mountLogin({ elementId: '#login', language: 'de', config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  client.user.onChange((user) => {
    if (user) document.querySelector('#user').textContent = 'Hello ' + user.emails[0].email
  })
  window.more = [fr, HeadlessClient, Login, StytchUIClient]`
const document =
  '<!doctype html><html lang="en"><body><p id="user"></p><div id="login"></div><script type="module" src="./main.js"></script></body></html>'

const run = (program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`)
  return stdout + stderr
}

/** Whether a bundler complains about a file of ours. */
const isWarning = /\bwarn|\(!\)/i
const runtimes = await installedFor('runtimes')
const tool = (path: string) => join(folder, 'node_modules', path)

/** Builds `main.js` and `index.html` of a folder into its `out`, for production. */
const bundlers: Record<string, (app: string) => unknown> = {
  vite: (app) => assert.not.match(run(process.execPath, [tool('vite/bin/vite.js'), 'build', '--outDir', 'out'], app), isWarning),
  esbuild: (app) => {
    const options = ['--bundle', '--splitting', '--format=esm', '--minify', '--outdir=out']
    assert.not.match(run(join(root, 'node_modules/.bin/esbuild'), ['main.js', ...options], app), isWarning)
  },
  webpack: (app) => {
    const program = `require('webpack')({ context: ${JSON.stringify(app)}, mode: 'production', entry: './main.js', output: { path: ${JSON.stringify(join(app, 'out'))} }, performance: { hints: false } }, (error, stats) => {
      if (error || stats.hasErrors() || stats.hasWarnings()) { console.error(error ?? stats.toString()); process.exit(1) }
    })`
    run(process.execPath, ['--input-type=commonjs', '-e', program], folder)
  },
  parcel: (app) =>
    run(
      process.execPath,
      [tool('parcel/lib/bin.js'), 'build', 'index.html', '--no-cache', '--cache-dir', 'cache', '--dist-dir', 'out', '--public-url', './'],
      app,
    ),
  bun: (app) =>
    run(join(runtimes, 'node_modules/bun/bin/bun.exe'), ['build', 'main.js', '--outdir', 'out', '--splitting', '--production'], app),
}

/** Every file below a folder, by its path in it. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ['.js', '.html'].includes(extname(name)))
      .map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(folder, name), 'utf8')]),
  )

for (const [name, build] of Object.entries(bundlers)) {
  visiting(`${name} builds it without configuration, for production, and a visitor signs in`, async (arrive) => {
    // Below the application, so that bundlers find its packages.
    const app = join(folder, `app-${name}`)
    rmSync(app, { recursive: true, force: true })
    mkdirSync(app)
    cpSync(join(folder, 'package.json'), join(app, 'package.json'))
    writeFileSync(join(app, 'main.js'), application)
    writeFileSync(join(app, 'index.html'), document)
    build(app)
    const files = filesOf(join(app, 'out'))
    files['/index.html'] ??= document
    const filesWith = (part: string) => Object.keys(files).filter((path) => files[path]!.includes(part))
    assert.equal(filesWith('Fix the value'), [], 'advice is for development')
    assert.equal(filesWith('lk-noscript'), [], 'the form of a server is for servers')
    const refused: string[] = []
    const listens = async (page: Page) => void page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
    await signIn(await arrive({ pages: (_, provider) => served(files, provider), first: listens }))
    assert.equal(refused, [], 'a bundle asks for no file of words')
  })
}

test.run()
