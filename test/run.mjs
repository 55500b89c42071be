/**
 * `npm test`: installs and builds what is missing, then checks types, runs every test and checks the budgets, some jobs at a time. The last line counts the tests that
 * truly ran.
 *
 *   npm test -- otp types     what has `otp` or `types` in its name; builds what these tests need, and nothing for a unit test
 *   npm test -- --watch otp   the same, again after every change of what they import
 *   npm test -- --shard 1/2   the first half, for one of two machines
 *   npm run test:hosts        applications of hosts (test/hosts/), which install and build whole frameworks
 *
 * Each test file is a process of its own (uvu shares one module graph, and state must not leak between files), compiled by harness/compile.mjs. What needs a framework runs
 * twice: as the script tag has it, on Preact and minified, and on the host's React; screens a third time, on `preact/compat`. The install, the build, the type checks and
 * the budgets count as one test each.
 *
 * A test file that fails runs once more, alone and with one page at a time, when all else is done: a machine that is short of time may
 * cost a page its moment. What fails again has failed; what passes then counts once, and the last lines say what it printed at first.
 *
 * Behind each job stand the seconds that passed and, where the machine tells, those of the processor: the job's, its children's and its browser's.
 */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const MINUTE = 60_000
/** What a job that is told to end has to end by itself. */
const GRACE = 5_000

const options = { hosts: false, watch: false, shard: [1, 1] }
const wanted = []
for (const words = process.argv.slice(2); words.length > 0; ) {
  const word = words.shift()
  if (word === '--hosts') options.hosts = true
  else if (word === '--watch') options.watch = true
  else if (word === '--shard') options.shard = (words.shift() ?? '').split('/').map(Number)
  else if (!word.startsWith('-')) wanted.push(word)
  else fail(`There is no option ${word}. There is --watch and --shard 1/2; other words choose tests by name.`)
}
const [part, parts] = options.shard
if (!(part >= 1 && part <= parts)) fail('--shard takes a part and their number, as in --shard 1/2.')

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Runs a Node program. `outcomes` and `tests` are the lines that harness/uvu.mjs wrote on the fourth pipe; `cpu` are seconds, by harness/usage.mjs. */
const node = (args, { env = {}, limit = 20 * MINUTE } = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', './test/harness/usage.mjs', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let printed = ''
    let lines = ''
    let late = false
    child.stdout.on('data', (data) => {
      stdout += data
      printed += data
    })
    child.stderr.on('data', (data) => {
      printed += data
    })
    child.stdio[3].on('data', (data) => {
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
        .map((line) => JSON.parse(line))
      resolve({
        ok: code === 0,
        stdout,
        printed,
        cpu: notes.reduce((sum, { cpu = 0 }) => sum + cpu, 0),
        outcomes: notes.filter((note) => 'passed' in note),
        tests: notes.filter((note) => 'test' in note),
      })
    })
  })

/** A check that is one test: it passes or it does not. */
const check = (name, args, { needs = [], ...limits } = {}) => ({
  name,
  needs,
  run: async () => {
    const { ok, ...rest } = await node(args, limits)
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ...rest }
  },
})

/** A test file, compiled. One that dies, or says nothing, has failed, whatever passed before. */
const file = (path, target, { path: compiled, sources }) => ({
  name: target ? `${path} (${target})` : path,
  repeats: true,
  sources,
  needs: entriesFor(sources),
  run: async (again) => {
    const { ok, printed, outcomes, tests, cpu } = await node(['--enable-source-maps', compiled], {
      env: { LATCHKEY_RESULTS: '3', LATCHKEY_TARGET: target ?? 'none', ...(again && { LATCHKEY_PAGES: '1' }) },
    })
    const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
    if (passed + failed + skipped === 0) return { passed, failed: 1, skipped, cpu, printed: `${printed}\nNo test ran.` }
    if (!ok && failed === 0) return { passed, failed: 1, skipped, cpu, printed: `${printed}\nThe process failed outside of its tests.` }
    return { passed, failed, skipped, cpu, printed, tests }
  },
})

/** The test files that run on a target; the others run once. latchkey/react is on React alone. */
const runsOn = {
  preact: /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react)/,
  react: /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react)/,
  fullCompat: /^test\/(ui|products|widget)\//,
}
/** In what has none of it, the second run would be the first again. */
const framework = {
  react: /^node_modules\/(@preact\/signals-react|react)\//,
  fullCompat: /^node_modules\/(@preact\/signals-core|preact\/compat)\//,
}
const inBrowser = /^test\/(browser|hosts)\//
const ofHosts = /^test\/hosts\//

const testFiles = () =>
  readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.test\.tsx?$/.test(name) && ofHosts.test(name) === options.hosts)
    .sort()

const targetsOf = (path) => {
  const targets = Object.keys(runsOn).filter((target) => runsOn[target].test(path))
  return targets.length > 0 ? targets : [undefined]
}

/** `name` alone chooses it, and so does a part of a path. */
const chosen = ({ name }) => wanted.length === 0 || wanted.some((pattern) => name.includes(pattern))

/** What a test file needs of dist/, by what it and its harness name of it: entries of build/entries.ts; `all` of them; none. */
const entriesFor = (sources) => {
  const texts = sources.filter((source) => source.startsWith('test/')).map((source) => readFileSync(join(root, source), 'utf8'))
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/\bdist\/([a-z0-9]*)/g)].map(([, folder]) => folder)))
  const names = [...named].flatMap((folder) => entriesBelow[folder] ?? ['all'])
  return names.includes('all') ? ['all'] : names
}
/** What the folders of dist/ that tests name are built by. The program serves the others. */
const entriesBelow = {
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
  emulator: ['emulator', 'emulator-node'],
}

