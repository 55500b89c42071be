/**
 * `npm run test:mutation` changes the source in small ways, one at a time, and reports each change
 * that no unit test notices, with file, line and change. At the end it prints the score,
 * killed/total. It is not part of `npm test`, because all changes take many hours.
 *
 *   npm run test:mutation -- --sample 100 --seed 1
 *       a random hundred, the same ones for the same seed and code
 *   npm run test:mutation -- src/client src/ui/task.ts:20
 *       changes below these paths, or on this line
 *
 * Stryker's instrumenter writes all changes into a copy of the repository, each behind a switch
 * that an environment variable sets. A first run of each test file, cached in .cache/mutation,
 * finds which changes it reaches. Each change then runs only against those files, the nearest
 * first, until one fails. Tests that need a build or a browser are left out, and so are the
 * matrices of `npm run test:all`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { importOnDemand } from '../harness/onDemand.ts'
import { isMatrix } from './plan.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache/mutation')
const copy = join(cache, 'checkout')

const mutated = /^src\/(client|browser|ui|products|widget)\/.*\.tsx?$/
/** Messages, images and tables. A test of them could only repeat them. */
const data = /words\.ts$|\/logos\/|Logos\.ts$|\/metadata\/|\.d\.ts$/i
const testFiles = /^test\/(client|browser|ui|products|widget|strings|entries)\/.*\.test\.tsx?$/
const onFramework = /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react|development)/

/** The part of Stryker's instrumenter that this program uses. */
interface Stryker {
  Instrumenter: new (
    log: object,
  ) => { instrument(sources: object[], options: object): Promise<{ files: Instrumented[]; mutants: Change[] }> }
}
type Instrumented = Record<'name' | 'content', string>
type Place = Record<'line' | 'column', number>
type Change = Record<'id' | 'fileName' | 'mutatorName' | 'replacement', string> & { location: Record<'start' | 'end', Place> }

/** A change of the source. */
interface Mutant {
  /** The value of the switch that turns it on. */
  id: string
  /** Path from the repository root. */
  file: string
  /** Counted from 1. */
  line: number
  mutatorName: string
  /** The code that it replaces. */
  from: string
  /** `from => replacement`, in one line. */
  change: string
  /** `file: change`. */
  key: string
  /** A sample takes the changes that come first in this order. */
  order: string
}

/** A compiled test file. */
interface TestFile {
  name: string
  target: string
  path: string
  /** The cache file of its reach. */
  kept: string
  /**
   * How long it takes in ms, and the ids of the changes that it reaches. Undefined until it has
   * run.
   */
  reach?: { ms: number; covered: string[] }
}

/**
 * A string with a space is a message or a list of class names, and `lk-` begins a class name. Other
 * tests cover messages and looks.
 */
const isNoise = ({ mutatorName, from }: Mutant) => mutatorName === 'StringLiteral' && (/\s/.test(from.trim()) || /^.lk-/.test(from))

/** Changes that have no observable effect, as this program prints them, each with the reason. */
const equivalent: Record<string, string> = {
  'src/products/otp/phone/countries.ts: { return false } => {}': '`filter` treats undefined like false',
  'src/products/passkeys/registration/PasskeyRow.tsx: \'\' => "Stryker was here!"':
    'a draft shows only during an edit, which sets it to the name first',
  'src/products/passwords/newPassword/strength/useStrength.ts: \'\' => "Stryker was here!"':
    'its length is read only after an answer, and any answer is for another password',
}

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const sample = values.sample ? Number(values.sample) : Infinity
const seed = Number(values.seed)

const digest = (...parts: (string | number | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(String(part)).update('\0'), createHash('sha256')).digest('hex')
const list = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => pattern.test(name))
    .sort()

/** The name of a file in `import()`, without which nothing compiles. */
const imports = {
  shouldIgnore: ({ node }: { node: { callee?: { type: string } } }) => (node.callee?.type === 'Import' ? 'It names a file.' : undefined),
}

/** Copies the repository with every change in it, and returns the changes. */
const instrument = async (): Promise<Mutant[]> => {
  rmSync(copy, { recursive: true, force: true })
  const copied = ['src', 'test', 'build', 'package.json', 'package-lock.json', 'tsconfig.json']
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  mkdirSync(join(copy, '.cache/tests'), { recursive: true })
  mkdirSync(join(root, '.cache/tests/packages'), { recursive: true })
  // Tests of the client read the documents and the build too.
  for (const name of readdirSync(root))
    if (!copied.includes(name) && !/^\.(cache|git)$/.test(name)) symlinkSync(join(root, name), join(copy, name))
  symlinkSync(join(root, '.cache/tests/packages'), join(copy, '.cache/tests/packages'))
  const sources = list('src', mutated)
    .filter((name) => !data.test(name))
    .map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }))
  const { Instrumenter } = (await importOnDemand('@stryker-mutator/instrumenter@9.6.1')) as Stryker
  const silent = new Proxy({}, { get: () => () => false })
  const { files, mutants } = await new Instrumenter(silent).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [imports],
  })
  for (const { name, content } of files) writeFileSync(join(copy, name), content)
  const linesOf = Object.fromEntries(sources.map(({ name, content }) => [name, content.split('\n')]))
  const seen: Record<string, number> = {}
  return mutants.map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => {
    const lines = linesOf[fileName]!.slice(start.line, end.line + 1)
    lines.push(lines.pop()!.slice(0, end.column))
    lines[0] = lines[0]!.slice(start.column)
    const from = lines.join('\n')
    const change = `${from} => ${replacement}`.replace(/\s+/g, ' ')
    // A file can have the same change twice.
    const key = `${fileName}: ${change}`
    const nth = (seen[key] ?? 0) + 1
    seen[key] = nth
    return { id, file: fileName, line: start.line + 1, mutatorName, from, change, key, order: digest(seed, key, nth) }
  })
}

