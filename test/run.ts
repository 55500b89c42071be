/**
 * `npm test` builds what is missing, then checks types, runs every test and checks the budgets, several jobs at a time. The last line counts the
 * tests that actually ran.
 *
 *   npm test -- otp types     files with `otp` or `types` in their names; builds what these tests need, and nothing for a unit test
 *   npm test -- --watch otp   the same, again after every change of a file that they import
 *   npm test -- --shard 1/2   the first half, for one of two machines
 *   npm run test:hosts        applications of hosts (test/hosts/), which install and build whole frameworks
 *   npm test -- --and-hosts   both in one run, so that installations and the last files of the one keep no core idle
 *   npm run test:engines      the same flows in Chromium, Firefox and WebKitGTK (test/engines/)
 *
 * Each test file is a process of its own (uvu shares one module graph, and state must not leak between files), compiled by harness/compile.ts. Files
 * that need a framework run twice: on Preact and minified, like the script tag, and on the host's React. Screens run a third time, on
 * `preact/compat`. The build, the type checks and the budgets count as one test each.
 *
 * A test file that fails runs once more, alone and with one page at a time, when everything else is done, because a page on a busy machine can miss
 * its moment. If it fails again, it has failed. If it passes then, it counts once, and the last lines show its first output.
 *
 * Each line ends with the job's duration and, if the machine reports it, the processor time of the job, its children and its browser.
 */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Compiled } from './harness/compile.ts'
import type { Outcome, TestNote } from './harness/uvu.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MINUTE = 60_000
/** The time that a job has to end after it was told to, in ms. */
const GRACE = 5_000

/** The folders of tests that `npm test` leaves out. */
const folders = ['hosts', 'engines']
const options = { folder: '', andHosts: false, watch: false, shard: [1, 1] }
const wanted: string[] = []
for (const words = process.argv.slice(2); words.length > 0; ) {
  const word = words.shift()!
  if (folders.some((folder) => word === `--${folder}`)) options.folder = word.slice(2)
  else if (word === '--and-hosts') options.andHosts = true
  else if (word === '--watch') options.watch = true
  else if (word === '--shard') options.shard = (words.shift() ?? '').split('/').map(Number)
  else if (!word.startsWith('-')) wanted.push(word)
  else fail(`There is no option ${word}. There is --watch, --and-hosts and --shard 1/2; other words choose tests by name.`)
}
const [part = 0, parts = 0] = options.shard
if (!(part >= 1 && part <= parts)) fail('--shard takes a part and their number, as in --shard 1/2.')

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

interface NodeOptions {
  env?: Record<string, string>
  /** Time limit in ms, after which the program is stopped. */
  limit?: number
}

/** The result of a program. */
interface Ended {
  ok: boolean
  stdout: string
  /** Everything that it wrote to both streams. */
  printed: string
  /** Seconds of processor time, from harness/usage.mjs. */
  cpu: number
  /** What harness/uvu.ts wrote to the fourth pipe. */
  outcomes: Outcome[]
  tests: TestNote[]
}

/** The result of a job. */
interface Result extends Outcome {
  printed: string
  cpu: number
  stdout?: string
  tests?: TestNote[]
}

interface Job {
  name: string
  /** The entries of the build that it needs, or `all`. */
  needs: string[]
  /** The files that it depends on. A check has none listed and depends on all. */
  sources?: string[]
  /** Whether it runs a second time when it fails. */
  repeats?: boolean
  run: (again: boolean) => Promise<Result>
}

/** Runs a Node program. */
const node = (args: string[], { env = {}, limit = 20 * MINUTE }: NodeOptions = {}) =>
  new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, ['--import', './test/harness/usage.mjs', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let printed = ''
    let lines = ''
    let late = false
    child.stdout!.on('data', (data) => {
      stdout += data
      printed += data
    })
    child.stderr!.on('data', (data) => {
      printed += data
    })
    child.stdio[3]!.on('data', (data) => {
      lines += data
    })
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), GRACE).unref()
    }, limit)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (late) printed += `\nStopped after ${limit / MINUTE} minutes.`
      else if (signal) printed += `\nEnded by ${signal}.`
      const notes = lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { cpu?: number } | Outcome | TestNote)
      resolve({
        ok: code === 0,
        stdout,
        printed,
        cpu: notes.reduce((sum, note) => sum + ('cpu' in note ? (note.cpu ?? 0) : 0), 0),
        outcomes: notes.filter((note) => 'passed' in note),
        tests: notes.filter((note) => 'test' in note),
      })
    })
  })

/** A check that counts as one test. */
const check = (name: string, args: string[], { needs = [], ...limits }: NodeOptions & { needs?: string[] } = {}): Job => ({
  name,
  needs,
  run: async () => {
    const { ok, ...rest } = await node(args, limits)
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ...rest }
  },
})

