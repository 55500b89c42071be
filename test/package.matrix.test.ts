/**
 * Checks the package as npm would publish it, with publint and arethetypeswrong, and its contents.
 */
import './built/all.ts'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inAll } from './harness/everything.ts'
import { npm } from './harness/npm.ts'

const test = suite('package')
const testInAll = inAll(test)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
test.after(() => rmSync(folder, { recursive: true }))

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, unknown> }

const said = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root)
interface Packed {
  filename: string
  files: { path: string; size: number }[]
}
// By name since npm 11.
const { filename, files } = Object.values(JSON.parse(said) as Packed[] | Record<string, Packed>)[0]!
const tarball = readFileSync(join(folder, filename))

test('publint reports nothing but its advice on `browser`', async () => {
  const { messages, pkg } = await publint({
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) as ArrayBuffer },
    strict: true,
  })
  assert.equal(
    // `browser` is an object because Parcel does not read `imports`
    messages.filter(({ code }) => code !== 'USE_EXPORTS_OR_IMPORTS_BROWSER').map((message) => formatMessage(message, pkg)),
    [],
  )
})

testInAll('the types are correct for everyone who can import an ES module', async () => {
  const result = await checkPackage(createPackageFromTarballData(tarball))
  assert.ok(result.types, 'there are types')
  const checked = Object.keys((result as { entrypoints: object }).entrypoints)
  assert.equal(
    Object.keys(manifest.exports).filter((entry) => !entry.includes('*') && !entry.endsWith('.json') && !checked.includes(entry)),
    [],
  )
  // Entries without a CommonJS file can only be imported. `typesVersions` is for TypeScript's
  // oldest module resolution, which also looks for a file.
  const { problems } = result as { problems: { kind: string; entrypoint?: string; resolutionKind?: string; typesFileName?: string }[] }
  const ours = problems.filter(
    ({ entrypoint, resolutionKind }) =>
      resolutionKind !== 'node16-cjs' || /^\.\/(headless|server|emulator|testing)(\/|$)/.test(entrypoint!),
  )
  assert.equal(ours, [])
})

/** Creates a folder in which the package and these others are installed. Returns its path. */
const hostWith = (name: string, packages: string[]) => {
  const host = join(folder, name)
  const modules = join(host, 'node_modules')
  mkdirSync(join(modules, 'latchkey'), { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components', '1', '-C', join(modules, 'latchkey')])
  for (const installed of packages) cpSync(join(root, 'node_modules', installed), join(modules, installed), { recursive: true })
  writeFileSync(join(host, 'package.json'), '{"type":"module"}')
  return host
}

/**
 * Returns what TypeScript reports for a host that imports these entries, with its default options,
 * which also check the declarations of packages.
 */
const complaints = (name: string, imported: string[], packages: string[]) => {
  const host = hostWith(name, packages)
  const program = imported.map((entry, at) => `import * as all${at} from '${entry}'\nexport const use${at} = all${at}\n`)
  writeFileSync(join(host, 'host.ts'), program.join(''))
  const found = ts.getPreEmitDiagnostics(
    ts.createProgram([join(host, 'host.ts')], {
      noEmit: true,
      strict: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
    }),
  )
  return found.map(
    ({ file, messageText }) =>
      `${file?.fileName.replace(`${host}/node_modules/`, '')}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}

const typed = Object.entries(manifest.exports)
  .filter(([, target]) => JSON.stringify(target).includes('"types"'))
  .flatMap(([entry]) =>
    ['fr', 'en-plain'].slice(0, entry.includes('*') ? 2 : 1).map((name) => `latchkey${entry.slice(1)}`.replace('*', name)),
  )

/** What a host of `latchkey/testing/playwright` has. */
const playwright = ['@playwright/test', 'playwright', 'playwright-core', '@types/node', 'undici-types']

test('every value export in a declaration exists', async () => {
  const host = hostWith('values', ['@types/react', 'csstype', 'react', 'react-dom', 'scheduler', ...playwright])
  const source = join(host, 'host.ts')
  writeFileSync(source, typed.map((entry, at) => `export * as entry${at} from '${entry}'\n`).join(''))
  const program = ts.createProgram([source], { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, types: [] })
  const checker = program.getTypeChecker()
  const valuesOf = (symbol: ts.Symbol) => {
    const found = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return checker.getExportsOfModule(found).filter((each) => {
      const target = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
      // An alias by `export type` is not a value, whatever it refers to.
      return target.flags & ts.SymbolFlags.Value && !each.declarations?.some((node) => ts.isTypeOnlyImportOrExportDeclaration(node))
    })
  }
  const entries = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(source)!)!)
  assert.is(entries.length, typed.length)
  const listing = `const all = {}; for (const entry of ${JSON.stringify(typed)}) all[entry] = Object.keys(await import(entry)); console.log(JSON.stringify(all))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', listing], { cwd: host, encoding: 'utf8' })
  const there = JSON.parse(printed) as Record<string, string[]>
  const missing = entries.flatMap((symbol, at) =>
    valuesOf(symbol)
      .filter(({ name }) => !there[typed[at]!]!.includes(name))
      .map(({ name }) => `${typed[at]}: ${name}`),
  )
  assert.equal(missing, [])
})

test('the declarations need nothing that a host does not have', () => {
  const bare = typed.filter((entry) => !['latchkey/react', 'latchkey/compat/react', 'latchkey/testing/playwright'].includes(entry))
  assert.ok(bare.length >= 11)
  assert.equal(complaints('bare', bare, []), [])
})

testInAll('those of latchkey/react and latchkey/compat/react need only the types of React', () => {
  assert.equal(complaints('react', ['latchkey/react', 'latchkey/compat/react'], ['@types/react', 'csstype']), [])
})

testInAll('those of latchkey/testing/playwright need only Playwright, and its code not even that', () => {
  // Playwright's own need the types of Node, and a newer library than the default
  const ours = complaints('playwright', ['latchkey/testing/playwright'], playwright).filter((text) => !text.startsWith('playwright'))
  assert.equal(ours, [])
  const printed = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "console.log(Object.keys(await import('latchkey/testing/playwright')).join())"],
    {
      cwd: join(folder, 'bare'),
      encoding: 'utf8',
    },
  )
  assert.is(printed.trim(), 'latchkey')
})

