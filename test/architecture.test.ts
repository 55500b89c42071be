import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compilerHost } from './harness/compilerHost.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .sort()

/** What a visitor downloads. A file imports from its own folder or from one to its left. */
const line = ['api', 'browser', 'client', 'ui', 'products', 'widget', 'strings']

/**
 * What the other folders may import besides their own. `tools` is not here: it can import
 * everything.
 */
const others: Record<string, string[]> = { prerender: line, entries: [...line, 'prerender'], server: ['api'] }

/**
 * What the tools may import that hosts run in their tests or on their files, where nothing else may
 * come along.
 */
const tools: Record<string, string[]> = {
  'tools/emulator': ['api'],
  'tools/testing': ['api', 'tools/emulator'],
  'tools/conformance': ['api'],
  'tools/migrate': ['entries/compat/unusedThemeValues.ts'],
}

const folderOf = (path: string) => path.split('/')[0]!
const toolOf = (path: string) => path.split('/').slice(0, 2).join('/')
const productOf = (path: string) => /^products\/([^/]+)\//.exec(path)?.[1]

/**
 * What the names of package.json's `imports` stand for, in every framework: `#signals` and others.
 */
const named: Record<string, string[]> = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports as Record<string, Record<string, string>>).map(
    ([name, targets]) => [name, Object.values(targets).map((target) => target.slice('./src/'.length))],
  ),
)

/**
 * Returns what a file imports by a path (statically, dynamically or as a type), as paths below
 * src/. With `atOnce`, what it fetches with `import()` does not count.
 */
function importsOf(path: string, atOnce = false, text = readFileSync(join(src, path), 'utf8')): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.flatMap(({ fileName }) => {
    if (named[fileName]) return named[fileName]
    if (!fileName.startsWith('.') || (atOnce && text.includes(`=> import('${fileName}')`))) return []
    return [relative(src, join(src, dirname(path), fileName)).replaceAll('\\', '/')]
  })
}

/** Why `from` must not import `to`, or undefined if it can. */
function objection(from: string, to: string): string | undefined {
  if (to.startsWith('..')) return 'src/ stands by itself'
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === 'tools') {
    const allowed = tools[toolOf(from)]
    return !allowed || [toolOf(from), ...allowed].some((place) => to === place || to.startsWith(`${place}/`))
      ? undefined
      : `${toolOf(from)} imports ${allowed.join(' and ')}`
  }
  if (there === 'tools') return 'nothing outside imports a tool'
  if (others[here]) return here === there || others[here].includes(there) ? undefined : `${here} does not import ${there}`
  if (!line.includes(here) || !line.includes(there)) return `${here} does not import ${there}`
  if (line.indexOf(there) > line.indexOf(here)) return `${here} is left of ${there}`
  const [own, other] = [productOf(from), productOf(to)]
  return own && other && own !== other && other !== 'shared' ? 'a product never imports another' : undefined
}

