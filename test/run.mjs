/**
 * `npm test`: installs and builds what is missing, then checks types, runs every test and checks the budgets, two jobs at a time.
 * `npm test -- otp types` does what has `otp` or `types` in its name. The last line counts the tests that truly ran.
 *
 * Each test file is a process of its own (uvu shares one module graph, and state must not leak between files), and what needs a framework
 * runs twice: as the script tag has it, on Preact, and on the host's React. The install, the build, the type check and the budgets
 * count as one test each.
 *
 * A test file that fails runs once more, alone and with one page at a time, when all else is done: a machine that is short of time may
 * cost a page its moment. What fails again has failed; what passes then counts once, and the last lines say what it printed at first.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const wanted = process.argv.slice(2)
const MINUTE = 60_000

/** Runs a Node program; `outcomes` are the lines that test/harness/uvu.mjs wrote on the fourth pipe. */
const node = (args, { env = {}, limit = 2 * MINUTE } = {}) => new Promise((resolve) => {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  let printed = ''
  let lines = ''
  let late = false
  child.stdout.on('data', (data) => { printed += data })
  child.stderr.on('data', (data) => { printed += data })
  child.stdio[3].on('data', (data) => { lines += data })
  const timer = setTimeout(() => {
    late = true
    // A test file takes its browser with it when it may.
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 5000).unref()
  }, limit)
  child.on('close', (code, signal) => {
    clearTimeout(timer)
    if (late) printed += `\nStopped after ${limit / MINUTE} minutes.`
    else if (signal) printed += `\nEnded by ${signal}.`
    resolve({ ok: code === 0, printed, outcomes: lines.split('\n').filter(Boolean).map((line) => JSON.parse(line)) })
  })
})

/** A check that is one test: it passes or it does not. */
const check = (name, args, options) => ({
  name,
  run: async () => {
    const { ok, printed } = await node(args, options)
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, printed }
  },
})

/** A test file. One that dies, or says nothing, has failed, whatever passed before. */
const file = (path, target) => ({
  name: target ? `${path} (${target})` : path,
  repeats: true,
  run: async (again) => {
    const { ok, printed, outcomes } = await node(
      ['--import', 'tsx', '--import', './test/harness/register.mjs', path],
      { env: { LATCHKEY_RESULTS: '3', LATCHKEY_TARGET: target ?? 'none', ...(again && { LATCHKEY_PAGES: '1' }) }, limit: 10 * MINUTE },
    )
    const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
    if (passed + failed + skipped === 0) return { passed, failed: 1, skipped, printed: `${printed}\nNo test ran.` }
    if (!ok && failed === 0) return { passed, failed: 1, skipped, printed: `${printed}\nThe process failed outside of its tests.` }
    return { passed, failed, skipped, printed }
  },
})

// latchkey/react is on React alone.
const onBothTargets = /^test\/(ui|products|widget|strings)\/|^test\/entries\/(?!react)/
const inBrowser = /^test\/browser\//

const testFiles = () => readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.test\.tsx?$/.test(name))
  .sort()

const chosen = (job) => wanted.length === 0 || wanted.some((pattern) => job.name.includes(pattern))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const toRepeat = []
const unsteady = []
const indented = (printed) => printed.trim().replace(/^/gm, '      ')

const perform = async (job, again = false) => {
  const start = Date.now()
  const isLast = again || !job.repeats
  const { passed, failed, skipped, printed } = await job.run(again)
  const counts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])].join(', ')
  const verdict = !failed ? '  ok' : isLast ? 'FAIL' : 'once'
  console.log(`${verdict}  ${job.name}: ${counts} (${((Date.now() - start) / 1000).toFixed(1)} s)`)
  if (failed && !isLast) {
    toRepeat.push({ ...job, printed })
    return
  }
  if (failed) console.log(indented(printed))
  else if (again) unsteady.push(job)
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  if (failed) failures.push(job.name)
}

const jobs = async () => {
  const files = testFiles()
  const browserFiles = files.filter((path) => inBrowser.test(path)).map((path) => file(path)).filter(chosen)
  // Here, and not in each of them: it may have to be installed. Without one they fail, each saying so; the others run.
  if (browserFiles.length > 0) {
    const { findChromium } = await import('./harness/chromium.mjs')
    try {
      process.env.LATCHKEY_CHROMIUM = findChromium()
    } catch (error) {
      console.error(error.message)
    }
  }
  return [
    // The longest first, so that two workers end at about the same time.
    check('types', ['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']),
    ...browserFiles,
    check('budgets', ['node_modules/size-limit/bin.js', '--hide-passed']),
    ...files.filter((path) => !inBrowser.test(path)).flatMap((path) =>
      (onBothTargets.test(path) ? [file(path, 'preact'), file(path, 'react')] : [file(path)])),
  ].filter(chosen)
}

const ready = check('install and build', ['build/ready.mjs'], { limit: 20 * MINUTE })
console.log('Installing and building what is missing ...')
await perform(ready)
if (existsSync(join(root, 'node_modules/tsx'))) {
  const waiting = await jobs()
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await perform(job)
  }
  await Promise.all([worker(), worker()])
}
for (const job of toRepeat) await perform(job, true)

for (const { name, printed } of unsteady) console.log(`\nUnsteady, run twice: ${name}. At first:\n${indented(printed)}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`)
process.exitCode = totals.failed > 0 ? 1 : 0
