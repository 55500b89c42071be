/** Runs `latchkey migrate` as a host does, in a folder of its own. */
import '../../built/all.ts'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('latchkey migrate')
const root = fileURLToPath(new URL('../../..', import.meta.url))
const program = join(root, 'dist/cli.js')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const folders: string[] = []
test.after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Creates a folder with these files, in which a package of this repository is installed as `typescript`. */
const folderWith = (files: Record<string, string | Buffer>, typescript: string | null = 'typescript') => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  if (typescript) {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    symlinkSync(join(root, 'node_modules', typescript), join(folder, 'node_modules/typescript'))
  }
  return folder
}

const run = (folder: string, ...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'migrate', ...options], { cwd: folder, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const application = {
  'package.json': '{\n  "dependencies": {\n    "@stytch/vanilla-js": "^5.0.0"\n  }\n}\n',
  'src/main.ts':
    "// The client\nimport { StytchUIClient } from '@stytch/vanilla-js'\n\nexport const client = new StytchUIClient('public-token-test-x')\n",
  'src/portal.ts': "import { AdminPortalSSO } from '@stytch/vanilla-js/b2b/adminPortal'\n",
  'src/Looks.vue': '<template><p /></template>\n<script setup lang="ts">\nimport { Products } from \'@stytch/vanilla-js\'\n</script>\n',
  'node_modules/other/index.js': "require('@stytch/vanilla-js')\n",
  'build/main.js': "require('@stytch/vanilla-js')\n",
}

const read = (folder: string) =>
  Object.fromEntries(Object.keys(application).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))

test('--dry shows the lines that would change and what is left, and writes nothing', () => {
  const folder = folderWith(application)
  const { status, stdout } = run(folder, '--dry')
  assert.is(status, 0)
  assert.is(
    stdout,
    `package.json
  3 -     "@stytch/vanilla-js": "^5.0.0"
  3 +     "latchkey": "^${version}",
  4 +     "@stytch/vanilla-js": "^5.0.0"

src/Looks.vue
  3 - import { Products } from '@stytch/vanilla-js'
  3 + import { Products } from 'latchkey/compat'

src/main.ts
  2 - import { StytchUIClient } from '@stytch/vanilla-js'
  2 + import { StytchUIClient } from 'latchkey/compat'

Left for you (1):

src/portal.ts:1  '@stytch/vanilla-js/b2b/adminPortal'
  Latchkey has no admin portal. Keep the provider's package for that page.

3 files would change. Nothing was written.
What is left in a changed file may not compile until you change it.
`,
  )
  assert.equal(read(folder), application)
})

test('it writes that and nothing else, and a second run changes nothing', () => {
  const folder = folderWith(application)
  const { status, stdout } = run(folder)
  assert.is(status, 0)
  assert.match(stdout, '3 files changed. Now run: npm install')
  const migrated = read(folder)
  const { 'package.json': manifest, 'src/main.ts': main, 'src/Looks.vue': looks, ...others } = migrated
  assert.equal(JSON.parse(manifest!), { dependencies: { latchkey: `^${version}`, '@stytch/vanilla-js': '^5.0.0' } })
  assert.is(main, application['src/main.ts'].replace('@stytch/vanilla-js', 'latchkey/compat'))
  assert.is(looks, application['src/Looks.vue'].replace('@stytch/vanilla-js', 'latchkey/compat'))
  for (const [path, text] of Object.entries(others)) assert.is(text, application[path as keyof typeof application])
  const again = run(folder)
  assert.match(again.stdout, 'Nothing to change')
  assert.match(again.stdout, 'src/portal.ts:1')
  assert.equal(read(folder), migrated)
})

test('with paths it looks only there, and keeps the packages that other files may need', () => {
  const folder = folderWith(application)
  assert.is(run(folder, 'src/main.ts').status, 0)
  const { 'package.json': manifest, 'src/main.ts': main, 'src/Looks.vue': looks } = read(folder)
  assert.match(main!, 'latchkey/compat')
  assert.is(looks, application['src/Looks.vue'])
  assert.equal(JSON.parse(manifest!), { dependencies: { latchkey: `^${version}`, '@stytch/vanilla-js': '^5.0.0' } })
})

test('a monorepo: each application has its own package.json', () => {
  const folder = folderWith({
    'package.json': '{"workspaces": ["apps/*"]}',
    'apps/a/package.json': '{"dependencies": {"@stytch/react": "^20.0.0"}}',
    'apps/a/main.ts': "import { Products } from '@stytch/react'\n",
    'apps/b/package.json': '{"dependencies": {"@stytch/vanilla-js": "^5.0.0"}}',
  })
  run(folder)
  const manifests = ['package.json', 'apps/a/package.json', 'apps/b/package.json'].map((path) =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')),
  )
  assert.equal(manifests, [
    { workspaces: ['apps/*'] },
    { dependencies: { latchkey: `^${version}` } },
    { dependencies: { '@stytch/vanilla-js': '^5.0.0' } },
  ])
})

test('files that nobody can read as programs stay, and are reported', () => {
  const latin = Buffer.from("import '@stytch/vanilla-js' // \xe9\n", 'latin1')
  const broken = "import { from '@stytch/vanilla-js'\n"
  const folder = folderWith({
    'package.json': application['package.json'],
    'latin.js': latin,
    'broken.js': broken,
    'main.ts': application['src/main.ts'],
  })
  const { status, stdout } = run(folder)
  assert.is(status, 0)
  assert.match(stdout, 'broken.js:1  @stytch/vanilla-js\n  TypeScript cannot read this file.')
  assert.match(stdout, 'latin.js:1  latin.js\n  It is not UTF-8.')
  assert.ok(readFileSync(join(folder, 'latin.js')).equals(latin))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object }
  assert.equal(Object.keys(dependencies), ['latchkey', '@stytch/vanilla-js'], 'they still need the package')
  assert.is(readFileSync(join(folder, 'broken.js'), 'utf8'), broken)
})

test('a page that loads the script of the provider is reported', () => {
  const folder = folderWith({ 'index.html': '<!doctype html>\n<script src="https://js.stytch.com/stytch.js"></script>\n' })
  assert.match(run(folder).stdout, /index\.html:2 {2}js\.stytch\.com\n {2}.*npx latchkey snippet/)
})

for (const [name, typescript, message] of [
  [
    'no TypeScript',
    null,
    /^`latchkey migrate` reads your files with TypeScript, which is not installed here\. Run: npm install --no-save typescript@5\n$/,
  ],
  [
    'TypeScript 7',
    'typescript-7',
    /^`latchkey migrate` reads your files with TypeScript's API, which version 7\.\S+ does not have\. Run: npm install --no-save typescript@5\n$/,
  ],
] as const) {
  test(`with ${name} it says what to install, in one sentence, and the exit code is 2`, () => {
    const folder = folderWith(application, typescript)
    const { status, stdout, stderr } = run(folder)
    assert.equal([status, stdout], [2, ''])
    assert.match(stderr, message)
    assert.equal(read(folder), application)
  })
}

test('a path that does not exist is an error', () => {
  const { status, stderr } = run(folderWith(application), 'srx')
  assert.equal([status, stderr], [1, "There is no file or folder 'srx'.\n"])
})

test.run()
