/**
 * `npm test` and `npm run test:all`: build what is missing, check types, run the tests and check
 * the budgets, several jobs at a time. README.md in this folder says what the two commands contain.
 * The last line counts the tests that actually ran.
 *
 *   npm test -- otp types       files with `otp` or `types` in their paths; builds what these tests
 *                               need, and nothing for a unit test
 *   npm test -- otp -t 'expired'  of these files, the tests with `expired` in their names
 *   npm test -- --watch otp     the same, again after every change of a file that they import
 *   npm test -- --shard 1/2     the first half, for one of two machines
 *   npm run test:all            everything
 *   npm run test:engines        the same flows in Chromium, Firefox and WebKitGTK
 *
 * Each line ends with the job's duration and, if the machine reports it, the processor time of the
 * job, its children and its browser.
 */
import { readdirSync, watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { laneBrowser, type LaneBrowser } from './browsers.ts'
import type { Compiled } from './compile.ts'
import { check, file, node, root, type Job } from './jobs.ts'
import { filesOf, firstTarget, isMatrix, isOnBoth, isSlow, type Target } from './plan.ts'

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        engines: { type: 'boolean' },
        test: { type: 'string', short: 't' },
        watch: { type: 'boolean' },
        shard: { type: 'string' },
      },
    })
  } catch (error) {
    return fail(
      `${(error as Error).message}. There is --all, --engines, -t name, --watch and --shard 1/2; other words choose tests by name.`,
    )
  }
}

const { values: options, positionals: words } = readArguments()
const command = { all: options.all ?? false, engines: options.engines ?? false, words }
const [part = 0, parts = 0] = (options.shard ?? '1/1').split('/').map(Number)
if (!(part >= 1 && part <= parts)) fail('--shard takes a part and their number, as in --shard 1/2.')
if (command.all) process.env.LATCHKEY_ALL = '1'
if (options.test) process.env.LATCHKEY_TEST = options.test
// Among hundreds of files, a test may get a tenth of the machine.
if (words.length === 0) process.env.LATCHKEY_PATIENCE ??= '60000'