test('the rule about imports forbids what it should', () => {
  assert.is(objection('client/core.ts', 'api/call.ts'), undefined)
  assert.is(objection('entries/compat/index.ts', 'entries/index.ts'), undefined)
  assert.is(objection('entries/react.tsx', 'prerender/serverForm.ts'), undefined)
  assert.is(objection('widget/mount.tsx', 'products/otp/index.tsx'), undefined)
  assert.is(objection('api/call.ts', 'client/core.ts'), 'api is left of client')
  assert.is(objection('ui/screen/Screen.tsx', 'entries/index.ts'), 'ui does not import entries')
  assert.is(objection('prerender/index.tsx', 'entries/index.ts'), 'prerender does not import entries')
  assert.is(objection('products/otp/index.tsx', 'products/passwords/index.tsx'), 'a product never imports another')
  assert.is(objection('products/account/useAccountItems.ts', 'products/shared/useChanges.ts'), undefined)
  assert.is(objection('products/shared/useChanges.ts', 'products/account/accountItems.ts'), 'a product never imports another')
  assert.is(objection('server/verify.ts', 'api/entities.ts'), undefined)
  assert.is(objection('server/verify.ts', 'client/core.ts'), 'server does not import client')
  assert.is(objection('entries/index.ts', 'server/index.ts'), 'entries does not import server')
  assert.is(objection('entries/index.ts', 'tools/emulator/index.ts'), 'nothing outside imports a tool')
  assert.is(objection('server/verify.ts', 'tools/testing/index.ts'), 'nothing outside imports a tool')
  assert.is(objection('tools/program/cli.ts', 'tools/doctor/index.ts'), undefined)
  assert.is(objection('tools/doctor/rules/options.ts', 'entries/development/advice.ts'), undefined)
  assert.is(objection('tools/emulator/index.ts', 'browser/pkce.ts'), 'tools/emulator imports api')
  assert.is(objection('tools/emulator/index.ts', 'tools/testing/index.ts'), 'tools/emulator imports api')
  assert.is(objection('tools/testing/playwright.ts', 'tools/emulator/index.ts'), undefined)
  assert.is(objection('tools/testing/playwright.ts', 'client/core.ts'), 'tools/testing imports api and tools/emulator')
  assert.is(objection('tools/migrate/source.ts', 'api/call.ts'), 'tools/migrate imports entries/compat/unusedThemeValues.ts')
  assert.equal(importsOf('entries/compat/unusedThemeValues.ts'), [])
  assert.is(objection('tools/playground/App.tsx', '../build/entries.ts'), 'src/ stands by itself')
  assert.is(objection('stuff/a.ts', 'api/call.ts'), 'stuff does not import api')
})

test('a file imports what its folder may, and no product imports another one', () => {
  const wrong = files.flatMap((from) =>
    importsOf(from).flatMap((to) => {
      const why = objection(from, to)
      return why ? [`src/${from} imports src/${to}: ${why}`] : []
    }),
  )
  assert.equal(wrong, [])
})

test('the states that the gallery bundles import each other, names of providers and types', () => {
  const imported = files
    .filter((path) => path.startsWith('tools/states/'))
    .flatMap((path) => importsOf(path, false, readFileSync(join(src, path), 'utf8').replace(/^import type .*$/gm, '')))
  assert.equal(
    imported.filter((to) => !to.startsWith('tools/states/')),
    ['api/oauthProviders.ts'],
  )
})

/** The files that lead back to themselves by what they import, as types too. */
const circles = (edges: Map<string, string[]>) =>
  [...edges.keys()].filter((start) => {
    const reached = new Set<string>()
    const walk = (file: string) => {
      for (const next of edges.get(file) ?? []) if (!reached.has(next)) walk((reached.add(next), next))
    }
    walk(start)
    return reached.has(start)
  })

/**
 * The tables of chunks: each row is an `import()` of code that may need another row
 * (docs/internals/chunks.md).
 */
const tables = ['widget/firstScreenChunks.ts', 'widget/laterChunks.ts']

test('no file leads back to itself by what it imports, except the rows of the tables of chunks', () => {
  assert.equal(circles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] }))), ['b', 'c'])
  assert.equal(importsOf('widget/a.ts', true, "import type { B } from './b.ts'\nconst c = chunk(() => import('./c.ts'))\nimport '#root'"), [
    'widget/b.ts',
    'widget/root.react.ts',
    'widget/root.ts',
  ])
  assert.equal(circles(new Map(files.map((file) => [file, importsOf(file, tables.includes(file))]))), [])
})

