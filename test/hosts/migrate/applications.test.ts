/**
 * Applications as hosts of the provider's SDK wrote them. Each is type-checked with the provider's
 * packages, migrated by `latchkey migrate`, type-checked without them, built, and signs a visitor
 * in on the emulator.
 */
import '../../built/all.ts'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { build } from 'vite'
import { closeBrowser } from '../../harness/browser.ts'
import { migrate, reportOf } from '../../../src/tools/migrate/index.ts'
import type { Project } from '../../../src/tools/emulator/index.ts'
import { served } from '../../chromium/example.ts'
import { visible, visiting, widget, type Visitor } from '../../chromium/visitors.ts'
import { filesBelow, folderFor, installed, root } from '../application.ts'

const applications = fileURLToPath(new URL('.', import.meta.url))

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The provider's packages of an application, while it must do without them. */
const away = 'provider-away'

/**
 * Copies the files that all applications share, an application over them, and its packages: links
 * to those of this repository, or, with `fromNpm`, installed ones.
 */
const copied = async (name: string, fromNpm = false) => {
  const source = join(applications, name)
  const text = readFileSync(join(source, 'package.json'), 'utf8')
  const folder = folderFor(`migrate-${name}`, text)
  if (fromNpm) await installed(`migrate-${name}`, text, '--ignore-scripts', '--include=dev')
  else rmSync(folder, { recursive: true, force: true })
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, away))) renameSync(join(modules, away), join(modules, '@stytch'))
  for (const file of fromNpm ? readdirSync(folder) : []) {
    if (!['node_modules', 'installed.json', 'package-lock.json'].includes(file)) rmSync(join(folder, file), { recursive: true })
  }
  rmSync(join(modules, 'latchkey'), { recursive: true, force: true })
  const { dependencies, devDependencies } = manifestOf(source)
  for (const from of [join(applications, 'skeleton', dependencies.react ? 'react' : 'vanilla'), source])
    cpSync(from, folder, { recursive: true })
  for (const [dependency, range] of fromNpm ? [] : Object.entries({ ...dependencies, ...devDependencies })) {
    const ours = dependency === '@stytch/vanilla-js' && range.startsWith('^6') ? 'provider-6' : dependency
    mkdirSync(dirname(join(modules, dependency)), { recursive: true })
    symlinkSync(join(root, 'node_modules', ours), join(modules, dependency))
  }
  return folder
}

/** Compiles an application with a TypeScript. Returns what that reports. */
const complaints = (folder: string, typescript = join(root, 'node_modules/typescript-7')) => {
  const program = join(typescript, 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [program, '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

/** Returns the report. test/tools/migrate/program.matrix.test.ts runs the released program. */
const migrated = (folder: string, dry = false) => {
  const files = migrate({ folder, dry, version })
  return typeof files === 'string' ? files : reportOf(files, dry).join('\n')
}

/** The files that `latchkey` consists of in an application. */
const parts = ['package.json', 'dist/compat', 'dist/react', 'dist/prerender', 'dist/types', 'dist/embed', 'dist/strings']

const textsIn = (folder: string) =>
  filesBelow(folder)
    .filter(
      (path) => /\.([jt]sx?|json|html)$/.test(path) && !path.startsWith(join(folder, '.next')) && path !== join(folder, 'installed.json'),
    )
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)

/** Does what a host does: checks, migrates, installs. `left` is what the report lists. */
const switched = async (name: string, { fromNpm, left = [] }: { fromNpm?: boolean; left?: string[] } = {}) => {
  const folder = await copied(name, fromNpm)
  assert.is(complaints(folder), '', 'with the types of the provider')
  const before = textsIn(folder)
  const shown = migrated(folder, true)
  assert.equal(textsIn(folder), before, 'a dry run writes nothing')
  const report = migrated(folder)
  assert.equal(
    // the record of `install` is no file of a host
    [...report.matchAll(/^(?!installed)(\S+:\d+ {2}.+)$/gm)].map(([, line]) => line),
    left,
  )
  assert.is(shown.split('\n\n').slice(0, -1).join(), report.split('\n\n').slice(0, -1).join(), 'a dry run shows the same')
  const after = textsIn(folder)
  assert.equal(
    after.filter(([, text]) => text.includes('@stytch/')).map(([file]) => file),
    [],
  )
  const { dependencies } = manifestOf(folder)
  assert.ok(dependencies.latchkey)
  assert.match(migrated(folder), 'Nothing to change')
  assert.equal(textsIn(folder), after, 'a second run changes nothing')
  const modules = join(folder, 'node_modules')
  renameSync(join(modules, '@stytch'), join(modules, away))
  for (const part of parts) cpSync(join(root, part), join(modules, 'latchkey', part), { recursive: true })
  return folder
}

/** The files of a built application, by path. */
const built = async (folder: string): Promise<Record<string, string>> => {
  const result = await build({ root: folder, configFile: false, logLevel: 'error', build: { write: false, target: 'es2022' } })
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    output: { fileName: string; code?: string; source?: string | Uint8Array }[]
  }
  return Object.fromEntries(output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? String(source)]))
}

