import '../built/all.ts'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { budgetOf, filesOf, journeys } from '../../bench/journeys.ts'
import { type Entry, entries } from '../../build/entries.ts'
import { sourceOfTypes } from '../../build/paths.ts'
import { filesOfBudget, readBudgets, scripts } from '../../build/sizes.ts'
import type { EmbedChunks } from '../../src/tools/snippet/snippet.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const exists = (path: string) => existsSync(join(root, path))
const json = <T>(path: string): T => JSON.parse(read(path)) as T

const present = entries.filter((entry) => exists(entry.source))
const scriptsIn = (folder: string) =>
  (exists(folder) ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`)

/** The folders that a visitor's browser loads from. */
const downloads = ['dist/embed', 'dist/element', 'dist/headless', 'dist/b2b', 'dist/react', 'dist/compat'].flatMap(scriptsIn)
const hasWidget = present.some(({ name }) => name === 'widget') && present.some(({ name }) => name === 'embed')

test('every entry has its file', () => {
  assert.equal(
    present.map(({ output }) => output).filter((path) => !exists(path)),
    [],
  )
})

test("downloads need no bundler: no process, no require, no source map, no bare import except the host's React", () => {
  const wrong = downloads.flatMap((path) => {
    const text = read(path)
    const bare = ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => !name.startsWith('.') && !(/^dist\/(compat\/)?react\//.test(path) && /^react(-dom)?($|\/)/.test(name)))
    return [...bare, ...(/\bprocess\.env\b|\brequire\(|sourceMappingURL/.exec(text) ?? [])].map((what) => `${path}: ${what}`)
  })
  assert.equal(wrong, [])
})

test('downloads run no text and make no elements of it: the only HTML is that of the framework, of which nothing is used', () => {
  const wrong = downloads.flatMap((path) =>
    [
      ...read(path)
        // Preact's `dangerouslySetInnerHTML`
        .replace(/\w+\.__html==\w+\.innerHTML\)?\|\|\(\w+\.innerHTML=\w+\.__html\)/, '')
        .matchAll(
          /\beval\(|new Function\b|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|setHTML/g,
        ),
    ].map(([what]) => `${path}: ${what}`),
  )
  assert.equal(wrong, [])
})

test('downloads take no number that can be guessed, except the times of refreshes', () => {
  const random = (text: string) => text.match(/Math\.random/g)?.length ?? 0
  const ofRefreshes = random(read('src/client/session/refresher.ts'))
  const counts = downloads.map((path) => [path, random(read(path))] as const).filter(([, count]) => count > 0)
  assert.ok(counts.length > 0)
  for (const [path, count] of counts) assert.is(count, ofRefreshes, path)
})

test('an entry needs none of its chunks at once: one request, and no circle of modules', () => {
  const atOnce = downloads.filter((path) => !path.includes('/c/') && /(from|import)"\.\/c\//.test(read(path)))
  assert.equal(atOnce, [])
})

test('dist/sri.json has the hash of every script', () => {
  const hashes = Object.fromEntries(
    scriptsIn('dist')
      .filter((path) => !path.startsWith('dist/site/'))
      .map((path) => [path.slice('dist/'.length), `sha384-${createHash('sha384').update(read(path)).digest('base64')}`]),
  )
  assert.ok(Object.keys(hashes).length > 100)
  assert.equal(json('dist/sri.json'), hashes)
})

/** The files of an entry that a host can import. */
const importable = (entry: Entry) => [
  entry.output,
  entry.module,
  ...Object.keys(('beside' in entry && entry.beside) || {}).map((name) => join(dirname(entry.output), `${name}.js`)),
]

test('every file that package.json exports exists', () => {
  interface Targets {
    [condition: string]: string | Targets
  }
  const { exports, bin, alias, main, types } = json<{ exports: Targets; bin: Targets; alias: Targets; main: string; types: string }>(
    'package.json',
  )
  const paths = (target: string | Targets): string[] => (typeof target === 'string' ? [target] : Object.values(target).flatMap(paths))
  const targets = [...paths(exports), ...paths(alias), main, types]
  const dueFiles = [...targets, ...paths(bin)].map((path) => path.slice(2)).filter((path) => !/[*$]/.test(path))
  const sources = (path: string) =>
    path.startsWith('dist/types/')
      ? [sourceOfTypes(path)]
      : entries.filter((entry) => importable(entry).includes(path)).map(({ source }) => source)
  const due = dueFiles.filter((path) => !path.startsWith('dist/') || sources(path).some((source) => source && exists(source)))
  assert.equal(
    due.filter((path) => !exists(path)),
    [],
  )
})

test('`alias`, which Parcel uses because it reads no exports, matches `exports`', () => {
  const { exports, alias } = json<{
    exports: Record<string, string | { default?: string; import?: { default: string } }>
    alias: Record<string, string>
  }>('package.json')
  const expected = Object.entries(exports)
    .filter(([entry]) => entry !== '.' && entry !== './package.json')
    .map(([entry, target]) => [
      entry,
      (typeof target === 'string' ? target : (target.default ?? target.import!.default)).replace('*', '$1'),
    ])
  assert.equal(alias, Object.fromEntries(expected))
})

test('declarations import no package that is not installed', () => {
  const wrong = (exists('dist/types') ? readdirSync(join(root, 'dist/types'), { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => /\.d\.c?ts$/.test(name))
    .flatMap((name) =>
      ts
        .preProcessFile(read(`dist/types/${name}`), true, true)
        .importedFiles.filter(({ fileName }) => fileName === '#signals' || /\.(tsx?|css)$/.test(fileName))
        .map(({ fileName }) => `${name}: ${fileName}`),
    )
  assert.equal(wrong, [])
})

if (hasWidget) {
  const chunks = json<EmbedChunks>('dist/embed/chunks.json')

  test('the first screen is embed.js and widget.js, which import nothing else', () => {
    assert.equal([chunks.embed!.file, ...chunks.embed!.imports], ['embed.js'])
    assert.equal([chunks.widget!.file, ...chunks.widget!.imports], ['widget.js'])
  })

  test('what a first screen loads needs nothing of what the first touch loads', () => {
    const later = [chunks.kit!.file, chunks.laterEngine!.file]
    for (const name of ['methods', 'oauth', 'otp', 'passwords', 'passkeys', 'crypto', 'language', 'engine', 'integrity'])
      assert.equal(
        chunks[name]!.imports.filter((file) => later.includes(file)),
        [],
        name,
      )
  })

  test('every chunk is listed, with everything that it imports', () => {
    const files = Object.values(chunks)
      .map(({ file }) => file)
      .sort()
    assert.equal(
      files,
      scriptsIn('dist/embed')
        .map((path) => path.slice('dist/embed/'.length))
        .sort(),
    )
    assert.equal(
      Object.values(chunks)
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((file) => !files.includes(file)),
      [],
    )
  })

  test('there is one Preact: no chunk contains it a second time', () => {
    const stats = json<Record<string, { modules: [string, number][] }>>('.cache/build/widget.json')
    const carriers = Object.entries(stats).filter(([, { modules }]) => modules.some(([id]) => id.includes('node_modules/preact/')))
    assert.equal(
      carriers.map(([file]) => file),
      ['widget.js'],
    )
  })

  test('no chunk imports another one statically, because a browser would keep a failure for all that depend on it', () => {
    const importing = Object.values(chunks).filter(({ file }) => /\b(from|import) ?"(?!\.\.\/widget\.js")/.test(read(`dist/embed/${file}`)))
    assert.equal(
      importing.map(({ file }) => file),
      [],
    )
  })

  test('every file that a visitor downloads is in a budget', () => {
    const files = scripts().filter((path) => /^dist\/(b2b|compat|element|embed|headless|presets|react|strings)\//.test(path))
    const inBudget = new Set(readBudgets().flatMap((budget) => filesOfBudget(budget, files)))
    assert.ok(files.length > 300)
    assert.equal(
      files.filter((file) => !inBudget.has(file)),
      [],
      'add it to a sum in build/budgets.ts',
    )
  })

  test('only these files are nothing but code that several chunks share, because each costs a request', () => {
    const loaded = new Set(Object.values(chunks).flatMap(({ dynamicImports }) => dynamicImports))
    const shared = Object.entries(chunks).filter(([name, { file }]) => file.startsWith('c/') && !name.includes('.') && !loaded.has(file))
    assert.equal(
      shared.map(([name]) => name).sort(),
      ['laterPasskeyNotices', 'list', 'script', 'userCalls'],
      'say in `sharedChunks` of build/entries.ts where the code goes',
    )
  })

  test('every journey has a budget of the files that its snippet names', () => {
    const budgets = new Map(readBudgets().map(({ name, path }) => [name, path]))
    const plain = (file: string) => `dist/embed/${file.replace(/\.[0-9a-f]{8}\.js$/, '.????????.js')}`
    for (const journey of journeys) {
      const files = filesOf(journey, chunks)
      assert.ok(files.includes('embed.js') && files.includes('widget.js'), journey.name)
      assert.equal(budgets.get(budgetOf(journey)), files.map(plain), `${journey.name}: run \`npm run budgets\``)
    }
  })

  test('the snippet in dist preloads the widget', () => {
    assert.match(read('dist/embed/snippet.html'), '<link rel="modulepreload" href="/embed/widget.js" integrity="sha384-')
  })
}

test('headless contains no framework', () => {
  const wrong = present
    .filter(({ framework }) => framework === 'none')
    .flatMap(({ name }) =>
      Object.values(json<Record<string, { modules: [string, number][] }>>(`.cache/build/${name}.json`)).flatMap(({ modules }) =>
        modules.map(([id]) => id).filter((id) => /node_modules\/(preact|react|@preact)/.test(id)),
      ),
    )
  assert.equal(wrong, [])
})

test('package-lock.json names no registry', () => {
  assert.not.match(read('package-lock.json'), '"resolved"')
})

test.run()
