import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .sort()

/** A file imports from its own layer or from one to its left. */
const layers = ['api', 'browser', 'client', 'ui', 'products', 'widget', 'strings', 'entries']

/** The layer of a path below src/; the folders that stand outside of the line have their own names. */
function layerOf(path: string): string {
  const [folder, ...rest] = path.split('/')
  if (rest.length === 0 || folder === 'compat' || folder === 'development') return 'entries'
  return folder!
}

const productOf = (path: string) => /^products\/([^/]+)\//.exec(path)?.[1]

/** What a file imports by a path, statically, dynamically or as a type, as paths below src/. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(src, path), 'utf8'), true, true)
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName === '#signals') return ['ui/signals']
    if (!fileName.startsWith('.')) return []
    return [relative(src, join(src, dirname(path), fileName)).replaceAll('\\', '/')]
  })
}

/** Why `from` may not import `to`, if it may not. */
function objection(from: string, to: string): string | undefined {
  if (to.startsWith('..')) return 'src/ stands by itself'
  const [here, there] = [layerOf(from), layerOf(to)]
  // The page that shows the product stands in front of it: it may use all of it, and nothing uses the page.
  if (here === 'playground') return undefined
  if (there === 'playground') return 'nothing imports the playground'
  if (here === 'emulator') return there === 'emulator' || there === 'api' ? undefined : 'the emulator imports api alone'
  if (there === 'emulator') return from === 'cli.ts' ? undefined : 'only the program imports the emulator'
  if (!layers.includes(here) || !layers.includes(there)) return 'a folder that is not in the line of layers'
  if (layers.indexOf(there) > layers.indexOf(here)) return `${here} is left of ${there}`
  const [own, other] = [productOf(from), productOf(to)]
  return own && other && own !== other ? 'a product never imports another' : undefined
}

test('the rule about imports forbids what it should', () => {
  assert.is(objection('client/core.ts', 'api/call.ts'), undefined)
  assert.is(objection('compat/index.ts', 'index.ts'), undefined)
  assert.is(objection('widget/mount.tsx', 'products/otp/index.tsx'), undefined)
  assert.is(objection('cli.ts', 'emulator/index.ts'), undefined)
  assert.is(objection('api/call.ts', 'client/core.ts'), 'api is left of client')
  assert.is(objection('ui/Screen.tsx', 'index.ts'), 'ui is left of entries')
  assert.is(objection('products/otp/index.tsx', 'products/passwords/index.tsx'), 'a product never imports another')
  assert.is(objection('emulator/index.ts', 'browser/pkce.ts'), 'the emulator imports api alone')
  assert.is(objection('index.ts', 'emulator/index.ts'), 'only the program imports the emulator')
  assert.is(objection('index.ts', 'playground/main.tsx'), 'nothing imports the playground')
  assert.is(objection('playground/App.tsx', '../build/entries.ts'), 'src/ stands by itself')
  assert.is(objection('stuff/a.ts', 'api/call.ts'), 'a folder that is not in the line of layers')
})

test('imports go one way, and from no product to another', () => {
  const wrong = files.flatMap((from) =>
    importsOf(from).flatMap((to) => {
      const why = objection(from, to)
      return why ? [`src/${from} imports src/${to}: ${why}`] : []
    }),
  )
  assert.equal(wrong, [])
})

test('a file is named after its job', () => {
  const vague = /^common$|(utils?|helpers?|managers?)$/i
  const everywhere = ['src', 'test', 'build', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  assert.equal(
    everywhere.filter((path) => vague.test(path.split('/').pop()!.split('.')[0]!)),
    [],
  )
})

/**
 * Where a `.tsx` file reads the `value` of a signal: during a render that subscribes to nothing, so the component would never follow it,
 * and no test of a first render notices. `useValue(signal)` in a component, `signal.peek()` elsewhere.
 */
function signalReads(program: ts.Program, source: ts.SourceFile): string[] {
  const checker = program.getTypeChecker()
  const isSignal = (type: ts.Type): boolean =>
    type.isUnion() ? type.types.some(isSignal) : ['Signal', 'ReadonlySignal'].includes((type.aliasSymbol ?? type.getSymbol())?.name ?? '')
  const isWritten = (node: ts.Expression) =>
    ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'value' &&
      !isWritten(node) &&
      isSignal(checker.getTypeAtLocation(node.expression))
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${relative(root, source.fileName)}:${line + 1}: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const options = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root).options

test('the search for signals that are read without a hook finds one', () => {
  const name = join(src, 'ui/Sample.tsx')
  const text = `import { signal } from '@preact/signals-core'
    const count = signal(0)
    export const Wrong = () => count.value
    export const right = (box: { value: number }) => { count.value = box.value; return count.peek() }`
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, language, ...rest) =>
    file === name ? ts.createSourceFile(file, text, language) : getSourceFile(file, language, ...rest)
  const program = ts.createProgram([name], options, host)
  program.getTypeChecker()
  assert.equal(signalReads(program, program.getSourceFile(name)!), ['src/ui/Sample.tsx:3: count.value'])
})

test('components read signals through useValue alone', () => {
  const components = files.filter((name) => name.endsWith('.tsx')).map((name) => join(src, name))
  const program = ts.createProgram(components, options)
  assert.equal(
    components.flatMap((name) => signalReads(program, program.getSourceFile(name)!)),
    [],
  )
})

test.run()