/** A compiled test file. A file that crashes, or reports nothing, has failed, whatever passed before. */
const file = (path: string, target: Target | undefined, { path: compiled, sources }: Compiled): Job => ({
  name: target ? `${path} (${target})` : path,
  repeats: true,
  sources,
  needs: entriesFor(sources),
  run: async (again) => {
    const { ok, printed, outcomes, tests, cpu } = await node(['--enable-source-maps', compiled], {
      env: { LATCHKEY_RESULTS: '3', LATCHKEY_TARGET: target ?? 'none', ...(again && { LATCHKEY_PAGES: '1' }) },
    })
    const sum = (key: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
    if (passed + failed + skipped === 0) return { passed, failed: 1, skipped, cpu, printed: `${printed}\nNo test ran.` }
    if (!ok && failed === 0) return { passed, failed: 1, skipped, cpu, printed: `${printed}\nThe process failed outside of its tests.` }
    return { passed, failed, skipped, cpu, printed, tests }
  },
})

/** The test files that run on each target. The others run once. latchkey/react runs only on React. */
const runsOn = {
  preact: /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react)/,
  react: /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react)/,
  fullCompat: /^test\/(ui|products|widget)\//,
}
type Target = keyof typeof runsOn

/** A test file without these packages runs only once, because a second run would be the same. */
const framework: Partial<Record<Target, RegExp>> = {
  react: /^node_modules\/(@preact\/signals-react|react)\//,
  fullCompat: /^node_modules\/(@preact\/signals-core|preact\/compat)\//,
}
const inBrowser = /^test\/(browser|hosts|site|engines)\//
const folderOf = (path: string) => folders.find((folder) => path.startsWith(`test/${folder}/`)) ?? ''

const isInRun = (folder: string) => folder === options.folder || (options.andHosts && folder === 'hosts')

const testFiles = () =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.test\.tsx?$/.test(name) && isInRun(folderOf(name)))
    .sort()

const allTargets = Object.keys(runsOn) as Target[]

const targetsOf = (path: string): (Target | undefined)[] => {
  const targets = allTargets.filter((target) => runsOn[target].test(path))
  return targets.length > 0 ? targets : [undefined]
}

/** A job is chosen by its exact name or a part of its path. */
const chosen = ({ name }: { name: string }) => wanted.length === 0 || wanted.some((pattern) => name.includes(pattern))

/** The entries of build/entries.ts that a test file needs, which are those that it or its harness names: a list, `all`, or none. */
const entriesFor = (sources: string[]) => {
  const texts = sources.filter((source) => source.startsWith('test/')).map((source) => readFileSync(join(root, source), 'utf8'))
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/\bdist\/([a-z0-9]*)/g)].map(([, folder]) => folder!)))
  const names = [...named].flatMap((folder) => entriesBelow[folder] ?? ['all'])
  return names.includes('all') ? ['all', ...names.filter((name) => name === SITE)] : names
}
/** The entries that build the folders of dist/ that tests name. The program serves the others. */
const entriesBelow: Record<string, string[]> = {
  embed: ['widget', 'embed', 'when'],
  b2b: ['b2b'],
  headless: ['headless', 'headless-require'],
  development: [
    'development',
    'development-react',
    'development-element',
    'development-headless',
    'development-headless-require',
    'development-b2b',
  ],
  types: ['types'],
  server: ['server', 'server-require'],
  emulator: ['emulator', 'emulator-node'],
  doctor: ['doctor', 'emulator'],
  testing: ['testing', 'testing-playwright', 'testing-msw', 'testing-cypress'],
  site: ['site'],
}
/** Not an entry: site/build.ts makes it, from all of dist/. */
const SITE = 'site'

const totals = { passed: 0, failed: 0, skipped: 0, cpu: 0 }
const failures: string[] = []
/** Jobs that failed once, with their output. */
const toRepeat: (Job & { printed: string })[] = []
const unsteady: { name: string; printed: string }[] = []
const indented = (printed: string) => printed.trim().replace(/^/gm, '      ')

/** Runs a job, prints its result and adds it to the totals. Resolves with the result. */
const perform = async (job: Job & { printed?: string }, again = false) => {
  const start = Date.now()
  const isLast = again || !job.repeats
  const result = await job.run(again)
  const { passed, failed, skipped, printed, cpu, tests = [] } = result
  const counts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])].join(', ')
  const verdict = !failed ? '  ok' : isLast ? 'FAIL' : 'once'
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  console.log(`${verdict}  ${job.name}: ${counts} (${seconds}${cpu ? `, cpu ${cpu.toFixed(1)} s` : ''})`)
  // They are a matrix, and each combination gets a line.
  if (folderOf(job.name)) for (const { test, isSkipped } of tests) console.log(`        ${isSkipped ? '--' : 'ok'}  ${test}`)
  totals.cpu += cpu
  if (failed && !isLast) {
    toRepeat.push({ ...job, printed })
    return result
  }
  if (failed) console.log(indented(printed))
  else if (again) unsteady.push({ name: job.name, printed: job.printed ?? '' })
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  if (failed) failures.push(job.name)
  return result
}

