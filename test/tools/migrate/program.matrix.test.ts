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

/** Creates a folder with these files, in which nothing is installed. */
const folderWith = (files: Record<string, string | Buffer>) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
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
`,
  )
  assert.equal(read(folder), application)
})

test('it writes that and nothing else, and a second run changes nothing', () => {
  const folder = folderWith(application)
  const { status, stdout } = run(folder)
  assert.is(status, 0)
  assert.match(stdout, '3 files changed. Now run: npm install')
  const after = read(folder)
  const { 'package.json': manifest, 'src/main.ts': main, 'src/Looks.vue': looks, ...others } = after
  assert.equal(JSON.parse(manifest!), { dependencies: { latchkey: `^${version}`, '@stytch/vanilla-js': '^5.0.0' } })
  assert.is(main, application['src/main.ts'].replace('@stytch/vanilla-js', 'latchkey/compat'))
  assert.is(looks, application['src/Looks.vue'].replace('@stytch/vanilla-js', 'latchkey/compat'))
  for (const [path, text] of Object.entries(others)) assert.is(text, application[path as keyof typeof application])
  const again = run(folder)
  assert.match(again.stdout, 'Nothing to change')
  assert.match(again.stdout, 'src/portal.ts:1')
  assert.equal(read(folder), after)
})

test('with paths it looks only there, and keeps the packages that other files may need', () => {
  const folder = folderWith(application)
  assert.is(run(folder, 'src/main.ts').status, 0)
  const { 'package.json': manifest, 'src/main.ts': main, 'src/Looks.vue': looks } = read(folder)
  assert.match(main!, 'latchkey/compat')
  assert.is(looks, application['src/Looks.vue'])
  assert.equal(JSON.parse(manifest!), { dependencies: { latchkey: `^${version}`, '@stytch/vanilla-js': '^5.0.0' } })
  run(folder, 'build')
  assert.match(read(folder)['build/main.js']!, 'latchkey/compat', 'a folder that is named is no folder of a build')
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

test('a monorepo: a client that another package mounts is one that can', () => {
  const client =
    "import { StytchUIClient } from '@stytch/vanilla-js'\nimport { useStytchUser } from '@stytch/react'\nexport const auth = new StytchUIClient('t')\n"
  const of = (page: string) => {
    const folder = folderWith({
      'package.json': '{"workspaces": ["packages/*", "sites/*"]}',
      'packages/auth/package.json': '{"name": "@acme/auth", "dependencies": {"@stytch/react": "^19.0.0", "@stytch/vanilla-js": "^5.0.0"}}',
      'packages/auth/index.ts': client,
      'sites/shop/package.json': '{"dependencies": {"@acme/auth": "*"}}',
      'sites/shop/page.ts': page,
    })
    run(folder)
    return readFileSync(join(folder, 'packages/auth/index.ts'), 'utf8').split('\n')[0]
  }
  assert.is(
    of("import { auth } from '@acme/auth'\nauth.mountPasskeyRegistration({})\n"),
    "import { StytchUIClient } from 'latchkey/compat'",
  )
  assert.is(of("import { auth } from '@acme/auth'\nauth.session.revoke()\n"), "import { StytchUIClient } from 'latchkey/compat/react'")
})

test('files that nobody can read as programs stay, and are reported', () => {
  const latin = Buffer.from("import '@stytch/vanilla-js' // \xe9\n", 'latin1')
  const brokenText = "import { from '@stytch/vanilla-js'\n"
  const folder = folderWith({
    'package.json': application['package.json'],
    'latin.js': latin,
    'broken.js': brokenText,
    'main.ts': application['src/main.ts'],
  })
  const { status, stdout } = run(folder)
  assert.is(status, 0)
  assert.match(stdout, 'broken.js:1  @stytch/vanilla-js\n  It is in a program that cannot be read.')
  assert.match(stdout, 'latin.js:1  latin.js\n  It is not UTF-8.')
  assert.ok(readFileSync(join(folder, 'latin.js')).equals(latin))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object }
  assert.equal(Object.keys(dependencies), ['latchkey', '@stytch/vanilla-js'], 'they still need the package')
  assert.is(readFileSync(join(folder, 'broken.js'), 'utf8'), brokenText)
})

for (const range of ['^17.0.2', '16 || 17', '~17.0', '17']) {
  test(`with React ${range} it says what has to be done before \`npm install\`, and the exit code is 2`, () => {
    const files = { ...application, 'package.json': `{"dependencies": {"@stytch/vanilla-js": "^5.0.0", "react": "${range}"}}` }
    const folder = folderWith(files)
    const { status, stdout, stderr } = run(folder)
    assert.equal(
      [status, stdout, stderr],
      [2, '', `Latchkey needs React 18 or later, and this application has ${range} (package.json). Update React, then run this again.\n`],
    )
    assert.equal(read(folder), files)
  })
}