const testFiles = () =>
  filesOf(
    command,
    readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .map((name) => `test/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.test\.tsx?$/.test(name))
      .sort(),
  )

/** How many tests of files have run: what `-t` chooses from. */
let inFiles = 0
const totals = { passed: 0, failed: 0, skipped: 0, cpu: 0 }
const failures: string[] = []
/** Jobs that failed once, with their output. */
const toRepeat: (Job & { printed: string })[] = []
const unsteady: { name: string; printed: string }[] = []
const indented = (printed: string) => printed.trim().replace(/^/gm, '      ')

/** Runs a job, prints its result and adds it to the totals. Resolves with the result. */
const perform = async (job: Job & { printed?: string }, lane?: LaneBrowser, again = false) => {
  const start = Date.now()
  const isLast = again || !job.repeats
  const browser = job.opensPages && process.env.LATCHKEY_CHROMIUM ? await lane?.url() : undefined
  const before = browser ? lane!.seconds() : 0
  const result = await job.run({ lane: lane?.lane ?? 0, browser, again })
  const { passed, failed, skipped, printed, tests = [] } = result
  const cpu = result.cpu + (browser ? Math.max(0, lane!.seconds() - before) : 0)
  const counts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])].join(', ')
  const verdict = !failed ? '  ok' : isLast ? 'FAIL' : 'once'
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  console.log(`${verdict}  ${job.name}: ${counts} (${seconds}${cpu ? `, cpu ${cpu.toFixed(1)} s` : ''})`)
  // They are a matrix, or the table of the house's budget, and each row gets a line.
  if (/^test\/(hosts\/|engines\/|house\.)/.test(job.name))
    for (const { test, seconds = 0, isSkipped } of tests)
      console.log(`        ${isSkipped ? '--' : 'ok'}  ${test}${seconds < 1 ? '' : ` (${seconds.toFixed(1)} s)`}`)
  totals.cpu += cpu
  if (failed && !isLast) {
    toRepeat.push({ ...job, printed })
    return result
  }
  if (failed) console.log(indented(printed))
  else if (again) unsteady.push({ name: job.name, printed: job.printed ?? '' })
  totals.passed += passed
  if (job.repeats) inFiles += passed + failed
  totals.failed += failed
  totals.skipped += skipped
  if (failed) failures.push(job.name)
  return result
}

/** Compiles files for a framework. */
const compiled = async (target: Target, files: string[]): Promise<Record<string, Compiled>> => {
  if (files.length === 0) return {}
  const { failed, stdout } = await perform(check(`compile for ${target}`, ['--import', 'tsx', 'test/runner/compile.ts', target, ...files]))
  return failed ? {} : JSON.parse(stdout ?? '{}')
}

/** Compiles the chosen files. Resolves with their jobs. */
const compiledJobs = async (paths: string[]) => {
  const first = Object.assign(
    {},
    ...(await Promise.all(
      (['preact', 'react'] as const).map((target) =>
        compiled(
          target,
          paths.filter((path) => firstTarget(path) === target),
        ),
      ),
    )),
  ) as Record<string, Compiled>
  const onBoth = Object.keys(first).filter((path) => isOnBoth(path, first[path]!.sources, command.all))
  const jobsOf = (files: Record<string, Compiled>, targetOf: (path: string) => Target) =>
    Object.entries(files).map(([path, result]) => file(path, targetOf(path), onBoth.includes(path), result))
  return [...jobsOf(first, firstTarget), ...jobsOf(await compiled('react', onBoth), () => 'react')]
}

/** More than cores, because a page waits more than it computes. */
const lanes = availableParallelism() + 1

/**
 * Finds the browser, or installs one. Without a browser, the files that need it fail with an
 * explanation, and the others run.
 */
const findBrowser = async () => {
  const { ok, stdout, printed } = await node(['--import', 'tsx', 'test/harness/chromium.ts'])
  if (ok) process.env.LATCHKEY_CHROMIUM = stdout.trim()
  else console.error(printed)
}

/** Builds what these jobs need of dist/. */
const buildFor = (jobs: Job[]) => {
  const needs = new Set(jobs.flatMap((job) => job.needs))
  const names = needs.has('all') ? [] : [...needs]
  return needs.size === 0 ? undefined : check('build', ['--import', 'tsx', 'build/build.ts', '--stale', ...names])
}

/**
 * Runs jobs in parallel, in their order. Jobs that need a build or a browser wait for it, while the
 * others run.
 */
const performAll = async (jobs: Job[]) => {
  const build = buildFor(jobs)
  const site = jobs.some(({ needs }) => needs.includes('site')) && check('site', ['--import', 'tsx', 'site/build.ts', '--stale'])
  const waiting = [...jobs]
  let isBuilt = !build
  let hasSite = !site
  let hasBrowser = !jobs.some(({ opensPages }) => opensPages)
  const preparing = [
    build &&
      perform(build).then(async () => {
        isBuilt = true
        if (site) await perform(site)
        hasSite = true
      }),
    !hasBrowser &&
      findBrowser().then(() => {
        hasBrowser = true
      }),
  ]
  const canRun = ({ needs, opensPages }: Job) =>
    (isBuilt || needs.length === 0) && (hasSite || !needs.includes('site')) && (hasBrowser || !opensPages)
  const browsers = Array.from({ length: lanes }, (_, at) => laneBrowser(at + 1))
  const run = async (browser: LaneBrowser) => {
    for (;;) {
      const at = waiting.findIndex(canRun)
      if (at >= 0) await perform(waiting.splice(at, 1)[0]!, browser)
      else if (waiting.length > 0) await Promise.all(preparing)
      else return
    }
  }
  await Promise.all([...preparing, ...browsers.map(run)])
  for (const job of toRepeat.splice(0)) await perform(job, browsers[0]!, true)
  await Promise.all(browsers.map(({ close }) => close()))
}

const checks = () =>
  [
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings']),
    check('format', ['node_modules/@biomejs/biome/bin/biome', 'format']),
    check('types', ['node_modules/typescript-7/bin/tsc', '--noEmit']),
    check('types of screens on Preact', ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'tsconfig.screens.json']),
    check('budgets', ['--import', 'tsx', 'build/size.ts'], { needs: ['all'] }),
  ].filter(({ name }) => (words.length > 0 ? words.some((word) => name.includes(word)) : !command.engines))

const jobs = async () => {
  const tests = await compiledJobs(testFiles())
  // The longest first, so that all lanes end at about the same time.
  const rank = ({ name }: Job) => (name.startsWith('test/hosts/') ? 0 : isSlow(name) ? (isMatrix(name) ? 1 : 2) : 3)
  const inOrder = [...tests, ...checks()].sort((one, other) => rank(one) - rank(other))
  return inOrder.filter((_, at) => at % parts === part - 1)
}

const conclude = () => {
  for (const { name, printed } of unsteady) console.log(`\nUnsteady, run twice: ${name}. At first:\n${indented(printed)}`)
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
  console.log(
    `\n${Math.round(performance.now() / 1000)} s; ${totals.cpu ? `processor time ${totals.cpu.toFixed(0)} s on ${availableParallelism()} cores.` : ''}`,
  )
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
}

await performAll(await jobs())
conclude()
if (options.test && inFiles === 0) fail(`No test has '${options.test}' in its name.`)
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