/** The files of the package below a folder, or the file itself. */
const packed = (path: string) => files.filter((file) => file.path === path || file.path.startsWith(`${path.replace(/\/$/, '')}/`))

/** What people read who change Latchkey. It is where the sources are, in the repository. */
const ofRepository = /^(ARCHITECTURE|CONTRIBUTING|bench\/REPORT)\.md$|^docs\/internals\/(?!protocol\.md$)/

test('no link of a document in it is dead', () => {
  const documents = files.filter(({ path }) => path.endsWith('.md')).map(({ path }) => path)
  assert.ok(documents.length >= 8)
  const dead = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return (
      [...text.matchAll(/\]\(([^)]+)\)|<(?:img|source)[^>]+(?:src|srcset)="([^"]+)"/g)]
        .map(([, link, picture]) => ({ link: (link ?? picture)!.split('#')[0]!, isPicture: picture !== undefined }))
        .filter(({ link }) => link && !/^https?:/.test(link))
        // pictures are where documents are read, in the repository and on the site
        .filter(({ link, isPicture }) => {
          const target = join(dirname(path), link)
          // the README is the first page of the repository, too
          const isThere = isPicture || (path === 'README.md' && ofRepository.test(target))
          return isThere ? !existsSync(join(root, target)) : packed(target).length === 0
        })
        .map(({ link }) => link)
        .map((link) => `${path}: ${link}`)
    )
  })
  assert.equal(dead, [])
})

test('a host has every document that a declaration cites', () => {
  const cited = files.flatMap(({ path }) =>
    /\.d\.c?ts$/.test(path) ? [...readFileSync(join(root, path), 'utf8').matchAll(/[\w./-]+\.md\b/g)].map(([document]) => document) : [],
  )
  assert.ok(cited.length >= 10)
  assert.equal(
    [...new Set(cited)].filter((document) => packed(document).length === 0),
    [],
  )
})

test('it has the size that docs/reports/figures.md says', () => {
  const page = readFileSync(join(root, 'docs/reports/figures.md'), 'utf8')
  /** Within a tenth, the rounding error of a figure with one decimal. */
  const weighs = (list: { size: number }[], said: string, what: string) => {
    const megabytes = list.reduce((sum, { size }) => sum + size, 0) / 1e6
    assert.ok(Math.abs(megabytes - Number(said)) < 0.1, `${what}: ${said} MB there, ${megabytes.toFixed(2)} here`)
  }
  const [, whole] = /([\d.]+) MB unpacked/.exec(page)!
  weighs(files, whole!, 'the package')
  const rows = [...page.matchAll(/^\| (`[\w`, ]+`) \| ([\d.]+) \| .+ \|$/gm)]
  assert.is(rows.length, 8)
  for (const [, folders, said] of rows) {
    const names = [...folders!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    weighs(
      names.flatMap((name) => packed(`dist/${name}`)),
      said!,
      folders!,
    )
  }
})

test('it contains what people need, and none of our internals', () => {
  const paths = files.map(({ path }) => path)
  for (const path of [
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'THIRD-PARTY-NOTICES.md',
    'dist/sbom.cdx.json',
    'dist/sri.json',
    'dist/embed/embed.js',
    'dist/embed/snippet.html',
    'dist/types/index.d.ts',
  ]) {
    assert.ok(paths.includes(path), path)
  }
  assert.equal(
    paths.filter((path) => /^(src|test|bench|build|node_modules)\/?/.test(path) || ofRepository.test(path)),
    [],
  )
})

test.run()