test('a file is named after its job', () => {
  const vague = /^common$|(utils?|helpers?|managers?)$/i
  const everywhere = ['src', 'test', 'build', 'bench', 'site'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  assert.equal(
    everywhere.filter((path) => vague.test(path.split('/').pop()!.split('.')[0]!)),
    [],
  )
})

/**
 * Finds reads of a signal's `value` in a `.tsx` file. During a render, such a read subscribes to
 * nothing, so the component would never update, and no test of a first render notices. Use
 * `useValue(signal)` in a component and `signal.peek()` elsewhere.
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

const { options: everywhere } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)
// no component uses Node's, which are a hundred files
const options = { ...everywhere, types: [] }

/**
 * The components, with one more that reads a signal in a wrong way: one program, because each one
 * reads the types of the browser again.
 */
const components = files.filter((name) => name.endsWith('.tsx')).map((name) => join(src, name))
const sample = join(src, 'ui/Sample.tsx')
const text = `import { signal } from '@preact/signals-core'
    const count = signal(0)
    export const Wrong = () => count.value
    export const right = (box: { value: number }) => { count.value = box.value; return count.peek() }`
const program = ts.createProgram([...components, sample], options, compilerHost(options, { [sample]: text }))
program.getTypeChecker()

test('the search finds a signal that is read without a hook', () => {
  assert.equal(signalReads(program, program.getSourceFile(sample)!), ['src/ui/Sample.tsx:3: count.value'])
})

test('components read signals only through useValue', () => {
  assert.equal(
    components.flatMap((name) => signalReads(program, program.getSourceFile(name)!)),
    [],
  )
})

/**
 * Ways to run text or to make elements of it, which a strict policy forbids, and numbers that can
 * be guessed.
 */
const unsafe =
  /\beval\(|new Function\b|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|setHTML|setAttribute\('style'|Math\.random/g

/** What a visitor downloads, and what a server renders for them. */
const isDownloaded = (path: string) => !['server', 'tools'].includes(folderOf(path))

/** A member of a document, read where an element with that name would hide it. */
const hideable = /\b(document|ownerDocument|contentDocument)(\??\.(?!prototype)|!?\.|\?*\[)\w*|\} = (window\.)?document\b|\bin document\b/g

test('the search finds each way to read a member of the document', () => {
  const reads = [
    'document.cookie',
    'document?.head',
    "document['cookie']",
    'window.document.body',
    'field.ownerDocument.body',
    'frame.contentDocument!.body',
  ]
  const others = [
    'safeDocument.cookie',
    'Document.prototype',
    "typeof document === 'undefined'",
    'observer.observe(document)',
    '{ documentElement: 1 }',
  ]
  for (const text of [...reads, 'const { head, body } = document', "'cookie' in document"]) assert.ok(text.match(hideable), text)
  for (const text of others) assert.not(text.match(hideable), text)
})

test('every member of the document is read through its prototype', () => {
  const found = files.filter(isDownloaded).flatMap((path) =>
    readFileSync(join(src, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line))
      .flatMap((line) => [...line.matchAll(hideable)].map(([how]) => `${path}: ${how}`)),
  )
  assert.equal(found, [
    // The tag's own place, after the prototype: pages that run scripts themselves set it.
    'entries/embed.ts: document.currentScript',
    // An element in its place has no `match`, so the script throws, and the widget makes the call.
    'prerender/firstCall/form.ts: document.querySelector',
    'prerender/firstCall/page.ts: document.cookie',
    // An element in its place only leaves the check to the widget.
    'prerender/firstCall/page.ts: document.hidden',
  ])
})

test('one function sends the page elsewhere', () => {
  const found = files
    .filter(isDownloaded)
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/\blocation(\.href)? = |\blocation\.(assign|replace)\(|window\.open\(/g)].map(
        ([how]) => `${path}: ${how}`,
      ),
    )
  assert.equal(found, ['browser/navigate.ts: location.href = '])
})

test('the search finds text that runs or becomes elements, and numbers that can be guessed', () => {
  const texts = ['eval(text)', 'new Function(text)', 'element.innerHTML = text', 'dangerouslySetInnerHTML={{', 'Math.random()']
  assert.equal(
    texts.map((text) => [...text.matchAll(unsafe)].length),
    [1, 1, 1, 0, 1],
  )
})

test('what visitors download runs no text, makes no elements of it, and takes no number that can be guessed except the times of refreshes', () => {
  const found = files.filter(isDownloaded).flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return [...text.matchAll(unsafe), ...text.matchAll(/dangerouslySetInnerHTML/g)].map(([what]) => `${path}: ${what}`)
  })
  assert.equal(found, [
    'client/session/refresher.ts: Math.random',
    'client/session/refresher.ts: Math.random',
    'client/session/refresher.ts: Math.random',
    // the form that React renders on a server; src/prerender/ makes and escapes it
    'entries/react.tsx: dangerouslySetInnerHTML',
  ])
})

test.run()