for (const range of ['^18.3.1', '^17.0.2 || ^18.0.0', '>=16', '*', 'latest', 'catalog:', '^19.0.0-rc.1', '18']) {
  test(`with React ${range} it goes on`, () => {
    const { status, stdout } = run(
      folderWith({ ...application, 'package.json': `{"dependencies": {"@stytch/vanilla-js": "^5.0.0", "react": "${range}"}}` }),
    )
    assert.is(status, 0)
    assert.match(stdout, '3 files changed')
  })
}

test('an application without a change may have any React', () => {
  assert.is(run(folderWith({ 'package.json': '{"dependencies": {"react": "17"}}' })).status, 0)
})

for (const [range, names] of [
  ['^19.18.1', ['latchkey', '@stytch/react', '@stytch/vanilla-js']],
  ['^20.1.0', ['latchkey', '@stytch/react']],
] as const) {
  test(`a package that stays keeps the one that it needs beside it: @stytch/react ${range}`, () => {
    const folder = folderWith({
      'package.json': `{"dependencies": {"@stytch/react": "${range}", "@stytch/vanilla-js": "^5.0.0"}}`,
      'src/Members.tsx': "import { StytchB2B } from '@stytch/react/b2b'\n",
      'src/main.ts': application['src/main.ts'],
    })
    run(folder)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object }
    assert.equal(Object.keys(dependencies).sort(), [...names].sort())
  })
}

const page = `<script type="module">
  import { StytchUIClient } from 'https://esm.sh/@stytch/vanilla-js@5'
</script>
`

for (const [name, manifest] of [
  ['no package.json', undefined],
  ['a package.json without it', '{"dependencies": {"react": "17"}, "devDependencies": {"jest": "30"}}'],
] as const) {
  test(`a page that takes everything from a network has nothing to install: ${name}`, () => {
    const folder = folderWith({
      'index.html': page,
      'jest.config.js': 'module.exports = {}',
      ...(manifest && { 'package.json': manifest }),
    })
    const { status, stdout } = run(folder)
    assert.match(readFileSync(join(folder, 'index.html'), 'utf8'), `https://esm.sh/latchkey@${version}/compat`)
    assert.is(status, 0)
    assert.ok(stdout.endsWith('\n\n1 file changed.\n'), stdout)
    assert.not.match(stdout, /install|jest/)
    if (manifest) assert.is(readFileSync(join(folder, 'package.json'), 'utf8'), manifest)
  })
}

test('a page that takes everything from a network, beside the package in package.json', () => {
  const folder = folderWith({ 'index.html': page, 'package.json': '{"dependencies": {"@stytch/vanilla-js": "5"}}' })
  assert.match(run(folder).stdout, '2 files changed. Now run: npm install')
  assert.equal(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), { dependencies: { latchkey: `^${version}` } })
})

test('a name of a package has to be installed, with package.json or without', () => {
  for (const manifest of [undefined, '{}']) {
    const folder = folderWith({ 'main.ts': application['src/main.ts'], 'index.html': page, ...(manifest && { 'package.json': manifest }) })
    assert.match(run(folder).stdout, '2 files changed. Now run: npm install')
  }
})