/** Compiles the chosen files. Resolves with their jobs. */
const compiledJobs = async (paths: string[]) => {
  const pairs = paths
    .flatMap((path) => targetsOf(path).map((target) => ({ path, target, name: target ? `${path} (${target})` : path })))
    .filter(chosen)
  const compiled: Partial<Record<Target, Record<string, Compiled>>> = {}
  await Promise.all(
    allTargets.map(async (target) => {
      const files = pairs.filter((pair) => (pair.target ?? 'react') === target).map(({ path }) => path)
      if (files.length === 0) return
      const { failed, stdout } = await perform(
        check(`compile for ${target}`, ['--import', 'tsx', 'test/harness/compile.ts', target, ...files]),
      )
      compiled[target] = failed ? {} : JSON.parse(stdout ?? '{}')
    }),
  )
  return pairs.flatMap(({ path, target }) => {
    const result = compiled[target ?? 'react']?.[path]
    const own = target && framework[target]
    const isNew = !own || result?.sources.some((source) => own.test(source))
    return result && isNew ? file(path, target, result) : []
  })
}

const lanes = Math.max(2, availableParallelism() + 1)

/** Builds what these jobs need. */
const buildFor = (jobs: Job[]) => {
  const needs = new Set(jobs.flatMap((job) => job.needs))
  const names = needs.has('all') || needs.has(SITE) ? [] : [...needs]
  return needs.size === 0 ? undefined : check('build', ['--import', 'tsx', 'build/build.ts', '--stale', ...names])
}

/** Finds the browser, or installs one. Without a browser, the files that need it fail with an explanation, and the others run. */
const findBrowser = async () => {
  const { ok, stdout, printed } = await node(['--import', 'tsx', 'test/harness/chromium.ts'])
  if (ok) process.env.LATCHKEY_CHROMIUM = stdout.trim()
  else console.error(printed)
}

/** Runs jobs in parallel, in their order. Jobs that need a build or a browser wait for it, while the others run. */
const performAll = async (jobs: Job[]) => {
  const build = buildFor(jobs)
  const documentation = jobs.some(({ needs }) => needs.includes(SITE)) && check('site', ['--import', 'tsx', 'site/build.ts', '--stale'])
  const waiting = [...jobs]
  let ready = !build
  let documented = !documentation
  let found = !waiting.some(({ sources }) => sources?.includes('test/harness/browser.ts'))
  const preparing = [
    build &&
      perform(build).then(async () => {
        ready = true
        if (documentation) await perform(documentation)
        documented = true
      }),
    !found &&
      findBrowser().then(() => {
        found = true
      }),
  ]
  const canRun = ({ needs, sources }: Job) =>
    (ready || needs.length === 0) && (documented || !needs.includes(SITE)) && (found || !sources?.includes('test/harness/browser.ts'))
  const lane = async () => {
    for (;;) {
      const at = waiting.findIndex(canRun)
      if (at >= 0) await perform(waiting.splice(at, 1)[0]!)
      else if (waiting.length > 0) await Promise.all(preparing)
      else return
    }
  }
  await Promise.all([...preparing, ...Array.from({ length: lanes }, lane)])
  for (const job of toRepeat.splice(0)) await perform(job, true)
}

const checks = () =>
  options.folder
    ? []
    : [
        check('lint', ['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings']),
        check('format', ['node_modules/@biomejs/biome/bin/biome', 'format']),
        check('types', ['node_modules/typescript-7/bin/tsc', '--noEmit']),
        check('types of screens on Preact', ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.screens.json']),
        check('budgets', ['node_modules/size-limit/bin.js', '--hide-passed'], { needs: ['all'] }),
      ].filter(chosen)

const jobs = async () => {
  const tests = await compiledJobs(testFiles())
  // The longest first, so that all lanes end at about the same time.
  const inOrder = [
    ...tests.filter(({ name }) => folderOf(name)),
    ...tests.filter(({ name }) => !folderOf(name) && inBrowser.test(name)),
    ...checks(),
    ...tests.filter(({ name }) => !inBrowser.test(name)),
  ]
  return inOrder.filter((_, at) => at % parts === part - 1)
}

const conclude = () => {
  for (const { name, printed } of unsteady) console.log(`\nUnsteady, run twice: ${name}. At first:\n${indented(printed)}`)
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
  if (totals.cpu) console.log(`\nProcessor: ${totals.cpu.toFixed(0)} s in all.`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
}

await performAll(await jobs())
conclude()
if (!options.watch) {
  process.exitCode = totals.failed > 0 ? 1 : 0
} else {
  console.log('\nWaiting for changes ...')
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  const again = async () => {
    const paths = new Set(changed)
    changed.clear()
    Object.assign(totals, { passed: 0, failed: 0, skipped: 0, cpu: 0 })
    for (const list of [failures, unsteady]) list.length = 0
    const all = await jobs()
    await performAll(all.filter(({ sources }) => !sources || sources.some((source) => paths.has(source))))
    if (totals.passed + totals.failed > 0) conclude()
  }
  for (const folder of ['src', 'test', 'build', 'site']) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      changed.add(`${folder}/${name!.replaceAll('\\', '/')}`)
      clearTimeout(timer)
      // Editors write a file in several steps.
      timer = setTimeout(() => {
        running = running.then(again)
      }, 50)
    })
  }
}