const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const toRepeat = []
const unsteady = []
const indented = (printed) => printed.trim().replace(/^/gm, '      ')

/** Runs a job, says how it went, and adds that up; resolves with what the job did. */
const perform = async (job, again = false) => {
  const start = Date.now()
  const isLast = again || !job.repeats
  const result = await job.run(again)
  const { passed, failed, skipped, printed, cpu, tests = [] } = result
  const counts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])].join(', ')
  const verdict = !failed ? '  ok' : isLast ? 'FAIL' : 'once'
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`
  console.log(`${verdict}  ${job.name}: ${counts} (${seconds}${cpu ? `, cpu ${cpu.toFixed(1)} s` : ''})`)
  // What hosts do is a matrix, and each of its cells a line.
  if (options.hosts) for (const { test, isSkipped } of tests) console.log(`        ${isSkipped ? '--' : 'ok'}  ${test}`)
  totals.cpu = (totals.cpu ?? 0) + cpu
  if (failed && !isLast) {
    toRepeat.push({ ...job, printed })
    return result
  }
  if (failed) console.log(indented(printed))
  else if (again) unsteady.push(job)
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  if (failed) failures.push(job.name)
  return result
}

/** Compiles the chosen files; resolves with their jobs. */
const compiledJobs = async (paths) => {
  const pairs = paths
    .flatMap((path) => targetsOf(path).map((target) => ({ path, target, name: target ? `${path} (${target})` : path })))
    .filter(chosen)
  const compiled = {}
  await Promise.all(
    Object.keys(runsOn).map(async (target) => {
      const files = pairs.filter((pair) => (pair.target ?? 'react') === target).map(({ path }) => path)
      if (files.length === 0) return
      const { failed, stdout } = await perform(
        check(`compile for ${target}`, ['--import', 'tsx', 'test/harness/compile.mjs', target, ...files]),
      )
      compiled[target] = failed ? {} : JSON.parse(stdout)
    }),
  )
  return pairs.flatMap(({ path, target }) => {
    const result = compiled[target ?? 'react'][path]
    const isNew = target in framework ? result?.sources.some((source) => framework[target].test(source)) : result
    return isNew ? file(path, target, result) : []
  })
}

const lanes = Math.max(2, availableParallelism() + 1)

/** Builds what these jobs need. */
const buildFor = (jobs) => {
  const needs = new Set(jobs.flatMap((job) => job.needs))
  const names = needs.has('all') ? [] : [...needs]
  return needs.size === 0 ? undefined : check('build', ['--import', 'tsx', 'build/build.ts', '--stale', ...names])
}

/** Where the browser is; it may have to be installed. Without one its files fail, each saying so; the others run. */
const findBrowser = async () => {
  const { ok, stdout, printed } = await node(['test/harness/chromium.mjs'])
  if (ok) process.env.LATCHKEY_CHROMIUM = stdout.trim()
  else console.error(printed)
}

/** Runs jobs side by side, those first that come first. What needs a build or a browser waits for it, and the others go ahead. */
const performAll = async (jobs) => {
  const build = buildFor(jobs)
  const waiting = [...jobs]
  let ready = !build
  let found = !waiting.some(({ sources }) => sources?.includes('test/harness/browser.ts'))
  const preparing = [
    build &&
      perform(build).then(() => {
        ready = true
      }),
    !found &&
      findBrowser().then(() => {
        found = true
      }),
  ]
  const canRun = ({ needs, sources }) => (ready || needs.length === 0) && (found || !sources?.includes('test/harness/browser.ts'))
  const lane = async () => {
    for (;;) {
      const at = waiting.findIndex(canRun)
      if (at >= 0) await perform(waiting.splice(at, 1)[0])
      else if (waiting.length > 0) await Promise.all(preparing)
      else return
    }
  }
  await Promise.all([...preparing, ...Array.from({ length: lanes }, lane)])
  for (const job of toRepeat.splice(0)) await perform(job, true)
}

const checks = () =>
  options.hosts
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
  const inOrder = [...tests.filter(({ name }) => inBrowser.test(name)), ...checks(), ...tests.filter(({ name }) => !inBrowser.test(name))]
  return inOrder.filter((_, at) => at % parts === part - 1)
}

const conclude = () => {
  for (const { name, printed } of unsteady) console.log(`\nUnsteady, run twice: ${name}. At first:\n${indented(printed)}`)
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
  if (totals.cpu) console.log(`\nProcessor: ${totals.cpu.toFixed(0)} s in all.`)
  console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
}

const install = await perform(check('install', ['build/ready.mjs', '--install']))
if (!install.failed) await performAll(await jobs())
conclude()
if (!options.watch) {
  process.exitCode = totals.failed > 0 ? 1 : 0
} else {
  console.log('\nWaiting for changes ...')
  const changed = new Set()
  let timer
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
  for (const folder of ['src', 'test', 'build']) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      changed.add(`${folder}/${name.replaceAll('\\', '/')}`)
      clearTimeout(timer)
      // Editors write a file in several steps.
      timer = setTimeout(() => {
        running = running.then(again)
      }, 50)
    })
  }
}