const cover = `import { writeSync } from 'node:fs'
process.on('exit', () => writeSync(3, Object.keys(globalThis.__stryker__?.mutantCoverage.static ?? {}).join()))`

/** Runs a compiled test file. Stops at the first test that fails, or after `limit` ms. */
const run = (compiled: string, target: string, { mutant, limit = 120_000 }: { mutant?: string; limit?: number } = {}) =>
  new Promise<{ ok: boolean; ms: number; covered: string[] }>((resolve) => {
    const start = performance.now()
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(cover)}`, 'test/runner/file.mjs', compiled],
      {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
        env: { ...process.env, LATCHKEY_TARGET: target, LATCHKEY_PATIENCE: '10000', ...(mutant && { __STRYKER_ACTIVE_MUTANT__: mutant }) },
      },
    )
    let covered = ''
    let failed = false
    const fail = () => {
      failed = true
      child.kill('SIGKILL')
    }
    child.stdout!.on('data', (text) => String(text).includes('✘') && fail())
    child.stdio[3]!.on('data', (text) => {
      covered += text
    })
    const timer = setTimeout(fail, limit)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ ok: code === 0 && !failed, ms: Math.round(performance.now() - start), covered: covered.split(',') })
    })
  })

/** How much of its path a test file shares with a source, and whether it has the same name. */
const nearness = (test: string, source: string) => {
  const parts = (path: string) =>
    path
      .replace(/^\w+\//, '')
      .replace(/(\.test)?\.tsx?$/, '')
      .split('/')
  const [one, other] = [parts(test), parts(source)]
  const shared = one.findIndex((part, at) => part !== other[at])
  return (shared < 0 ? one.length : shared) + (one.at(-1) === other.at(-1) ? 1 : 0)
}

const mutants = await instrument()
const isChosen = ({ file, line }: Mutant) =>
  chosen.length === 0 || chosen.some((path) => `${file}:${line}` === path || `${file}/`.startsWith(`${path.replace(/\/$/, '')}/`))
const picked = mutants
  .filter((mutant) => isChosen(mutant) && !isNoise(mutant))
  .sort((one, other) => (one.order < other.order ? -1 : 1))
  .slice(0, sample)
const work = picked.filter(({ key }) => !(key in equivalent))
console.log(`${work.length} of ${mutants.length} changes; ${picked.length - work.length} of those picked have no observable effect.`)

const { compile } = (await import(pathToFileURL(join(copy, 'test/runner/compile.ts')).href)) as typeof import('./compile.ts')
const everySource = digest(...list('src', /\.(tsx?|css)$/).map((name) => readFileSync(join(copy, name))))
const tests: TestFile[] = []
/** The target of a file, such as Preact for `signals.preact.ts`. */
const targetOf = (file: string) => (file.includes('.preact.') ? 'preact' : 'react')

for (const target of new Set(['none', 'react', ...work.map(({ file }) => targetOf(file))])) {
  const files = list('test', testFiles).filter((name) => !isMatrix(name) && onFramework.test(name) === (target !== 'none'))
  // terser takes the two sides of a switch, `call?.()` and `call()`, for the same
  for (const [name, { path }] of Object.entries(await compile(files, target, false))) {
    const kept = join(cache, `${digest(readFileSync(join(copy, path)), everySource, target)}.json`)
    tests.push({ name, target, path, kept, reach: existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : undefined })
  }
}

/**
 * The changes that a test file reaches, and its duration. Undefined for a file that fails without a
 * change.
 */
const known = async (test: TestFile) => {
  if (!test.reach) {
    let outcome = await run(test.path, test.target)
    if (!outcome.ok) outcome = await run(test.path, test.target)
    if (!outcome.ok) console.log(`Left out, because it fails without a change: ${test.name} (${test.target})`)
    test.reach = { ms: outcome.ms, covered: outcome.ok ? outcome.covered : [] }
    if (outcome.ok) writeFileSync(test.kept, JSON.stringify(test.reach))
  }
  return test.reach
}

let killed = 0
const survivors: Mutant[] = []
for (const [at, mutant] of work.entries()) {
  const { id, file, line, change } = mutant
  const target = targetOf(file)
  const usable = tests
    .filter((test) => test.target === 'none' || test.target === target)
    .sort((one, other) => nearness(other.name, file) - nearness(one.name, file) || (one.reach?.ms ?? 0) - (other.reach?.ms ?? 0))
  let by: string | undefined
  let reached = 0
  for (const test of usable) {
    const { ms, covered } = await known(test)
    if (!covered.includes(id)) continue
    reached += 1
    if ((await run(test.path, test.target, { mutant: id, limit: ms * 5 + 20_000 })).ok) continue
    by = test.name
    break
  }
  if (by) killed += 1
  else survivors.push(mutant)
  console.log(
    `${String(at + 1).padStart(4)}  ${by ? `killed by ${by.slice(5)}` : `SURVIVED ${reached} test files`}  ${file}:${line}  ${change.slice(0, by ? 80 : 400)}`,
  )
}

if (survivors.length > 0) console.log('\nSurvivors:')
for (const { file, line, mutatorName, change } of survivors) console.log(`${file}:${line}  ${mutatorName}\n    ${change}`)
console.log(`\n${killed}/${work.length} killed, ${work.length ? ((killed / work.length) * 100).toFixed(1) : 100} %`)