/**
 * Answers what the page asks of the provider from the emulator: these applications name no other
 * address.
 */
const behind = (page: Page, provider: string) =>
  page.route('https://test.stytch.com/**', async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('https://test.stytch.com', provider) }) }),
  )

/** Signs in with a code in the widget. */
const withWidget = async ({ page, message }: Visitor) => {
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await visible(page.getByText('Hello ada@example.com'))
}

/** Signs in with a code in a form of the host's own, after a wrong one. */
const withForm = async ({ page, message }: Visitor, greeting = 'Hello ada@example.com') => {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.keyboard.press('Enter')
  const { code } = await message()
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await visible(page.getByText('Refused: otp_code_not_found'))
  await page.getByLabel('Code').fill(code!)
  await page.keyboard.press('Enter')
  await visible(page.getByText(greeting))
}

const styleOf = (page: Page, property: string) =>
  page.locator('button[type=submit]').evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property)

const purple = 'rgb(91, 33, 182)'

/** Each application: what is left in it, and its test. */
const cases: Record<
  string,
  {
    /** What the report of the migration lists. Default: nothing. */
    left?: string[]
    fromNpm?: boolean
    project?: Partial<Project>
    signIn: (visitor: Visitor) => Promise<void>
  }
> = {
  'vanilla5-widget': {
    signIn: async (visitor) => {
      await visible(visitor.page.locator('stytch-ui #email-input'))
      assert.is(await styleOf(visitor.page, 'background-color'), purple)
      await withWidget(visitor)
    },
  },
  'vanilla5-headless': { signIn: withForm },
  'vanilla5-commonjs': { signIn: withWidget },
  'vanilla6-presentation': {
    left: ['src/main.ts:20  presentation.theme.spacing'],
    signIn: async (visitor) => {
      await visible(visitor.page.getByText('Welcome to the host'))
      assert.equal(
        [await styleOf(visitor.page, 'background-color'), await styleOf(visitor.page, 'border-top-left-radius')],
        [purple, '8px'],
      )
      await withWidget(visitor)
    },
  },
  'vanilla6-elements': { signIn: withWidget },
  react19: { fromNpm: true, signIn: withWidget },
  react20: {
    left: ['src/main.tsx:20  presentation.theme.ring'],
    signIn: async (visitor) => {
      await visible(widget(visitor.page).email)
      assert.is(await styleOf(visitor.page, 'background-color'), purple)
      await withWidget(visitor)
      await visitor.page.getByRole('button', { name: 'Sign out' }).click()
      await visible(widget(visitor.page).email)
    },
  },
  'b2b-headless': {
    project: { vertical: 'B2B', create_organization_enabled: true },
    signIn: (visitor) => withForm(visitor, 'Hello ada@example.com of Analytical Engines'),
  },
}

test.after(closeBrowser)

for (const [name, { signIn, project, ...options }] of Object.entries(cases)) {
  visiting(`${name}: migrates, compiles, and its visitor signs in`, async (arrive) => {
    const folder = await switched(name, options)
    const own = options.fromNpm && join(folder, 'node_modules/typescript')
    assert.is(complaints(folder, own || undefined), '', 'with the types of Latchkey')
    const files = await built(folder)
    const visitor = await arrive({ path: null, project, pages: (_, provider) => served(files, provider) })
    await behind(visitor.page, visitor.provider)
    await visitor.page.goto(visitor.site)
    await signIn(visitor)
    assert.ok(visitor.emulator.requests().some(({ path }) => path.endsWith('authenticate')))
  })
}

test('organizations: files with the screens for organizations keep what they exchange, the others go, and all of it compiles', async () => {
  const folder = await copied('organizations')
  assert.is(complaints(folder), '', 'with the types of the provider')
  const report = migrated(folder)
  const naming = textsIn(folder)
    .filter(([, text]) => text.includes('@stytch/'))
    .map(([file]) => file)
  assert.equal(naming.sort(), ['package.json', 'src/Members.tsx', 'src/looks.ts'])
  assert.equal([...new Set([...report.matchAll(/^(\S+?):\d/gm)].map(([, file]) => file))].sort(), ['src/Members.tsx', 'src/looks.ts'])
  assert.equal(Object.keys(manifestOf(folder).dependencies), ['latchkey', '@stytch/react', '@stytch/vanilla-js', 'react', 'react-dom'])
  for (const part of parts) cpSync(join(root, part), join(folder, 'node_modules/latchkey', part), { recursive: true })
  assert.is(complaints(folder), '', 'with the types of both')
})

test.run()