test('nothing is passed over in silence, whatever kind of file names the packages', () => {
  const files = {
    'package.json': '{"dependencies": {"@stytch/react": "^20.0.0"}, "overrides": {"@stytch/core": "2"}}',
    'README.md': '# A\n\nUses `@stytch/react`.\n',
    '.storybook/preview.tsx': "import { StytchProvider } from '@stytch/react'\n",
    '.github/dependabot.yml': 'ignore:\n  - dependency-name: "@stytch/*"\n',
    'next.config.js': "module.exports = { transpilePackages: ['@stytch/react'], headers: 'script-src js.stytch.com' }\n",
    'src/a.css': "@import '@stytch/react/theme/shadcn.css';\n",
    'src/a.ts': '/* @stytch/react */\nimport { useStytch } from "@stytch/react"\nexport const lazy = (name) => import(`@stytch/${name}`)\n',
    'src/page.mdx': "import { StytchLogin } from '@stytch/react'\n\n<StytchLogin />\n",
    'index.html': '<script src="https://js.stytch.com/stytch.js"></script>\n<a href="https://www.npmjs.com/package/@stytch/react">x</a>\n',
    'pnpm-workspace.yaml': "catalog:\n  '@stytch/react': ^20.0.0\npatchedDependencies:\n  '@stytch/react@20.0.0': patches/react.patch\n",
    'patches/react.patch': '--- a/node_modules/@stytch/react/index.js\n',
    Dockerfile: 'RUN npm install @stytch/react\n',
    'tsconfig.json': '{"compilerOptions": {"types": ["@stytch/react"], "paths": {"@stytch/*": ["./types/*"]}}}\n',
    'eslint.config.js': "export default [{ rules: { 'no-restricted-imports': ['error', { patterns: ['@stytch/*'] }] } }]\n",
    'tests/login.spec.ts': "await page.route('https://js.stytch.com/**', (route) => route.abort())\n",
    'package-lock.json': '{"packages": {"node_modules/@stytch/react": {}}}',
  }
  const folder = folderWith(files)
  const { stdout } = run(folder)
  const silent = Object.keys(files).flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (/@stytch\/|js\.stytch\.com/.test(line) && !/lock/.test(path) ? [{ path, line: at + 1 }] : []))
      .filter(
        ({ path, line }) =>
          ![...stdout.matchAll(/^(\S+?):([\d,]+) {2}/gm)].some(([, of, lines]) => of === path && lines!.split(',').includes(String(line))),
      ),
  )
  assert.equal(silent, [])
  assert.match(readFileSync(join(folder, '.storybook/preview.tsx'), 'utf8'), 'latchkey/compat/react')
  assert.match(stdout, 'README.md:3')
})

test('a path that does not exist is an error', () => {
  const { status, stderr } = run(folderWith(application), 'srx')
  assert.equal([status, stderr], [1, "There is no file or folder 'srx'.\n"])
})

test('nothing is written where a link of the folder leads', () => {
  const elsewhere = folderWith(application)
  const before = read(elsewhere)
  const folder = folderWith({ 'lib/main.ts': application['src/main.ts'] })
  symlinkSync(join(elsewhere, 'src'), join(folder, 'src'))
  symlinkSync(join(elsewhere, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(elsewhere, 'src/main.ts'), join(folder, 'lib/other.ts'))
  for (const [path, link] of [
    ['src', 'src'],
    ['src/main.ts', 'src'],
    ['lib/../src/main.ts', 'src'],
    ['lib/other.ts', 'lib/other.ts'],
    ['package.json', 'package.json'],
  ] as const)
    assert.equal(run(folder, path), {
      status: 1,
      stdout: '',
      stderr: `'${link}' is a symbolic link. Name the file or folder that it leads to.\n`,
    })
  const { stdout } = run(folder)
  assert.match(readFileSync(join(folder, 'lib/main.ts'), 'utf8'), 'latchkey/compat')
  assert.match(stdout, /package\.json.*It is a symbolic link\. Change it by hand\./s)
  assert.equal(read(elsewhere), before)
})

test.run()
